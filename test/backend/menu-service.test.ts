import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/domain/errors.ts';
import type { MenuServer } from '../../src/channel/protocol/coordinator-messages.ts';
import { plainText } from '../../src/domain/text/text.ts';
import { turn } from '../fixtures/test-clock.ts';
import { ADMIN, BackendFixture, listed, PLAYER } from './backend-fixture.ts';

const EXPIRED = 'That choice has expired. Use the newest menu, or open it again.';

let fixture: BackendFixture;
beforeEach(async () => {
  fixture = new BackendFixture({ 'ban.allowed': [ADMIN.uuid], 'reboot.allowed': ['ALICE'] });
  await fixture.backend.open();
});
afterEach(() => fixture.backend.close());

describe('/hubs and /games', () => {
  it('move the player to the clicked server, through the proxy', async () => {
    fixture.network([listed('lobby'), listed('hub2'), listed('arena', { type: 'GAME' })]);
    await fixture.type(PLAYER, 'hubs');
    expect(fixture.host.choices(PLAYER)).toEqual(['hub2']);
    await fixture.click(PLAYER, 'hub2');
    expect(fixture.requests).toEqual([{ type: 'player.send', uuid: PLAYER.uuid, server: 'hub2' }]);
    expect(fixture.host.shown.size).toBe(0);
    await fixture.type(PLAYER, 'games');
    expect(fixture.host.choices(PLAYER)).toEqual(['arena']);
  });

  it('leave the move to a host that can do it', async () => {
    fixture.network([listed('hub2')]);
    fixture.host.ownServers.add('hub2');
    await fixture.type(PLAYER, 'hubs');
    await fixture.click(PLAYER, 'hub2');
    expect(fixture.requests).toEqual([]);
  });

  it('report that the server did not take the player', async () => {
    fixture.network([listed('hub2')]);
    fixture.answer = () => Promise.reject(new AppError('platform_unavailable'));
    await fixture.type(PLAYER, 'hubs');
    await fixture.click(PLAYER, 'hub2');
    expect(fixture.host.lines).toEqual(['Bob: hub2 does not take you at the moment.']);
  });

  it('change with the network while they are open, and are shown again only when they differ', async () => {
    fixture.network([listed('hub2')]);
    await fixture.type(PLAYER, 'hubs');
    const update = {
      type: 'network.update' as const,
      onlinePlayers: 6,
      maxPlayers: 100,
      maintenance: false,
      motd: '',
    };
    fixture.receive({ ...update, servers: [listed('hub3')], removed: [] });
    await fixture.clock.advance(250);
    expect(fixture.host.choices(PLAYER)).toEqual(['hub2', 'hub3']);
    const shown = fixture.host.views.length;
    fixture.receive({ ...update, servers: [listed('arena', { type: 'GAME' })], removed: [] });
    await fixture.clock.advance(250);
    expect(fixture.host.views).toHaveLength(shown);
    fixture.receive({ ...update, servers: [], removed: ['hub2', 'hub3'] });
    await fixture.clock.advance(250);
    expect(fixture.host.choices(PLAYER)).toEqual([]);
  });

  it('ignore a click on a menu that is no longer shown', async () => {
    fixture.network([listed('hub2'), listed('arena', { type: 'GAME' })]);
    await fixture.type(PLAYER, 'hubs');
    const { showing = 0, view } = fixture.host.shown.get(PLAYER.uuid) ?? {};
    const slot = view?.items.find(({ clickable }) => clickable)?.slot ?? 0;
    await fixture.type(PLAYER, 'games');
    await fixture.clock.advance(1_000);
    fixture.host.listener?.click(PLAYER, showing, slot);
    await turn();
    expect(fixture.requests).toEqual([]);
    expect(fixture.host.title(PLAYER)).toBe('Games');
  });

  const update = { onlinePlayers: 6, maxPlayers: 100, maintenance: false, motd: '' };
  const change = async (servers: MenuServer[], removed: string[] = []): Promise<void> => {
    fixture.receive({ type: 'network.update', ...update, servers, removed });
    await fixture.clock.advance(1_000);
  };
  const slotOf = (words: string): number => {
    const items = fixture.host.shown.get(PLAYER.uuid)?.view.items ?? [];
    return items.find(({ name }) => plainText(name).includes(words))?.slot ?? -1;
  };
  const numberShown = (): number => fixture.host.shown.get(PLAYER.uuid)?.showing ?? 0;

  it('move nobody to the server that took the place of the clicked one', async () => {
    fixture.network([listed('hub2'), listed('hub3')]);
    await fixture.type(PLAYER, 'hubs');
    const [showing, slot] = [numberShown(), slotOf('hub2')];
    await change([], ['hub2']);
    expect(slotOf('hub3')).toBe(slot);
    fixture.host.listener?.click(PLAYER, showing, slot);
    await turn();
    expect(fixture.requests).toEqual([]);
    expect(fixture.host.lines).toEqual([`Bob: ${EXPIRED}`]);
    await fixture.click(PLAYER, 'hub3');
    expect(fixture.requests).toMatchObject([{ server: 'hub3' }]);
  });

  it('stay the same menu while every place means what it meant', async () => {
    fixture.network([listed('hub2'), listed('hub3')]);
    await fixture.type(PLAYER, 'hubs');
    const showing = numberShown();
    await change([listed('hub2', { players: 7 })]);
    await change([listed('hub3', { state: 'OFFLINE' })]);
    await change([listed('hub3'), listed('hub2', { state: 'OFFLINE' })]);
    expect(fixture.host.choices(PLAYER)).toEqual(['hub3']);
    expect(numberShown()).toBe(showing);
    fixture.host.listener?.click(PLAYER, showing, slotOf('hub2'));
    await turn();
    expect(fixture.host.lines).toEqual([`Bob: ${EXPIRED}`]);
    expect(fixture.requests).toEqual([]);
  });

  it('stay open when the closing of an earlier menu arrives late', async () => {
    fixture.network([listed('arena', { type: 'GAME' })]);
    await fixture.type(PLAYER, 'hubs');
    const { showing = 0 } = fixture.host.shown.get(PLAYER.uuid) ?? {};
    await fixture.type(PLAYER, 'games');
    fixture.host.listener?.closed(PLAYER, showing);
    await fixture.click(PLAYER, 'arena');
    expect(fixture.requests).toEqual([{ type: 'player.send', uuid: PLAYER.uuid, server: 'arena' }]);
  });

  it('are forgotten when the player leaves', async () => {
    fixture.network([listed('hub2')]);
    await fixture.type(PLAYER, 'hubs');
    const shown = fixture.host.views.length;
    fixture.host.listener?.left(PLAYER.uuid);
    fixture.network([listed('hub3')]);
    await fixture.clock.advance(250);
    expect(fixture.host.views).toHaveLength(shown);
  });

  it('work again after the host could not show one', async () => {
    fixture.network([listed('hub2')]);
    fixture.host.fails = true;
    await fixture.type(PLAYER, 'hubs');
    fixture.host.fails = false;
    await fixture.type(PLAYER, 'hubs');
    expect(fixture.host.choices(PLAYER)).toEqual(['hub2']);
  });
});

