import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BanAuthor } from '../../../src/domain/ban.ts';
import type { FakeProxy } from '../fake-proxy.ts';
import { type NetworkFixture, openFixture } from '../network-fixture.ts';
import { testPlayer as player } from '../test-players.ts';

const BY: BanAuthor = { via: 'menu', name: 'Mod&4', uuid: null };
const [ann, bob] = [player(1), player(2)];
const NOTICES = {
  ban: '&e{by} banned {player} {duration}: {reason}',
  unban: '{by} unbanned {player}',
  kick: '{by} kicked {player}: {reason}',
};

let fixture: NetworkFixture;
let proxy: FakeProxy;
beforeEach(async () => {
  fixture = await openFixture({ notices: NOTICES });
  proxy = fixture.proxy();
  proxy.speaks = true;
  proxy.connect();
});
afterEach(() => fixture.network.close());

describe('a command of staff', () => {
  it('bans and kicks who is online under the name, in any case', async () => {
    proxy.join(ann);
    await fixture.network.staff.ban(BY, ann.name.toUpperCase(), '24h', 'spam');
    expect(fixture.network.bans.activeOf(ann.uuid)?.reason).toBe('spam');
    await expect(fixture.network.staff.ban(BY, ann.name, '1h', '')).rejects.toMatchObject({
      code: 'player_already_banned',
    });
  });

  it('bans who had the name last, where nobody is online under it, and nobody for a name that nobody had', async () => {
    proxy.join(ann);
    proxy.leave(ann.uuid);
    await fixture.network.staff.ban(BY, ann.name, 'perma', '');
    expect(fixture.network.bans.activeOf(ann.uuid)?.expires).toBe(0);
    await expect(fixture.network.staff.ban(BY, 'Nobody', '1h', '')).rejects.toMatchObject({
      code: 'player_not_found',
    });
  });

  it('lifts the ban that was set under the name, whoever has the name now', async () => {
    await fixture.network.bans.ban({ ...ann, time: '1h', reason: '' }, BY);
    proxy.join({ ...bob, name: ann.name });
    await fixture.network.staff.unban(BY, ann.name);
    expect(fixture.network.bans.activeOf(ann.uuid)).toBeUndefined();
  });

  it('finds an online player with proxy and server, and says of others that they are offline or unknown', async () => {
    proxy.join(ann, 'arena');
    const { staff } = fixture.network;
    expect(await staff.find(ann.name)).toEqual({ ...ann, ip: undefined, proxy: proxy.name, server: 'arena' });
    proxy.leave(ann.uuid);
    await expect(staff.find(ann.name)).rejects.toMatchObject({ code: 'player_offline' });
    await expect(staff.find('Nobody')).rejects.toMatchObject({ code: 'player_not_found' });
  });

  it('moves a player, and not to a server that there is none of', async () => {
    fixture.backend('arena').connect();
    proxy.join(ann);
    await fixture.network.staff.send(ann.name, 'arena');
    expect(proxy.sends).toEqual([{ uuid: ann.uuid, server: 'arena' }]);
    await expect(fixture.network.staff.send(ann.name, 'nowhere')).rejects.toMatchObject({
      code: 'server_not_found',
    });
  });
});

describe('who gives a command', () => {
  it('is a player of this proxy or its console, and nobody else', () => {
    const other = fixture.proxy('proxy-2').connect();
    proxy.join(ann);
    expect(proxy.session.authorOf(ann)).toEqual({ via: 'menu', name: ann.name, uuid: ann.uuid });
    expect(proxy.session.authorOf(null)).toEqual({ via: 'menu', name: 'console of proxy-1', uuid: null });
    expect(() => other.session.authorOf(ann)).toThrow(expect.objectContaining({ code: 'not_permitted' }));
  });
});

describe('staff in the game', () => {
  it('are told of each ban, unban and kick: who, whom, how long and why, as plain text', async () => {
    proxy.join(ann);
    await fixture.network.players.kick(ann.uuid, '#FF0000 {by}', BY);
    proxy.join(ann);
    await fixture.network.bans.ban({ ...ann, time: '24h', reason: '&4why' }, BY);
    await fixture.network.bans.unban(ann.uuid, BY);
    await fixture.network.bans.ban({ ...ann, time: 'perma', reason: '' }, BY);
    expect(proxy.notices).toEqual([
      { kind: 'kick', message: String.raw`Mod\&4 kicked ${ann.name}: \#FF0000 {by}` },
      { kind: 'ban', message: String.raw`&eMod\&4 banned ${ann.name} for 1 day: \&4why` },
      { kind: 'unban', message: String.raw`Mod\&4 unbanned ${ann.name}` },
      { kind: 'ban', message: String.raw`&eMod\&4 banned ${ann.name} forever: ` },
    ]);
  });

  it('are told nothing of a kick that nobody was kicked by, and nothing by an empty text', async () => {
    await expect(fixture.network.players.kick(ann.uuid, 'x', BY)).rejects.toThrow();
    expect(proxy.notices).toEqual([]);
    const quiet = await openFixture();
    const there = quiet.proxy();
    there.speaks = true;
    there.connect().join(ann);
    await quiet.network.players.kick(ann.uuid, 'x', BY);
    expect(there.notices).toEqual([]);
    await quiet.network.close();
  });
});

describe('an alert', () => {
  it('is shown by proxies to everybody, and by servers to players of an edge or an older agent', () => {
    const older = fixture.proxy('older').connect();
    const arena = fixture.backend('arena').connect();
    const hub = fixture.backend('hub').connect();
    proxy.join(ann, 'hub');
    older.join(bob, 'arena');
    fixture.network.staff.alert('&cstop');
    expect(proxy.shown).toEqual([{ to: 'everybody', message: '&cstop', style: 'chat' }]);
    expect([arena.announcements, hub.announcements]).toEqual([['&cstop'], []]);
    expect(older.messages).toEqual([]);
  });

  it('is not shown twice to who is on a server that says it', () => {
    const older = fixture.proxy('older').connect();
    const arena = fixture.backend('arena').connect();
    const carol = player(3);
    proxy.join(ann, 'arena');
    proxy.join(carol);
    older.join(bob, 'arena');
    fixture.network.staff.alert('stop');
    expect(arena.announcements).toEqual(['stop']);
    expect(proxy.shown).toEqual([{ to: { uuid: carol.uuid }, message: 'stop', style: 'chat' }]);
  });

  it('reaches who is on a server without an agent by a message of the proxy', () => {
    const older = fixture.proxy('older').connect();
    older.join(bob, 'unknown');
    fixture.network.staff.alert('stop');
    expect(older.messages).toEqual([{ uuid: bob.uuid, message: 'stop' }]);
  });
});
