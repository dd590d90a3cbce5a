import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/domain/errors.ts';
import { turn } from '../actors/test-clock.ts';
import { ADMIN, BackendBed, listed, PLAYER } from './backend-fixture.ts';

let bed: BackendBed;
beforeEach(async () => {
  bed = new BackendBed({ 'ban.allowed': [ADMIN.uuid], 'reboot.allowed': ['ALICE'] });
  await bed.backend.open();
});
afterEach(() => bed.backend.close());

describe('/hubs and /games', () => {
  it('lead to a server by a click, through the proxy', async () => {
    bed.network([listed('lobby'), listed('hub2'), listed('arena', { type: 'GAME' })]);
    await bed.type(PLAYER, 'hubs');
    expect(bed.host.choices(PLAYER)).toEqual(['hub2']);
    await bed.click(PLAYER, 'hub2');
    expect(bed.asked).toEqual([{ type: 'player.send', uuid: PLAYER.uuid, server: 'hub2' }]);
    expect(bed.host.shown.size).toBe(0);
    await bed.type(PLAYER, 'games');
    expect(bed.host.choices(PLAYER)).toEqual(['arena']);
  });

  it('leave the move to a host that can do it', async () => {
    bed.network([listed('hub2')]);
    bed.host.ownServers.add('hub2');
    await bed.type(PLAYER, 'hubs');
    await bed.click(PLAYER, 'hub2');
    expect(bed.asked).toEqual([]);
  });

  it('say so when the server does not take the player', async () => {
    bed.network([listed('hub2')]);
    bed.answer = () => Promise.reject(new AppError('platform_unavailable'));
    await bed.type(PLAYER, 'hubs');
    await bed.click(PLAYER, 'hub2');
    expect(bed.host.lines).toEqual(['Bob: hub2 does not take you at the moment.']);
  });

  it('follow the network while they are open, and only what changed is shown anew', async () => {
    bed.network([listed('hub2')]);
    await bed.type(PLAYER, 'hubs');
    const update = {
      type: 'network.update' as const,
      onlinePlayers: 6,
      maxPlayers: 100,
      maintenance: false,
      motd: '',
    };
    bed.tell({ ...update, servers: [listed('hub3')], removed: [] });
    await bed.clock.advance(250);
    expect(bed.host.choices(PLAYER)).toEqual(['hub2', 'hub3']);
    const shown = bed.host.views.length;
    bed.tell({ ...update, servers: [listed('arena', { type: 'GAME' })], removed: [] });
    await bed.clock.advance(250);
    expect(bed.host.views).toHaveLength(shown);
    bed.tell({ ...update, servers: [], removed: ['hub2', 'hub3'] });
    await bed.clock.advance(250);
    expect(bed.host.choices(PLAYER)).toEqual([]);
  });

  it('a click on what is no longer shown does nothing', async () => {
    bed.network([listed('hub2'), listed('arena', { type: 'GAME' })]);
    await bed.type(PLAYER, 'hubs');
    const { showing = 0, view } = bed.host.shown.get(PLAYER.uuid) ?? {};
    const slot = view?.items.find(({ clickable }) => clickable)?.slot ?? 0;
    await bed.type(PLAYER, 'games');
    await bed.clock.advance(1_000);
    bed.host.listener?.click(PLAYER, showing, slot);
    await turn();
    expect(bed.asked).toEqual([]);
    expect(bed.host.title(PLAYER)).toBe('Games');
  });

  it('the closing of a menu that is no longer shown leaves the newer one open', async () => {
    bed.network([listed('arena', { type: 'GAME' })]);
    await bed.type(PLAYER, 'hubs');
    const { showing = 0 } = bed.host.shown.get(PLAYER.uuid) ?? {};
    await bed.type(PLAYER, 'games');
    bed.host.listener?.closed(PLAYER, showing);
    await bed.click(PLAYER, 'arena');
    expect(bed.asked).toEqual([{ type: 'player.send', uuid: PLAYER.uuid, server: 'arena' }]);
  });

  it('are forgotten when the player leaves', async () => {
    bed.network([listed('hub2')]);
    await bed.type(PLAYER, 'hubs');
    const shown = bed.host.views.length;
    bed.host.listener?.left(PLAYER.uuid);
    bed.network([listed('hub3')]);
    await bed.clock.advance(250);
    expect(bed.host.views).toHaveLength(shown);
  });

  it('stand a host that cannot show them', async () => {
    bed.network([listed('hub2')]);
    bed.host.fails = true;
    await bed.type(PLAYER, 'hubs');
    bed.host.fails = false;
    await bed.type(PLAYER, 'hubs');
    expect(bed.host.choices(PLAYER)).toEqual(['hub2']);
  });
});