describe('/ban', () => {
  const mallory = { uuid: '33333333-3333-4333-8333-333333333333', name: 'Mallory', server: 'arena' };

  it('is only for listed players', async () => {
    await fixture.type(PLAYER, 'ban');
    expect(fixture.host.lines).toEqual(['Bob: You may not do that.']);
    expect(fixture.requests).toEqual([]);
  });

  it('bans after the last step, and reports it', async () => {
    fixture.answer = ({ type }) =>
      type === 'player.search'
        ? { type: 'player.matches', re: 1, players: [mallory], total: 1 }
        : { type: 'ok', re: 1 };
    await fixture.type(ADMIN, 'ban', 'mal');
    expect(fixture.requests[0]).toEqual({ type: 'player.search', search: 'mal' });
    await fixture.click(ADMIN, 'Mallory');
    expect(fixture.host.choices(ADMIN).slice(0, 6)).toEqual(['1h', '24h', '7D', '30D', '1Y', 'perma']);
    await fixture.click(ADMIN, '7D');
    await fixture.click(ADMIN, 'Cheating');
    expect(fixture.host.title(ADMIN)).toBe('Ban Mallory?');
    await fixture.click(ADMIN, 'Ban Mallory');
    expect(fixture.requests[1]).toEqual({
      type: 'player.ban',
      by: ADMIN,
      uuid: mallory.uuid,
      name: 'Mallory',
      time: '7D',
      reason: 'Cheating',
    });
    expect(fixture.host.lines).toEqual(['Alice: Mallory is banned (7D): Cheating']);
    expect(fixture.host.shown.size).toBe(0);
  });

  it('a second click of the same place chooses nothing in the next step', async () => {
    fixture.answer = () => ({ type: 'player.matches', re: 1, players: [mallory], total: 1 });
    await fixture.type(ADMIN, 'ban');
    const { showing = 0, view } = fixture.host.shown.get(ADMIN.uuid) ?? {};
    const slot = view?.items.find(({ name }) => plainText(name) === 'Mallory')?.slot ?? -1;
    await fixture.click(ADMIN, 'Mallory');
    fixture.host.listener?.click(ADMIN, showing, slot);
    await turn();
    expect(fixture.host.title(ADMIN)).toBe('Ban Mallory for how long?');
    expect(fixture.host.lines).toEqual([`Alice: ${EXPIRED}`]);
  });

  it('can be tried again after a refusal', async () => {
    fixture.answer = ({ type }) => {
      if (type === 'player.search') return { type: 'player.matches', re: 1, players: [mallory], total: 1 };
      throw new AppError('storage_unavailable');
    };
    await fixture.type(ADMIN, 'ban');
    for (const choice of ['Mallory', 'perma', 'Spam', 'Ban Mallory']) await fixture.click(ADMIN, choice);
    expect(fixture.host.lines).toEqual([]);
    fixture.answer = () => ({ type: 'ok', re: 1 });
    await fixture.click(ADMIN, 'Try again');
    expect(fixture.host.lines).toEqual(['Alice: Mallory is banned (perma): Spam']);
  });

  it('does not open while the coordinator is away', async () => {
    fixture.backend.linked(null);
    await fixture.type(ADMIN, 'ban');
    expect(fixture.host.lines).toEqual(['Alice: This does not work at the moment. Please try again.']);
  });

  it('sends the coordinator no more requests than the rate limit allows', async () => {
    fixture.answer = () => ({ type: 'player.matches', re: 1, players: [], total: 0 });
    for (let typed = 0; typed < 50; typed += 1) fixture.host.listener?.command(ADMIN, 'ban', '');
    await turn();
    expect(fixture.requests).toHaveLength(3);
  });
});

