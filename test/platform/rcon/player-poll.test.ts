import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { PlayerPoll } from '../../../src/platform/rcon/player-poll.ts';
import type { Occupancy } from '../../../src/platform/server-management.ts';
import { KeptLog } from '../../channel/channel-fixture.ts';
import { TestClock } from '../../fixtures/test-clock.ts';
import { playerRef, RecordingListener } from '../recording-listener.ts';

let clock: TestClock;
let log: KeptLog;
let listener: RecordingListener;
let looks: number;
let sighting: Occupancy | undefined;
let poll: PlayerPoll;
beforeEach(async () => {
  clock = new TestClock();
  log = new KeptLog();
  listener = new RecordingListener();
  looks = 0;
  sighting = { players: [playerRef(1, 'Ann')], maxPlayers: 20 };
  poll = new PlayerPoll({ name: 'arena', request: look, listener, clock, logger: log, random: () => 0.5 });
  await clock.advance(0);
});
afterEach(() => poll.close());

function look(): Promise<Occupancy> {
  looks += 1;
  return sighting === undefined ? Promise.reject(new Error('away')) : Promise.resolve(sighting);
}

test('a server is polled at once and every 10 s', async () => {
  await clock.advance(30_000);
  expect(listener.calls).toEqual(Array(4).fill('observed Ann'));
});

test('two failures in a row are an outage, which is notified once; one is not', async () => {
  sighting = undefined;
  await clock.advance(10_000);
  expect(listener.calls).toEqual(['observed Ann']);
  await clock.advance(1_000);
  expect(listener.calls).toEqual(['observed Ann', 'gone']);
  await clock.advance(120_000);
  expect(listener.calls).toEqual(['observed Ann', 'gone']);
  sighting = { players: [], maxPlayers: 20 };
  await clock.advance(10_000);
  expect(listener.calls).toEqual(['observed Ann', 'gone', 'observed']);
});

test('a server that is away is polled at growing intervals of at most 10 s', async () => {
  sighting = undefined;
  await clock.advance(200_000);
  const before = looks;
  await clock.advance(75_000);
  expect(looks - before).toBe(10);
});

test('a server that was asked to stop is polled often, so that a quick restart is seen', async () => {
  poll.expectAway(true);
  await clock.advance(2_000);
  expect(looks).toBe(5);
  sighting = undefined;
  await clock.advance(500);
  expect(listener.calls.at(-1)).toBe('gone');
  sighting = { players: [], maxPlayers: 20 };
  await clock.advance(1_000);
  expect(listener.calls.at(-1)).toBe('observed');
});

test('a server that was asked to stop and did not is polled as before after a minute', async () => {
  poll.expectAway(true);
  await clock.advance(70_000);
  const before = looks;
  await clock.advance(60_000);
  expect(looks - before).toBe(6);
});

it('a server that was asked to stop is gone with its connection, however soon it is back', async () => {
  poll.expectAway(true);
  poll.connectionLost();
  await clock.advance(500);
  expect(listener.calls).toEqual(['observed Ann', 'gone', 'observed Ann']);
});

test('a server whose connection ended before its answer to the stop is gone', async () => {
  poll.expectAway(false);
  expect(listener.calls).toEqual(['observed Ann', 'gone']);
});

test('a connection that ends while nobody asked for a stop means nothing', async () => {
  poll.connectionLost();
  await clock.advance(10_000);
  expect(listener.calls).toEqual(['observed Ann', 'observed Ann']);
});

test('that it is unknown who is there is logged once for each time the server is up, at the second poll', async () => {
  sighting = { players: [], maxPlayers: 20, unknown: 'no list' };
  await clock.advance(10_000);
  expect(log.lines).toEqual([]);
  await clock.advance(60_000);
  expect(log.lines).toEqual([
    {
      event: 'rcon.players_unknown',
      server: 'arena',
      reason: 'no list',
      detail: expect.stringContaining('force'),
    },
  ]);
  sighting = undefined;
  await clock.advance(60_000);
  sighting = { players: [], maxPlayers: 20, unknown: 'no list' };
  await clock.advance(60_000);
  expect(log.lines).toHaveLength(2);
});

test('nothing is polled after close', async () => {
  poll.close();
  poll.expectAway(true);
  await clock.advance(60_000);
  expect(looks).toBe(1);
  expect(clock.pending).toBe(0);
});

test('a server with more players than it may have is missed like one that does not answer, and logged once', async () => {
  listener.limit = 0;
  await clock.advance(30_000);
  expect(listener.calls).toEqual(['observed Ann', 'gone']);
  expect(log.lines).toEqual([
    { event: 'rcon.too_many_players', server: 'arena', players: 1, reason: 'too many' },
  ]);
});
