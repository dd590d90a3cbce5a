import { describe, expect, it } from 'vitest';
import { openFixture } from '../network-fixture.ts';
import { testPlayers, testPlayer } from '../test-players.ts';
import { profileOf } from '../profiles.ts';

const STEVE = testPlayer(1);

describe('a server that an admin adds', () => {
  it('is stored before the answer, offline until its agent connects, and announced', async () => {
    const { network, storage, events } = await openFixture();
    const added = await network.servers.add(
      profileOf('game', { type: 'HUB', gameData: '{}', maxPlayers: 7 }),
    );
    expect(added).toMatchObject({
      name: 'game',
      type: 'HUB',
      state: 'OFFLINE',
      online: false,
      gameData: '{}',
    });
    expect(storage.rows.servers.get('game')).toEqual(
      profileOf('game', { type: 'HUB', gameData: '{}', maxPlayers: 7 }),
    );
    expect(events('server_update')).toEqual([
      { name: 'game', state: 'OFFLINE', players: 0, maxPlayers: 7, online: false },
    ]);
  });

  it('exists once, also when it is added twice at the same time', async () => {
    const { network } = await openFixture();
    const both = await Promise.allSettled([
      network.servers.add(profileOf('game')),
      network.servers.add(profileOf('game', { maxPlayers: 1 })),
    ]);
    expect(both).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'server_exists' } }]);
    expect(network.servers.get('game').maxPlayers).toBe(100);
  });

  it('is not there when it could not be stored', async () => {
    const { network, storage, events } = await openFixture();
    storage.faults.next('servers.save', 'before');
    await expect(network.servers.add(profileOf('game'))).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    expect(network.servers.all()).toEqual([]);
    expect(events('server_update')).toEqual([]);
  });

  it('is there after a restart with its whole profile, and offline', async () => {
    const { network, clock, backend, reopen } = await openFixture();
    await network.servers.add(profileOf('added', { address: 'host:1', canRejoin: true }));
    backend('reported').connect({ type: 'HUB', gameName: 'bedwars', state: 'RUNNING' });
    await clock.advance(0);
    await network.close();
    const next = await reopen();
    expect(next.network.servers.all()).toMatchObject([
      { name: 'added', state: 'OFFLINE', canRejoin: true },
      { name: 'reported', state: 'OFFLINE', type: 'HUB', gameName: 'bedwars' },
    ]);
    expect(next.network.servers.get('added').address).toBe('host:1');
  });

  it('takes over what its agent reports, and keeps what the agent leaves out', async () => {
    const { network, backend, storage, clock } = await openFixture();
    await network.servers.add(profileOf('game', { gameData: 'mine', maxPlayers: 50 }));
    const game = backend('game').connect({ type: 'GAME', state: 'WAITING', gameName: 'bedwars' });
    expect(network.servers.get('game')).toMatchObject({
      state: 'WAITING',
      gameName: 'bedwars',
      gameData: 'mine',
      maxPlayers: 50,
    });
    for (const state of ['RUNNING', 'ENDING', 'IDLE', 'STARTING'] as const) {
      game.session.report({ state });
      expect(network.servers.get('game')).toMatchObject({ state, online: state !== 'STARTING' });
    }
    await clock.advance(0);
    expect(storage.rows.servers.get('game')).toMatchObject({ gameName: 'bedwars', gameData: 'mine' });
  });
});

describe('a server that is removed', () => {
  it('has its players moved to a hub first, and is announced as gone', async () => {
    const { network, clock, proxy, backend, events, storage } = await openFixture();
    const home = proxy().connect();
    backend('hub').connect({ type: 'HUB' });
    backend('game').connect();
    home.enter(STEVE, 'game');
    await clock.advance(0);
    await network.servers.remove('game');
    expect(network.servers.all()).toMatchObject([{ name: 'hub', players: 1 }]);
    expect(events('server_update').at(-1)).toEqual({ name: 'game', removed: true });
    expect(storage.rows.servers.has('game')).toBe(false);
    await expect(network.servers.remove('game')).rejects.toMatchObject({ code: 'server_not_found' });
    await clock.advance(5000);
    expect(
      events('server_update')
        .filter(({ name }) => name === 'game')
        .at(-1),
    ).toMatchObject({ removed: true });
  });

  it('goes although no hub takes its players, after 8 s at most', async () => {
    const { network, clock, proxy, backend, notes } = await openFixture();
    const home = proxy().connect();
    home.behaviour = 'stalls';
    backend('hub').connect({ type: 'HUB' });
    backend('game').connect();
    home.enter(STEVE, 'game');
    const removed = network.servers.remove('game');
    await clock.advance(8000);
    await removed;
    expect(notes()).toContain('server.removed-with-players');
    expect(network.players.onlineCount).toBe(1);
  });

  it('comes back with the next process of its agent, not with the one that is ignored', async () => {
    const { network, clock, backend } = await openFixture();
    const game = backend('game').connect({ state: 'RUNNING' });
    await network.servers.remove('game');
    game.session.report({ state: 'IDLE' });
    expect(network.servers.all()).toEqual([]);
    await clock.advance(1000);
    game.return({ state: 'IDLE' });
    expect(network.servers.all()).toMatchObject([{ name: 'game', state: 'IDLE' }]);
  });
});

