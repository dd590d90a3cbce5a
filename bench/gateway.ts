import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRow, BenchTable } from './bench-table.ts';
import { requestsPerSecond, startServer } from './fixtures/child-run.ts';
import { API_KEY } from './fixtures/coordinator.ts';
import { exponent, median, medianRatio, perSecond } from './fixtures/median.ts';
import { cpuMilliseconds } from './fixtures/process-figures.ts';

const AUTH = [`Authorization: Bearer ${API_KEY}`];
const PATH = '/api/servers';
const ROUNDS = 5;
const FRAMEWORKS = [
  { name: 'node', reach: '2.0', floor: '1.8' },
  { name: 'fastify', reach: '2.1', floor: '1.9' },
  { name: 'express', reach: '15', floor: '12' },
] as const;

type Server = Awaited<ReturnType<typeof startServer>>;
interface Reading {
  readonly rate: number;
  /** Processor time of the server for each request, in microseconds. */
  readonly cpu: number;
}

/** Its processes are pinned. */
export const isPinned = true;
export const tools = ['wrk'] as const;

/** Goals 1 and 2 (docs/goals.md): a list through the full stack, compared with bare uWS and with other frameworks. */
export async function run(): Promise<BenchTable> {
  const installed = existsSync(join(import.meta.dirname, 'node_modules/fastify'));
  const sizes = [10, 50, 500];
  const measured = [];
  for (const size of sizes) measured.push(await measure(size, size === 10 && installed ? FRAMEWORKS : []));
  const cost = exponent(
    sizes,
    measured.map(({ cpu }) => cpu),
  );
  return {
    goal: '1, 2',
    title: 'A list read through the full stack',
    rows: measured.flatMap(({ rows }) => rows),
    notes: [
      `\`GET ${PATH}\` with authentication, ETag and headers; bare: uWS sending the same bytes and headers and nothing else; the others: equivalent handlers with ready bytes. \`wrk\`, 64 connections, medians of ${ROUNDS} interleaved rounds of 2 s.`,
      'CPU: user and system time of the server process for a request; its ratio is bare to ours.',
      `The cost of a request grows with the number of servers to the power of ${cost.toFixed(2)}.`,
      ...(installed ? [] : ['Frameworks were not measured: run `npm ci` in `bench/` first.']),
    ],
  };
}

async function measure(size: number, frameworks: readonly (typeof FRAMEWORKS)[number][]) {
  const ours = await startServer('server-list.ts', 'ours', String(size));
  const url = `http://127.0.0.1:${ours.port}${PATH}`;
  const servers = [ours, await startServer('list-server.ts', 'bare', url)];
  try {
    for (const { name } of frameworks) servers.push(await startServer('server-list.ts', name, url));
    const readings = servers.map((): Reading[] => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [place, server] of servers.entries()) readings[place]?.push(await read(server));
    }
    const [mine = [], bare = [], ...others] = readings;
    const named = `${size} servers`;
    const rows: BenchRow[] = [
      row(`${named}, against bare uWS`, mine, bare, '0.97', '0.90'),
      {
        figure: `${named}, CPU against bare uWS`,
        ours: `${median(cpusOf(mine)).toFixed(1)} µs`,
        baseline: `${median(cpusOf(bare)).toFixed(1)} µs`,
        ratio: medianRatio(cpusOf(bare), cpusOf(mine)),
        reach: '0.97',
        floor: '0.90',
      },
      ...frameworks.map(({ name, reach, floor }, place) =>
        row(
          `${named}, against ${name === 'node' ? 'node:http' : name}`,
          mine,
          others[place] ?? [],
          reach,
          floor,
        ),
      ),
    ];
    return { rows, cpu: median(cpusOf(mine)) };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

function row(
  figure: string,
  mine: readonly Reading[],
  other: readonly Reading[],
  reach: string,
  floor: string,
): BenchRow {
  const [ours, theirs] = [mine, other].map((readings) => readings.map(({ rate }) => rate));
  if (ours === undefined || theirs === undefined) throw new Error('needs two series to compare');
  return {
    figure,
    ours: perSecond(median(ours)),
    baseline: perSecond(median(theirs)),
    ratio: medianRatio(ours, theirs),
    reach,
    floor,
  };
}

function cpusOf(readings: readonly Reading[]): number[] {
  return readings.map(({ cpu }) => cpu);
}

async function read({ port, child }: Server): Promise<Reading> {
  const pid = child.pid ?? 0;
  const before = cpuMilliseconds(pid);
  const rate = await requestsPerSecond(`http://127.0.0.1:${port}${PATH}`, AUTH);
  return { rate, cpu: ((cpuMilliseconds(pid) - before) * 1000) / (rate * 2) };
}
