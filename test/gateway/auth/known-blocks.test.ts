import { beforeEach, expect, test } from 'vitest';
import { KnownBlocks } from '../../../src/gateway/auth/known-blocks.ts';
import { KeptLog } from '../../channel/channel-fixture.ts';
import { MemoryStorage } from '../../fixtures/memory-storage.ts';
import { TestClock } from '../../fixtures/test-clock.ts';

const OWNER = '198.51.100.7';
const DAY = 24 * 3600_000;

let clock: TestClock;
let storage: MemoryStorage;
let log: KeptLog;
beforeEach(() => {
  clock = new TestClock();
  storage = new MemoryStorage(clock);
  log = new KeptLog();
});

const open = (signingKey = new Uint8Array(32).fill(7)) =>
  KnownBlocks.open({
    of: 'logins',
    store: storage.loginBlocks,
    signingKey,
    clock,
    logger: log,
    random: () => 0.5,
  });

test('a block that logged in is known at once, and after a restart a second later', async () => {
  const before = await open();
  before.add(OWNER);
  expect(before.has(OWNER)).toBe(true);
  await clock.advance(1_000);
  const after = await open();
  expect([after.has(OWNER), after.has('198.51.100.8')]).toEqual([true, false]);
});

test('what is not written yet is written when the gateway closes', async () => {
  const before = await open();
  before.add(OWNER);
  await before.close();
  expect((await open()).has(OWNER)).toBe(true);
  expect(clock.pending).toBe(0);
});

test('closing waits for no database that is away', async () => {
  const blocks = await open();
  blocks.add(OWNER);
  storage.away = true;
  await blocks.close();
  expect(clock.pending).toBe(0);
});

test('the database has no address, and its rows mean nothing under another key', async () => {
  const blocks = await open();
  blocks.add(OWNER);
  await blocks.close();
  expect([...storage.rows.loginBlocks.keys()]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect((await open(new Uint8Array(32).fill(8))).has(OWNER)).toBe(false);
});

test('a block that does not log in for 90 days is known no longer', async () => {
  const blocks = await open();
  blocks.add(OWNER);
  await clock.advance(90 * DAY - 1);
  expect([blocks.has(OWNER), (await open()).has(OWNER)]).toEqual([true, true]);
  await clock.advance(1);
  expect([blocks.has(OWNER), (await open()).has(OWNER)]).toEqual([false, false]);
  blocks.add('192.0.2.1');
  await blocks.close();
  expect(storage.rows.loginBlocks.size).toBe(1);
});

test('beyond 1 000 blocks the one that logged in longest ago is forgotten, also over a restart', async () => {
  const blocks = await open();
  for (let number = 0; number <= 1_000; number += 1) {
    blocks.add(`10.0.${number >> 8}.${number & 255}`);
    await clock.leap(1);
  }
  await blocks.close();
  const after = await open();
  for (const one of [blocks, after])
    expect([one.has('10.0.0.0'), one.has('10.0.0.1'), one.has('10.0.3.232')]).toEqual([false, true, true]);
  after.add('192.0.2.1');
  expect([after.has('10.0.0.1'), after.has('10.0.0.2')]).toEqual([false, true]);
});

test('a block that logs in often is written once an hour', async () => {
  const blocks = await open();
  const written: number[] = [];
  for (let minute = 0; minute < 120; minute += 1) {
    blocks.add(OWNER);
    await clock.advance(60_000);
    const [lastLogin = 0] = storage.rows.loginBlocks.values();
    if (written.at(-1) !== lastLogin) written.push(lastLogin);
  }
  expect(written).toHaveLength(2);
});

test('what the database did not take is written again, ever later', async () => {
  const blocks = await open();
  storage.away = true;
  blocks.add(OWNER);
  await clock.advance(60_000);
  const tries = log.lines.filter(({ event }) => event === 'login.blocks-not-written').length;
  expect(tries).toBeGreaterThan(3);
  expect(tries).toBeLessThan(9);
  storage.away = false;
  await clock.advance(300_000);
  expect((await open()).has(OWNER)).toBe(true);
  expect(clock.pending).toBe(0);
});