describe('/reboot', () => {
  it('asks for confirmation, and then has this server rebooted', async () => {
    await fixture.type(ADMIN, 'reboot');
    expect(fixture.host.title(ADMIN)).toBe('Restart lobby?');
    await fixture.click(ADMIN, 'Restart');
    expect(fixture.requests).toEqual([{ type: 'server.restart', by: ADMIN }]);
    expect(fixture.host.lines).toEqual(['Alice: The restart has begun.']);
  });

  it('reports why it could not begin', async () => {
    fixture.answer = () => Promise.reject(new AppError('server_restarting'));
    await fixture.type(ADMIN, 'reboot');
    await fixture.click(ADMIN, 'Restart');
    expect(fixture.host.lines).toEqual([
      'Alice: The restart could not begin. This server is already being restarted',
    ]);
  });

  it('is only for listed players, and does nothing after a no', async () => {
    await fixture.type(PLAYER, 'reboot');
    expect(fixture.host.shown.size).toBe(0);
    await fixture.type(ADMIN, 'reboot');
    await fixture.click(ADMIN, 'Leave it');
    expect(fixture.requests).toEqual([]);
  });
});

describe('the offer to go back', () => {
  const offer = {
    type: 'player.offer' as const,
    uuid: PLAYER.uuid,
    server: 'arena',
    message: 'arena is back.',
  };

  it('is a menu for a player on this server', async () => {
    fixture.receive(offer);
    await turn();
    expect(fixture.host.lines).toEqual(['Bob: arena is back.']);
    await fixture.click(PLAYER, 'Back to arena');
    expect(fixture.requests).toEqual([{ type: 'player.send', uuid: PLAYER.uuid, server: 'arena' }]);
  });

  it('does not replace another menu, and is ignored for a player who is not on this server', async () => {
    fixture.network([listed('hub2')]);
    await fixture.type(PLAYER, 'hubs');
    fixture.receive(offer);
    await turn();
    expect(fixture.host.title(PLAYER)).toBe('Hubs');
    expect(fixture.backend.receive({ ...offer, uuid: '44444444-4444-4444-8444-444444444444' as never })).toBe(
      false,
    );
  });
});
