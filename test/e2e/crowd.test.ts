import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../src/runtime/clock.ts';
import { type Simulator, startSimulator } from '../../src/simulator/simulator.ts';
import { Operator, secretsOf } from './operator.ts';
import { type CoordinatorProcess, startCoordinator } from './process.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const PLAYERS = 20_000;
const PAGE = 1_000;
const LONG = { timeout: 60_000, interval: 100 };

interface Entry {
  readonly uuid: string;
  readonly name: string;
  readonly server: string;
}

let folder: string;
let coordinator: CoordinatorProcess;
let crowd: Simulator | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-crowd-'));
  coordinator = await startCoordinator(folder);
});
afterEach(async () => {
  await crowd?.close();
  await coordinator.end('SIGKILL');
  await rm(folder, { recursive: true });
});

it('20 000 players are in every list once, on every page once, and gone when they are gone', {
  timeout: 180_000,
}, async () => {
  const { apiKey, channelSecret } = await secretsOf(folder);
  const operator = new Operator(coordinator.url, apiKey);
  await operator.ask('PUT', '/api/proxy/settings', { maxPlayers: PLAYERS + 1_000 });
  crowd = startSimulator({
    url: coordinator.url,
    secret: channelSecret,
    proxies: 4,
    servers: 12,
    players: PLAYERS,
    churn: 0,
    seed: 20_000,
    clock: systemClock,
    logger: silent,
    version: '1.2.3',
    joinsPerSecond: PLAYERS / 2,
  });
  await crowd.reachedTarget;
  const online = () => operator.figure('portcullis_online_players');
  await expect.poll(online, LONG).toBe(PLAYERS);

  const all = await operator.read<Entry[]>('/api/players?sort=name&order=asc');
  expect(all).toHaveLength(PLAYERS);
  const everybody = new Set(all.map(({ uuid }) => uuid));
  expect(everybody.size).toBe(PLAYERS);
  expect(await paged(operator, '/api/players?sort=name&order=asc')).toEqual(all.map(({ uuid }) => uuid));
  const stored = await paged(operator, '/api/players/all?sort=name&order=asc');
  expect(new Set(stored)).toEqual(everybody);
  expect(stored).toHaveLength(PLAYERS);

  const status = await operator.read<{ onlinePlayers: number }>('/api/proxy/status');
  expect(status.onlinePlayers).toBe(PLAYERS);
  const servers = await operator.read<{ name: string; players: number }[]>('/api/servers');
  const onServers = Object.fromEntries(servers.map(({ name, players }) => [name, players]));
  const counted = Object.fromEntries(servers.map(({ name }) => [name, 0]));
  for (const { server } of all) counted[server] = (counted[server] ?? 0) + 1;
  expect(onServers).toEqual(counted);
  const [fullest] = servers.toSorted((one, other) => other.players - one.players);
  expect(await operator.read(`/api/servers/${fullest?.name}/players`)).toHaveLength(fullest?.players ?? -1);

  // Their proxies disconnect and do not reconnect: after the grace no player and no data of a player is left.
  await crowd.close();
  await expect.poll(online, LONG).toBe(0);
  expect(await operator.read('/api/players')).toEqual([]);
  const figures = [
    'portcullis_seats_held',
    'portcullis_actors{kind="player"}',
    'portcullis_links{role="proxy"}',
  ];
  for (const figure of figures) await expect.poll(() => operator.figure(figure), LONG).toBe(0);
  const emptied = await operator.read<{ players: number }[]>('/api/servers');
  expect(emptied.map(({ players }) => players)).toEqual(emptied.map(() => 0));
  expect(await paged(operator, '/api/players/all?sort=name&order=asc')).toEqual(stored);
  const { code, log } = await coordinator.end();
  expect(code).toBe(0);
  expect(log.filter(({ level }) => level === 'error')).toEqual([]);
});

/** The uuids of all pages in order. */
async function paged(operator: Operator, path: string): Promise<string[]> {
  const uuids: string[] = [];
  for (;;) {
    const { json, headers } = await operator.ask('GET', `${path}&limit=${PAGE}&offset=${uuids.length}`);
    expect(headers['x-total-count']).toBe(String(PLAYERS));
    const page = json as Entry[];
    uuids.push(...page.map(({ uuid }) => uuid));
    if (page.length < PAGE) return uuids;
  }
}
