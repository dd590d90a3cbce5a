import { afterEach, beforeEach, expect, test } from 'vitest';
import { PlayerPoll } from '../../../src/platform/rcon/player-poll.ts';
import type { Sighting } from '../../../src/platform/server-management.ts';
import { TestClock } from '../../fixtures/test-clock.ts';
import { playerRef, WatchedServer } from '../watched-server.ts';

let clock: TestClock;
let watched: WatchedServer;
let looks: number;
let sighting: Sighting | undefined;
let poll: PlayerPoll;
beforeEach(async () => {
  clock = new TestClock();
  watched = new WatchedServer();
  looks = 0;
  sighting = { players: [playerRef(1, 'Ann')], maxPlayers: 20 };
  poll = new PlayerPoll({ look, watcher: watched, clock, random: () => 0.5 });
  await clock.advance(0);
});
afterEach(() => poll.close());

function look(): Promise<Sighting> {
  looks += 1;
  return sighting === undefined ? Promise.reject(new Error('away')) : Promise.resolve(sighting);
}

test('a server is looked at at once and every 10 s', async () => {
  await clock.advance(30_000);
  expect(watched.told).toEqual(Array(4).fill('seen Ann'));
});

test('one failure is no outage, two in a row are, told once', async () => {
  sighting = undefined;
  await clock.advance(10_000);
  expect(watched.told).toEqual(['seen Ann']);
  await clock.advance(1_000);
  expect(watched.told).toEqual(['seen Ann', 'gone']);
  await clock.advance(120_000);
  expect(watched.told).toEqual(['seen Ann', 'gone']);
  sighting = { players: [], maxPlayers: 20 };
  await clock.advance(10_000);
  expect(watched.told).toEqual(['seen Ann', 'gone', 'seen']);
});

test('a server that is away is asked at longer and longer intervals, never longer than 10 s', async () => {
  sighting = undefined;
  await clock.advance(200_000);
  const before = looks;
  await clock.advance(75_000);
  expect(looks - before).toBe(10);
});

test('a server that was told to stop is looked at closely: a quick restart does not go unseen', async () => {
  poll.expectAway();
  await clock.advance(2_000);
  expect(looks).toBe(5);
  sighting = undefined;
  await clock.advance(500);
  expect(watched.told.at(-1)).toBe('gone');
  sighting = { players: [], maxPlayers: 20 };
  await clock.advance(1_000);
  expect(watched.told.at(-1)).toBe('seen');
});

test('a server that was told to stop and did not is looked at as before after a minute', async () => {
  poll.expectAway();
  await clock.advance(70_000);
  const before = looks;
  await clock.advance(60_000);
  expect(looks - before).toBe(6);
});

test('nothing is asked after close', async () => {
  poll.close();
  poll.expectAway();
  await clock.advance(60_000);
  expect(looks).toBe(1);
  expect(clock.pending).toBe(0);
});
