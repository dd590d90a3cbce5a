import { expect, it } from 'vitest';
import { openFixture } from '../actors/network-fixture.ts';
import { testPlayer } from '../actors/test-players.ts';

const STEVE = testPlayer(1);
const ONLINE = { order: 'desc', search: '', limit: null, offset: 0 } as const;

it('counts a session once that goes on over a restart of the coordinator', async () => {
  const { network, clock, storage, proxy, reopen } = await openFixture();
  const home = proxy().connect();
  home.enter(STEVE);
  await clock.advance(100_000);
  await network.close();
  expect(storage.rows.players.get(STEVE.uuid)?.playtime).toBe(100);

  const next = await reopen();
  const again = next.proxy();
  for (const [uuid, entry] of home.players) again.players.set(uuid, entry);
  again.connect();
  await clock.advance(50_000);
  const detail = await next.network.players.detail(STEVE.uuid);
  expect(detail).toMatchObject({ totalTime: 150, onlineTime: 150 });
  again.leave(STEVE.uuid);
  await clock.advance(1000);
  expect(storage.rows.players.get(STEVE.uuid)?.playtime).toBe(150);
});

it('counts a session once whose proxy was away for longer than the grace', async () => {
  const { clock, storage, proxy } = await openFixture();
  const home = proxy().connect();
  home.enter(STEVE);
  await clock.advance(100_000);
  home.drop();
  await clock.advance(30_000);
  expect(storage.rows.players.get(STEVE.uuid)?.playtime).toBe(110);
  home.connect();
  await clock.advance(40_000);
  home.leave(STEVE.uuid);
  await clock.advance(1000);
  expect(storage.rows.players.get(STEVE.uuid)?.playtime).toBe(150);
});

it('counts it once as well when nothing of it could be written meanwhile', async () => {
  const { clock, storage, proxy } = await openFixture();
  storage.faults.always('*', 'before');
  const home = proxy().connect();
  home.enter(STEVE);
  await clock.advance(100_000);
  home.drop();
  await clock.advance(30_000);
  home.connect();
  await clock.advance(40_000);
  home.leave(STEVE.uuid);
  storage.faults.heal();
  await clock.advance(60_000);
  expect(storage.rows.players.get(STEVE.uuid)?.playtime).toBe(150);
});

it('counts a session in full that began while the coordinator was away', async () => {
  const { network, clock, storage, proxy, reopen } = await openFixture();
  const home = proxy().connect();
  home.enter(STEVE);
  await clock.advance(100_000);
  home.leave(STEVE.uuid);
  await network.close();
  await clock.advance(100_000);
  const next = await reopen();
  const again = next.proxy();
  again.join(STEVE);
  await clock.advance(100_000);
  again.connect();
  await clock.advance(100_000);
  await next.network.close();
  expect(storage.rows.players.get(STEVE.uuid)?.playtime).toBe(300);
});

it('keeps the address of a player who left before their row could be written', async () => {
  const { network, clock, storage, proxy } = await openFixture();
  const home = proxy().connect();
  storage.faults.next('players.save', 'before');
  home.enter(STEVE);
  await clock.advance(300);
  home.leave(STEVE.uuid);
  await clock.advance(60_000);
  const { uuid, name } = STEVE;
  const ban = await network.bans.ban(
    { uuid, name, time: '1h', reason: '' },
    { via: 'api', name: 'a', uuid: null },
  );
  expect(ban.bannedIp).toBe(STEVE.ip);
});

it('lets all callers during a write share the next one', async () => {
  const { network, clock, storage, proxy } = await openFixture();
  const home = proxy().connect();
  home.enter(STEVE);
  storage.faults.always('players.save', { delayMs: 10 });
  const query = { sort: 'name', order: 'asc', search: '', limit: 10, offset: 0, cursor: null } as const;
  const first = network.players.all(query);
  await clock.advance(1);
  home.enter(testPlayer(2));
  const others = Array.from({ length: 20 }, () => network.players.all(query));
  await clock.advance(10);
  // A player joins while the second write is under way: callers from before do not wait for them.
  home.enter(testPlayer(3));
  await clock.advance(15);
  await first;
  expect((await Promise.all(others)).every(({ total }) => total >= 2)).toBe(true);
  expect(storage.faults.count('players.save')).toBe(2);
});

it('never shows a total below the running session, however much of it a crash has lost', async () => {
  const { network, clock, storage, proxy, reopen } = await openFixture();
  const home = proxy().connect();
  home.enter(STEVE);
  await clock.advance(100_000);
  await network.close();
  const row = storage.rows.players.get(STEVE.uuid);
  if (row === undefined) throw new Error('no row');
  storage.rows.players.set(STEVE.uuid, { ...row, playtime: 60 });

  const next = await reopen();
  const again = next.proxy();
  for (const [uuid, entry] of home.players) again.players.set(uuid, entry);
  again.connect();
  await clock.advance(50_000);
  const shown = { totalTime: 150, totalTimeText: '0h 2m', onlineTime: 150 };
  expect(await next.network.players.detail(STEVE.uuid)).toMatchObject(shown);
  const { bytes } = next.network.players.online({ ...ONLINE, sort: 'totalTime' });
  expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject([shown]);
  again.enter(testPlayer(2));
  await clock.advance(10_000);
  const order = next.network.players.online({ ...ONLINE, sort: 'totalTime' }).bytes;
  expect(JSON.parse(new TextDecoder().decode(order))).toMatchObject([{ totalTime: 160 }, { totalTime: 10 }]);
  again.leave(STEVE.uuid);
  await clock.advance(1000);
  // What nobody counted is not made up.
  expect(storage.rows.players.get(STEVE.uuid)?.playtime).toBe(120);
});
