import { afterEach, beforeEach, expect, test } from 'vitest';
import { MsmpClient } from '../../../src/platform/msmp/msmp-client.ts';
import { LevelledLog } from '../../fixtures/levelled-log.ts';
import { SyncTestClock } from '../../fixtures/test-clock.ts';
import { playerRef, RecordingListener } from '../recording-listener.ts';
import { ManagementServer, SECRET } from './management-server.ts';

const ann = { id: playerRef(1, 'Ann').uuid, name: 'Ann' };
const bob = { id: playerRef(2, 'Bob').uuid, name: 'Bob' };

let server: ManagementServer;
let client: MsmpClient;
let clock: SyncTestClock;
let log: LevelledLog;
let listener: RecordingListener;
let answered: number;
beforeEach(async () => {
  clock = new SyncTestClock();
  log = new LevelledLog();
  listener = new RecordingListener();
  answered = 0;
  server = await ManagementServer.open();
});
afterEach(async () => {
  await client.close();
  await server.close();
});

/** A client of a server that closes so many connections after its first answer. */
function open(closes: number): void {
  server.onStatus = () => {
    answered += 1;
    if (answered <= closes) queueMicrotask(() => server.cut());
  };
  const deps = { clock, logger: log, random: () => 0.5, listener };
  client = new MsmpClient({ name: 'lobby', url: server.url, secret: SECRET, ...deps });
}

const notifies = (...calls: string[]) => expect.poll(() => listener.calls).toEqual(calls);

test('a connection to a server that answers once and closes is made less and less often, and said to flap', async () => {
  open(Number.POSITIVE_INFINITY);
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await expect.poll(() => answered).toBe(attempt);
    await expect.poll(() => clock.pending).toBe(1);
    const before = clock.now();
    while (clock.pending === 1) clock.advance(125);
    waits.push(clock.now() - before);
  }
  expect(waits).toEqual([375, 750, 1500, 3000, 6000, 12_000, 24_000, 48_000]);
  expect(log.lines.filter(({ level }) => level !== 'debug')).toMatchObject([
    { event: 'msmp.connected' },
    { event: 'msmp.lost' },
  ]);
  await expect.poll(() => answered).toBe(9);
  await expect.poll(() => clock.pending).toBe(1);
  expect(log.at('warn')[1]).toEqual({
    event: 'msmp.flapping',
    server: 'lobby',
    reason: expect.stringMatching(/^it answers and closes again and again/),
    detail: expect.stringContaining('Check the log of the server'),
  });
  expect(client.closedReason).toMatch(/again and again.*Check the log of the server/);
  expect(listener.calls).toEqual(['observed', 'gone', 'observed', 'gone']);
});

test('a connection to a server that has come and gone counts again once it has lasted, with who is there then', async () => {
  open(2);
  for (const wait of [375, 750]) {
    await notifies(...(wait === 375 ? ['observed', 'gone'] : ['observed', 'gone', 'observed', 'gone']));
    await expect.poll(() => clock.pending).toBe(1);
    clock.advance(wait);
  }
  await expect.poll(() => answered).toBe(3);
  // The next poll, and the time limit of requests.
  await expect.poll(() => clock.pending).toBe(2);
  server.players = [ann];
  server.notify('server/status', server.status());
  server.join(bob);
  clock.advance(9_999);
  server.notify('server/status', server.status());
  // What was sent before its answer has been read by then.
  await client.players();
  expect(listener.calls).toHaveLength(4);
  expect(client.closedReason).toMatch(/again and again/);
  clock.advance(5_001);
  await notifies('observed', 'gone', 'observed', 'gone', 'observed Ann,Bob');
  expect(client.closedReason).toBeUndefined();
  // Then it is away altogether, which is something else.
  await server.close();
  await expect.poll(() => listener.calls.at(-1)).toBe('gone');
  clock.advance(2_000);
  await expect.poll(() => client.closedReason).toMatch(/^ws:.*ECONNREFUSED/);
});
