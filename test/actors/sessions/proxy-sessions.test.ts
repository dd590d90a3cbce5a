import { describe, expect, it } from 'vitest';
import { openFixture } from '../network-fixture.ts';
import { testPlayers, testPlayer } from '../test-players.ts';
import { ADMIN } from '../test-players.ts';

const [ANN, BEN, CAT] = [testPlayer(1, 'Ann'), testPlayer(2, 'Ben'), testPlayer(3, 'Cat')];

describe('presence is a lease', () => {
  it('keeps the players of a lost connection for 10 s, and lets them leave then', async () => {
    const { network, clock, proxy, events } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    home.enter(BEN);
    home.drop();
    await clock.advance(9999);
    expect(network.players.onlineCount).toBe(2);
    expect(network.vitals().connections.proxy).toBe(0);
    await clock.advance(1);
    expect(events('player_leave')).toMatchObject([{ onlinePlayers: 1 }, { onlinePlayers: 0 }]);
  });

  it('makes only the differences joins and leaves when the same process is back in time', async () => {
    const { clock, proxy, events, log } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN, 'lobby');
    home.enter(BEN, 'lobby');
    home.drop();
    home.leave(BEN.uuid);
    home.join(CAT, 'game');
    home.switch(ANN.uuid, 'game');
    await clock.advance(5000);
    const before = log.length;
    home.connect();
    expect(log.slice(before).map(({ event }) => event)).toMatchObject([
      { type: 'player_leave', data: { uuid: BEN.uuid } },
      { type: 'player_join', data: { uuid: CAT.uuid, server: 'game' } },
    ]);
    await clock.advance(60_000);
    expect(events('player_leave')).toHaveLength(1);
  });

  it('replaces the players of an older process by those of a newer one, and closes its connection', async () => {
    const { network, clock, proxy, events } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    await clock.advance(1000);
    home.restart();
    expect(home.closes).toHaveLength(1);
    expect(network.players.onlineCount).toBe(0);
    expect(events('player_leave')).toHaveLength(1);
    home.enter(BEN);
    await clock.advance(60_000);
    expect(network.players.onlineCount).toBe(1);
    expect(network.vitals()).toMatchObject({ connections: { proxy: 1 }, actors: { link: 1 } });
  });

  it('refuses an older process, and closes its connection', async () => {
    const { network, clock, proxy } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    const closes: string[] = [];
    const client = { ...home.client(), close: (reason: string) => void closes.push(reason) };
    const older = network.agents.attachProxy({ ...home.identity, epoch: home.identity.epoch - 1 }, client);
    older.sync([]);
    older.leave(ANN.uuid);
    older.lost();
    await clock.advance(60_000);
    expect(closes).toHaveLength(1);
    expect(home.closes).toEqual([]);
    expect(network.players.onlineCount).toBe(1);
  });

  it('disconnects a process that never reports all its players', async () => {
    const { network, clock, proxy, notes } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    home.drop();
    home.greet();
    await clock.advance(10_000);
    expect(home.closes.at(-1)).toBe('the list of players did not come');
    expect(notes()).toContain('link.overdue');
    await clock.advance(10_000);
    expect(network.players.onlineCount).toBe(0);
    expect(network.vitals().actors.link).toBe(0);
  });

  it('ends the session on the first proxy when the player joins by a second, and kicks them there', async () => {
    const { network, clock, proxy, events } = await openFixture();
    const first = proxy('first').connect();
    const second = proxy('second').connect();
    first.enter(ANN, 'lobby');
    second.enter(ANN, 'game');
    expect(events('player_join')).toHaveLength(2);
    expect(events('player_leave')).toHaveLength(1);
    await clock.advance(0);
    expect(first.players.size).toBe(0);
    expect(first.kicks).toMatchObject([
      { uuid: ANN.uuid, message: expect.stringContaining('another place') },
    ]);
    expect(second.players.size).toBe(1);
    expect(network.players.onlineCount).toBe(1);
  });

  it('keeps all players when the coordinator restarts under maintenance, prevented joins and a full network', async () => {
    const { network, proxy, clock, reopen } = await openFixture();
    const home = proxy().connect();
    for (const one of testPlayers(20)) home.enter(one);
    await network.proxy.update({ maintenance: true, preventJoin: true, maxPlayers: 1 });
    await network.close();
    const next = await reopen();
    const again = next.proxy();
    for (const [uuid, entry] of home.players) again.players.set(uuid, entry);
    again.connect();
    await clock.advance(60_000);
    expect(next.network.players.onlineCount).toBe(20);
    expect(again.kicks).toEqual([]);
    expect(again.login(testPlayer(99))).toMatchObject({ allow: false, code: 'maintenance' });
  });

  it('refuses a banned player when the coordinator restarts, and kicks them', async () => {
    const { network, proxy, clock, reopen } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    home.behaviour = 'silent';
    await network.bans.ban({ uuid: ANN.uuid, name: ANN.name, time: 'perma', reason: 'x' }, ADMIN);
    await network.close();
    const next = await reopen();
    const again = next.proxy();
    for (const [uuid, entry] of home.players) again.players.set(uuid, entry);
    again.connect();
    await clock.advance(0);
    expect(next.events('player_join')).toEqual([]);
    expect(again.players.size).toBe(0);
  });

  it('never begins a session in the future, though the clock of the proxy is ahead', async () => {
    const { network, clock, proxy } = await openFixture();
    const home = proxy();
    home.players.set(ANN.uuid, { player: ANN, server: null, joinedAt: clock.now() + 3_600_000 });
    home.connect();
    await clock.advance(5000);
    expect(await network.players.detail(ANN.uuid)).toMatchObject({ onlineTime: 5, totalTime: 5 });
  });

  it('ends the presence of a player whom the proxy, asked to kick them, does not have', async () => {
    const { network, proxy } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    home.players.clear();
    await expect(network.players.kick(ANN.uuid, 'go')).rejects.toMatchObject({ code: 'player_offline' });
    expect(network.players.onlineCount).toBe(0);
    await expect(network.players.kick(ANN.uuid, 'go')).rejects.toMatchObject({ code: 'player_offline' });
  });

  it('cannot kick or move by a proxy that is disconnected, or that does not answer', async () => {
    const { network, proxy } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    home.behaviour = 'silent';
    await expect(network.players.kick(ANN.uuid, 'go')).rejects.toMatchObject({
      code: 'platform_unavailable',
    });
    home.drop();
    await expect(network.players.kick(ANN.uuid, 'go')).rejects.toMatchObject({
      code: 'platform_unavailable',
    });
    expect(network.players.onlineCount).toBe(1);
  });
});