describe('/ban', () => {
  const mallory = { uuid: '33333333-3333-4333-8333-333333333333', name: 'Mallory', server: 'arena' };

  it('is only for who is listed', async () => {
    await bed.type(PLAYER, 'ban');
    expect(bed.host.lines).toEqual(['Bob: You may not do that.']);
    expect(bed.asked).toEqual([]);
  });

  it('walked to its end bans, and says so', async () => {
    bed.answer = ({ type }) =>
      type === 'player.search'
        ? { type: 'player.matches', re: 1, players: [mallory], total: 1 }
        : { type: 'ok', re: 1 };
    await bed.type(ADMIN, 'ban', 'mal');
    expect(bed.asked[0]).toEqual({ type: 'player.search', search: 'mal' });
    await bed.click(ADMIN, 'Mallory');
    expect(bed.host.choices(ADMIN).slice(0, 6)).toEqual(['1h', '24h', '7D', '30D', '1Y', 'perma']);
    await bed.click(ADMIN, '7D');
    await bed.click(ADMIN, 'Cheating');
    expect(bed.host.title(ADMIN)).toBe('Ban Mallory?');
    await bed.click(ADMIN, 'Ban Mallory');
    expect(bed.asked[1]).toEqual({
      type: 'player.ban',
      by: ADMIN,
      uuid: mallory.uuid,
      name: 'Mallory',
      time: '7D',
      reason: 'Cheating',
    });
    expect(bed.host.lines).toEqual(['Alice: Mallory is banned (7D): Cheating']);
    expect(bed.host.shown.size).toBe(0);
  });

  it('that was refused can be tried again', async () => {
    bed.answer = ({ type }) => {
      if (type === 'player.search') return { type: 'player.matches', re: 1, players: [mallory], total: 1 };
      throw new AppError('storage_unavailable');
    };
    await bed.type(ADMIN, 'ban');
    for (const choice of ['Mallory', 'perma', 'Spam', 'Ban Mallory']) await bed.click(ADMIN, choice);
    expect(bed.host.lines).toEqual([]);
    bed.answer = () => ({ type: 'ok', re: 1 });
    await bed.click(ADMIN, 'Try again');
    expect(bed.host.lines).toEqual(['Alice: Mallory is banned (perma): Spam']);
  });

  it('does not open while the coordinator is away', async () => {
    bed.backend.linked(null);
    await bed.type(ADMIN, 'ban');
    expect(bed.host.lines).toEqual(['Alice: This does not work at the moment. Please try again.']);
  });

  it('typed again and again asks the coordinator no faster than anybody types', async () => {
    bed.answer = () => ({ type: 'player.matches', re: 1, players: [], total: 0 });
    for (let typed = 0; typed < 50; typed += 1) bed.host.listener?.command(ADMIN, 'ban', '');
    await turn();
    expect(bed.asked).toHaveLength(5);
  });
});

describe('/reboot', () => {
  it('asks first, and then has this server rebooted', async () => {
    await bed.type(ADMIN, 'reboot');
    expect(bed.host.title(ADMIN)).toBe('Restart lobby?');
    await bed.click(ADMIN, 'Restart');
    expect(bed.asked).toEqual([{ type: 'server.restart', by: ADMIN }]);
    expect(bed.host.lines).toEqual(['Alice: The restart has begun.']);
  });

  it('says why it could not', async () => {
    bed.answer = () => Promise.reject(new AppError('server_restarting'));
    await bed.type(ADMIN, 'reboot');
    await bed.click(ADMIN, 'Restart');
    expect(bed.host.lines).toEqual([
      'Alice: The restart could not begin. This server is being restarted already',
    ]);
  });

  it('is not for everybody, and a no is a no', async () => {
    await bed.type(PLAYER, 'reboot');
    expect(bed.host.shown.size).toBe(0);
    await bed.type(ADMIN, 'reboot');
    await bed.click(ADMIN, 'Leave it');
    expect(bed.asked).toEqual([]);
  });
});

describe('the way back', () => {
  const offer = {
    type: 'player.offer' as const,
    uuid: PLAYER.uuid,
    server: 'arena',
    message: 'arena is back.',
  };

  it('is a click, for who is here', async () => {
    bed.tell(offer);
    await turn();
    expect(bed.host.lines).toEqual(['Bob: arena is back.']);
    await bed.click(PLAYER, 'Back to arena');
    expect(bed.asked).toEqual([{ type: 'player.send', uuid: PLAYER.uuid, server: 'arena' }]);
  });

  it('disturbs nobody who looks at another menu, and is nothing for who is not here', async () => {
    bed.network([listed('hub2')]);
    await bed.type(PLAYER, 'hubs');
    bed.tell(offer);
    await turn();
    expect(bed.host.title(PLAYER)).toBe('Hubs');
    expect(bed.backend.receive({ ...offer, uuid: '44444444-4444-4444-8444-444444444444' as never })).toBe(
      false,
    );
  });
});
