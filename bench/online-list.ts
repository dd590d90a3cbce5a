import type { OnlineQuery } from '../src/actors/network.ts';
import { OnlinePlayers } from '../src/actors/models/online-players.ts';
import { makeEntry, type OnlineEntry } from '../src/actors/models/online-entry.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { Views } from '../src/actors/models/views.ts';
import { dateTextIn } from '../src/domain/time/date-text.ts';
import type { BenchTable } from './bench-table.ts';
import { requestsPerSecond, startServer } from './fixtures/child-run.ts';
import { API_KEY, playerUuid } from './fixtures/coordinator.ts';
import { exponent, interleave, median, medianRatio, perSecond } from './fixtures/median.ts';
import { cpuMilliseconds } from './fixtures/process-figures.ts';

const AUTH = [`Authorization: Bearer ${API_KEY}`];
const PATH = '/api/players?limit=100';

/** Seconds that `requestsPerSecond` takes. */
const ROUND_S = 2;

interface Reading {
  readonly rate: number;
  /** Requests for a second of the server's CPU time, that of the changes included. */
  readonly perCpuSecond: number;
}

/** Its processes are pinned. */
export const isPinned = true;
export const tools = ['wrk'] as const;

/** Goals 3 and 4: the list of online players while players move, and an uncached search in it. */
export async function run(): Promise<BenchTable> {
  const rows = [];
  for (const size of [1000, 10_000, 50_000]) rows.push(...(await measurePage(size)));
  const searches = [1000, 10_000, 100_000].map((size) => ({ size, ...measureSearch(size) }));
  rows.push(...searches.map(({ row }) => row));
  const growth = exponent(
    searches.map(({ size }) => size),
    searches.map(({ cost }) => cost),
  );
  return {
    goal: '3, 4',
    title: 'Online players: a page under change, and a search',
    rows,
    notes: [
      'The page: 100 players, 1 000 changes a second, full stack, against bare uWS sending the same bytes and headers; 64 connections, medians of 5 interleaved rounds of 2 s.',
      'It is measured once the rows of those who came online are written. A second of processor time is that of the whole process: the changes, the threads of the database and the collections of garbage are in it.',
      'The search is not cached; baseline: map, filter, sort and stringify over the same entries.',
      `The cost of a search grows with the players to the power of ${growth.toFixed(2)}.`,
    ],
  };
}

async function measurePage(size: number): Promise<BenchTable['rows']> {
  const ours = await startServer('list-server.ts', 'ours', String(size), '1000');
  const urlOf = ({ port }: { port: number }) => `http://127.0.0.1:${port}${PATH}`;
  const url = urlOf(ours);
  const bare = await startServer('list-server.ts', 'bare', url);
  try {
    const read = async (server: typeof ours): Promise<Reading> => {
      const pid = server.child.pid ?? 0;
      const before = cpuMilliseconds(pid);
      const rate = await requestsPerSecond(urlOf(server), AUTH);
      return { rate, perCpuSecond: (rate * ROUND_S * 1000) / (cpuMilliseconds(pid) - before) };
    };
    const { a, b } = await interleave(
      5,
      () => read(ours),
      () => read(bare),
    );
    const row = (figure: string, of: (reading: Reading) => number) => ({
      figure: `100 of ${size} online, 1 000 changes/s${figure}`,
      ours: perSecond(median(a.map(of))),
      baseline: perSecond(median(b.map(of))),
      ratio: medianRatio(a.map(of), b.map(of)),
      reach: '0.95',
      floor: '0.85',
    });
    return [
      row('', ({ rate }) => rate),
      row(': for a second of processor time', ({ perCpuSecond }) => perCpuSecond),
    ];
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
}

function measureSearch(size: number): { row: BenchTable['rows'][number]; cost: number } {
  const views = new Views(dateTextIn('UTC'), () => false);
  const online = new OnlinePlayers({
    clock: systemClock,
    instanceId: 'bench',
    write: (entry, now) => views.onlinePlayerText(entry, now),
  });
  const now = Date.now();
  for (let index = 0; index < size; index += 1) {
    const presence = { lease: 'p#1', ip: '10.0.0.1', server: `game-${index % 50}`, joinedAt: now - index };
    online.add(makeEntry(playerUuid(index), `Player_${index}`, presence));
  }
  const query: OnlineQuery = { sort: 'name', order: 'asc', search: 'er_77', limit: 100, offset: 0 };
  const entries = [...online.values()];
  const turns = Math.max(2, Math.floor(200_000 / size));
  const ours: number[] = [];
  const naive: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    ours.push(timeOf(turns * 10, () => online.page(query)));
    naive.push(timeOf(turns, () => searchNaively(entries, views, query.search)));
  }
  const cost = median(ours);
  return {
    cost,
    row: {
      figure: `search among ${size}`,
      ours: `${(cost * 1000).toFixed(0)} µs`,
      baseline: `${(median(naive) * 1000).toFixed(0)} µs`,
      ratio: medianRatio(naive, ours),
      reach: '50×',
      floor: '30×',
    },
  };
}

function searchNaively(entries: readonly OnlineEntry[], views: Views, search: string): string {
  const now = Date.now();
  const found = entries
    .map((entry) => views.onlinePlayer(entry, now))
    .filter((player) => player.name.toLowerCase().includes(search))
    .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
  return JSON.stringify(found.slice(0, 100));
}

function timeOf(turns: number, work: () => unknown): number {
  const began = performance.now();
  for (let turn = 0; turn < turns; turn += 1) work();
  return (performance.now() - began) / turns;
}
