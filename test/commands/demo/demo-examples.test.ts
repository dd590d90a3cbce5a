import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isNewNetwork, showExamples } from '../../../src/commands/demo/demo-examples.ts';
import type { Clock } from '../../../src/runtime/clock.ts';
import { type Simulator, startSimulator } from '../../../src/simulator/simulator.ts';
import { KeptLog, SECRET } from '../../channel/channel-fixture.ts';
import { type Coordinator, openCoordinator } from '../../channel/coordinator-fixture.ts';
import { fastClock } from '../../fixtures/test-clock.ts';

const soon = { timeout: 15_000, interval: 20 };
const PAGE = { sort: 'date', order: 'asc', search: '', limit: 100, offset: 0 } as const;
const TABLE = 'Friends "quoted"';

let folder: string;
let clock: Clock;
let coordinator: Coordinator;
let simulator: Simulator;
let stop: (() => void) | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-examples-'));
  clock = fastClock(4);
  coordinator = await openCoordinator(clock);
});
afterEach(async () => {
  stop?.();
  await simulator.close();
  await coordinator.close();
  rmSync(folder, { recursive: true });
});

async function populate(players: number): Promise<void> {
  const size = { proxies: 1, servers: 4, players, churn: 0, seed: 1, joinsPerSecond: 500 };
  const access = { url: coordinator.url, secret: SECRET, version: '1.0.0' };
  simulator = startSimulator({ ...size, ...access, clock, logger: new KeptLog() });
  await simulator.reachedTarget;
  await expect.poll(() => coordinator.network.players.onlineCount, soon).toBe(players);
}

const file = (): string => join(folder, 'friends.db');
const options = () => ({
  network: coordinator.network,
  database: { file: file(), friendsTable: TABLE },
  games: ['duels-1', 'sky-raid-1'],
  clock,
  logger: new KeptLog(),
});

/** How many rows there are; undefined without the table. */
function friendships(): number | undefined {
  const database = new DatabaseSync(file());
  try {
    const known = database.prepare('select 1 from sqlite_master where name = ?').get(TABLE);
    if (known === undefined) return undefined;
    return database.prepare(`select player from "${TABLE.replaceAll('"', '""')}"`).all().length;
  } finally {
    database.close();
  }
}

it('a network where nobody has played is given bans for good, for a time and lifted ones, and friends', async () => {
  expect(await isNewNetwork(coordinator.network)).toBe(true);
  await populate(60);
  stop = await showExamples(options(), true);
  const { rows } = await coordinator.network.bans.list(PAGE);
  const kinds = rows.map(
    ({ active, permanent }) => `${active ? 'in force' : 'lifted'}, ${permanent ? 'for good' : 'for a time'}`,
  );
  expect(new Set(kinds)).toEqual(
    new Set(['in force, for good', 'in force, for a time', 'lifted, for a time', 'lifted, for good']),
  );
  expect(coordinator.network.bans.activeCount).toBe(4);
  expect(friendships()).toBeGreaterThan(100);
});

it('of a small crowd one in ten is banned', async () => {
  await populate(12);
  stop = await showExamples(options(), true);
  expect((await coordinator.network.bans.list(PAGE)).total).toBe(1);
});

it('where somebody has played before, there are neither bans nor friends', async () => {
  await populate(20);
  await expect.poll(() => isNewNetwork(coordinator.network), soon).toBe(false);
  stop = await showExamples(options(), false);
  expect((await coordinator.network.bans.list(PAGE)).total).toBe(0);
  expect(friendships()).toBeUndefined();
});

it('games restart in turn, one after the other', async () => {
  await populate(20);
  const restarted: string[] = [];
  coordinator.network.events.subscribe(({ event }) => {
    if (event.type === 'server_update' && event.data.state === 'RESTARTING') restarted.push(event.data.name);
  });
  stop = await showExamples(options(), false);
  await expect.poll(() => new Set(restarted).size, { timeout: 28_000, interval: 50 }).toBe(2);
  expect([...new Set(restarted)]).toEqual(['duels-1', 'sky-raid-1']);
});