describe('a server whose agent goes', () => {
  it('is offline after the grace of 10 s, and not before', async () => {
    const { network, clock, backend } = await openFixture();
    const game = backend('game').connect({ state: 'RUNNING' });
    game.drop();
    await clock.advance(9999);
    expect(network.servers.get('game').state).toBe('RUNNING');
    await clock.advance(1);
    expect(network.servers.get('game').state).toBe('OFFLINE');
  });

  it('stays what it was when the agent is back in time', async () => {
    const { network, clock, backend, events } = await openFixture();
    const game = backend('game').connect({ state: 'RUNNING' });
    const before = events('server_update').length;
    game.drop();
    await clock.advance(5000);
    game.connect({ state: 'RUNNING' });
    await clock.advance(60_000);
    expect(network.servers.get('game').state).toBe('RUNNING');
    expect(events('server_update')).toHaveLength(before);
  });

  it('starts over with the report of a newer process', async () => {
    const { network, clock, backend } = await openFixture();
    const game = backend('game').connect({ state: 'RUNNING' });
    await clock.advance(1000);
    game.return({ state: 'STARTING' });
    expect(network.servers.get('game').state).toBe('STARTING');
    await clock.advance(60_000);
    expect(network.servers.get('game').state).toBe('STARTING');
    expect(network.vitals().connections.backend).toBe(1);
  });
});

describe('a ping', () => {
  it('is answered by the state that the agent reported where there is one', async () => {
    const { network, backend } = await openFixture();
    const game = backend('game').connect({ state: 'WAITING' });
    expect(await network.servers.ping('game')).toEqual({ success: true, state: 'WAITING' });
    game.session.report({ state: 'STARTING' });
    expect(await network.servers.ping('game')).toEqual({ success: false, state: 'STARTING' });
  });

  it('of a server without agent and address is no success, and of an unknown one is an error', async () => {
    const { network } = await openFixture();
    await network.servers.add(profileOf('game'));
    expect(await network.servers.ping('game')).toEqual({ success: false, state: 'OFFLINE' });
    await expect(network.servers.ping('nowhere')).rejects.toMatchObject({ code: 'server_not_found' });
  });

  it('pings the address, and takes no longer than 5 s', async () => {
    const asked: string[] = [];
    const probe = {
      probe: (address: string) => {
        asked.push(address);
        return address === 'up:1'
          ? Promise.resolve({ players: 0, maxPlayers: 1 })
          : new Promise<null>(() => undefined);
      },
    };
    const { network, clock } = await openFixture({ probe });
    await network.servers.add(profileOf('up', { address: 'up:1' }));
    await network.servers.add(profileOf('down', { address: 'down:1' }));
    expect(await network.servers.ping('up')).toMatchObject({ success: true });
    const down = network.servers.ping('down');
    await clock.advance(5000);
    expect(await down).toEqual({ success: false, state: 'OFFLINE' });
    expect(asked).toContain('down:1');
  });
});

describe('the count of players', () => {
  it('is announced at most once a second, however many players come and go, and is always right', async () => {
    const { network, clock, proxy, backend, events } = await openFixture();
    const home = proxy().connect();
    backend('game').connect();
    await clock.advance(5000);
    const before = events('server_update').length;
    for (const one of testPlayers(50)) home.enter(one, 'game');
    expect(network.servers.get('game').players).toBe(50);
    expect(events('server_update')).toHaveLength(before);
    await clock.advance(1000);
    expect(events('server_update').slice(before)).toMatchObject([{ name: 'game', players: 50 }]);
    await clock.advance(10_000);
    expect(events('server_update')).toHaveLength(before + 1);
  });

  it('is in a body that is encoded once as long as nothing changed', async () => {
    const { network, proxy, backend } = await openFixture();
    const home = proxy().connect();
    backend('game').connect();
    const first = network.servers.list();
    expect(network.servers.list().bytes).toBe(first.bytes);
    home.enter(STEVE, 'game');
    const second = network.servers.list();
    expect(second.etag).not.toBe(first.etag);
    expect(JSON.parse(new TextDecoder().decode(second.bytes))).toMatchObject([{ name: 'game', players: 1 }]);
    expect(JSON.parse(new TextDecoder().decode(network.servers.players('game').bytes))).toEqual([
      { uuid: STEVE.uuid, name: STEVE.name, onlineTime: 0, totalTime: 0 },
    ]);
  });
});
