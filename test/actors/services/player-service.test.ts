import { describe, expect, it } from 'vitest';
import { FakeEdge } from '../identity/fake-edge.ts';
import { openFixture } from '../network-fixture.ts';
import { ADMIN, testPlayers, testPlayer } from '../test-players.ts';

const [ANN, BEN] = [testPlayer(1, 'Ann'), testPlayer(2, 'Ben')];
const ALL = { sort: 'lastOnline', order: 'desc', search: '', limit: 100, offset: 0, cursor: null } as const;

describe('the detail of a player', () => {
  it('is there from the first moment, and counts the running session', async () => {
    const { network, clock, proxy } = await openFixture();
    proxy().connect().enter(ANN, 'lobby');
    await clock.advance(61_000);
    expect(await network.players.detail(ANN.uuid)).toEqual({
      uuid: ANN.uuid,
      name: 'Ann',
      isOnline: true,
      server: 'lobby',
      totalTime: 61,
      totalTimeText: '0h 1m',
      lastOnline: '2026-01-31 18:30:00',
      joinedDate: '2026-01-31 18:30:00',
      isBanned: false,
      onlineTime: 61,
      isPermanent: false,
      banExpires: 0,
      bannedTimes: 0,
      banReason: '',
      banDate: '',
      bannedIp: '',
    });
  });

  it('is right in the moment after the player left, before anything is written', async () => {
    const { network, clock, proxy } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    await clock.advance(90_000);
    home.leave(ANN.uuid);
    expect(await network.players.detail(ANN.uuid)).toMatchObject({ isOnline: false, totalTime: 90 });
  });

  it('is there of a player who joined and left within a moment', async () => {
    const { network, proxy } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    home.leave(ANN.uuid);
    expect(await network.players.detail(ANN.uuid)).toMatchObject({ name: 'Ann', isOnline: false });
  });

  it('is there of a player who was banned but never seen, and of no unknown one', async () => {
    const { network } = await openFixture();
    const { uuid, name } = ANN;
    await network.bans.ban({ uuid, name, time: 'perma', reason: 'x' }, ADMIN);
    expect(await network.players.detail(uuid)).toMatchObject({
      name: 'Ann',
      isBanned: true,
      isPermanent: true,
      banExpires: 0,
      bannedTimes: 1,
      totalTime: 0,
      joinedDate: '',
    });
    await expect(network.players.detail(BEN.uuid)).rejects.toMatchObject({ code: 'player_not_found' });
  });
});

describe('the list of all players', () => {
  it('has a new player at once', async () => {
    const { network, proxy } = await openFixture();
    proxy().connect().enter(ANN);
    const page = await network.players.all(ALL);
    expect(page).toMatchObject({ total: 1, rows: [{ uuid: ANN.uuid, isOnline: true }] });
  });

  it.each([-5_000, 5_000])(
    'writes running sessions once a second, also when the clock is set by %d ms',
    async (by) => {
      const { network, storage, clock, proxy } = await openFixture();
      proxy().connect().enter(ANN);
      await clock.advance(10_000);
      const list = () => network.players.all({ ...ALL, sort: 'totalTime' });
      await list();
      const written = storage.faults.count('players.save');
      clock.jump(by);
      await list();
      expect(storage.faults.count('players.save')).toBe(written);
      await clock.advance(1_000);
      await list();
      expect(storage.faults.count('players.save')).toBe(written + 1);
    },
  );

  it('is sorted by what it shows, running sessions included', async () => {
    const { network, clock, proxy } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    await clock.advance(30_000);
    home.enter(BEN);
    await clock.advance(10_000);
    home.leave(ANN.uuid);
    await clock.advance(45_000);
    const page = await network.players.all({ ...ALL, sort: 'totalTime' });
    expect(page.rows.map(({ name, totalTime }) => [name, totalTime])).toEqual([
      ['Ben', 55],
      ['Ann', 40],
    ]);
  });

  it('says so when the database is away', async () => {
    const { network, storage, proxy } = await openFixture();
    proxy().connect().enter(ANN);
    storage.faults.always('*', 'before');
    await expect(network.players.all(ALL)).rejects.toMatchObject({ code: 'storage_unavailable' });
  });
});

describe('a player online', () => {
  it('is moved to a server that takes players, and to no other', async () => {
    const { network, proxy, backend } = await openFixture();
    const home = proxy().connect();
    backend('game').connect();
    backend('young').connect({ state: 'STARTING' });
    home.enter(ANN, 'lobby');
    await network.players.send(ANN.uuid, 'game');
    expect((await network.players.detail(ANN.uuid)).server).toBe('game');
    await expect(network.players.send(ANN.uuid, 'young')).rejects.toMatchObject({
      code: 'platform_unavailable',
    });
    await expect(network.players.send(ANN.uuid, 'nowhere')).rejects.toMatchObject({
      code: 'server_not_found',
    });
    await expect(network.players.send(BEN.uuid, 'game')).rejects.toMatchObject({ code: 'player_offline' });
  });

  it('is kicked with the reason as it was written', async () => {
    const { network, proxy } = await openFixture();
    const home = proxy().connect();
    home.enter(ANN);
    await network.players.kick(ANN.uuid, 'be nice');
    expect(home.kicks).toEqual([{ uuid: ANN.uuid, message: 'be nice' }]);
    expect(network.players.onlineCount).toBe(0);
  });

  it('is kicked alone where somebody else came to the same edge under their uuid', async () => {
    const { network, clock } = await openFixture();
    const edge = new FakeEdge(network, clock, 'edge');
    await edge.enter('Ann', ANN.uuid);
    await network.players.kick(ANN.uuid, 'be nice');
    expect(edge.kicks).toMatchObject([{ uuid: ANN.uuid, name: 'Ann' }]);
  });
});

describe('friends', () => {
  it('are those of the table; a player without any is known or is not', async () => {
    const { network, storage, proxy } = await openFixture();
    storage.rows.friends.push({ player: ANN.uuid, uuid: BEN.uuid, name: 'Ben', since: 1_700_000_000_000 });
    expect(await network.players.friends(ANN.uuid)).toEqual([
      { uuid: BEN.uuid, name: 'Ben', friendSince: '2023-11-14 22:13:20' },
    ]);
    await expect(network.players.friends(BEN.uuid)).rejects.toMatchObject({ code: 'player_not_found' });
    proxy().connect().enter(BEN);
    expect(await network.players.friends(BEN.uuid)).toEqual([]);
  });
});

describe('the network under a flood', () => {
  it('announces every join and leave with the right count', async () => {
    const { proxy, events } = await openFixture();
    const home = proxy().connect();
    const crowd = testPlayers(500);
    for (const one of crowd) home.enter(one);
    for (const one of crowd) home.leave(one.uuid);
    expect(events('player_join').map(({ onlinePlayers }) => onlinePlayers)).toEqual(
      crowd.map((_, at) => at + 1),
    );
    expect(events('player_leave').map(({ onlinePlayers }) => onlinePlayers)).toEqual(
      crowd.map((_, at) => crowd.length - at - 1),
    );
  });
});
