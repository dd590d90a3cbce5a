import { expect, it } from 'vitest';
import { makeEntry } from '../../src/actors/models/online-entry.ts';
import { OnlinePlayers } from '../../src/actors/models/online-players.ts';
import { Playtime } from '../../src/actors/models/playtime.ts';
import { MemoryStorage } from '../fixtures/memory-storage.ts';
import { openFixture } from '../actors/network-fixture.ts';
import { testPlayers, testPlayer } from '../actors/test-players.ts';
import { TestClock } from '../fixtures/test-clock.ts';
import { recordedLog } from '../commands/recorded-log.ts';

const STEVE = testPlayer(1);

it('loses at most the last minute when the process is killed', async () => {
  for (const played of [59_000, 61_000, 100_500, 179_000]) {
    const { clock, storage, proxy } = await openFixture();
    proxy().connect().enter(STEVE);
    await clock.advance(played);
    clock.dropTimers();
    const stored = storage.rows.players.get(STEVE.uuid)?.playtime ?? Number.NaN;
    expect(stored).toBeGreaterThanOrEqual(Math.floor(played / 1000) - 60);
    expect(stored).toBeLessThanOrEqual(Math.floor(played / 1000));
  }
});

it('writes a flood of 20 000 joins in one statement, and each minute of theirs in one more', async () => {
  const clock = new TestClock();
  const store = new MemoryStorage(clock);
  const online = new OnlinePlayers({ clock, instanceId: '', write: () => '' });
  const { logger } = recordedLog();
  const playtime = new Playtime({ store: store.players, online, clock, logger, random: Math.random });
  const crowd = testPlayers(20_000).map(({ uuid, name, ip }) =>
    makeEntry(uuid, name, { lease: 'p#1', ip, server: null, joinedAt: clock.now() }),
  );
  for (const entry of crowd) {
    online.add(entry);
    playtime.arrive(entry);
  }
  await clock.advance(1000);
  expect(store.batches).toEqual([20_000]);
  expect(store.faults.count('players.findMany')).toBe(20);
  await clock.advance(59_000);
  expect(store.batches).toEqual([20_000, 20_000]);
  for (const entry of crowd) {
    online.remove(entry);
    playtime.depart(entry);
  }
  await clock.advance(1000);
  expect(store.batches).toEqual([20_000, 20_000, 20_000]);
  expect([...store.rows.players.values()].every((row) => row.playtime === 60)).toBe(true);
});

it('keeps one row for each player while the database is away for minutes, and loses none', async () => {
  const { clock, storage, proxy } = await openFixture();
  const home = proxy().connect();
  storage.faults.always('*', 'before');
  const crowd = testPlayers(10);
  for (let minute = 0; minute < 30; minute += 1) {
    for (const one of crowd) home.enter(one);
    await clock.advance(15_000);
    for (const one of crowd) home.leave(one.uuid);
    await clock.advance(15_000);
  }
  storage.faults.heal();
  await clock.advance(60_000);
  expect(storage.batches).toEqual([crowd.length]);
  for (const { uuid } of crowd) expect(storage.rows.players.get(uuid)?.playtime).toBe(30 * 15);
});

it('asks a database that is away less and less often', async () => {
  const { clock, storage, proxy } = await openFixture();
  storage.faults.always('*', 'before');
  proxy().connect().enter(STEVE);
  await clock.advance(600_000);
  const calls = storage.faults.count('players.findMany');
  // At most every 30 s by the longest pause, and every minute by the flush.
  expect(calls).toBeGreaterThan(15);
  expect(calls).toBeLessThan(45);
});

it('counts nothing twice when a write came through but its answer was lost', async () => {
  const { clock, storage, proxy } = await openFixture();
  const home = proxy().connect();
  storage.faults.always('players.save', 'after');
  home.enter(STEVE);
  await clock.advance(300_000);
  home.leave(STEVE.uuid);
  await clock.advance(5_000);
  storage.faults.heal();
  await clock.advance(60_000);
  expect(storage.rows.players.get(STEVE.uuid)?.playtime).toBe(300);
});
