import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchRow, BenchTable } from './bench-table.ts';
import { startServer } from './fixtures/child-run.ts';
import { exponent, interleave, median, medianRatio } from './fixtures/median.ts';
import { residentBytes } from './fixtures/process-figures.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

const ROUNDS = 5;
/** So far apart that each event is a flush of its own, because the hub takes at most a quarter of the time. */
const CROWDS = [
  { readers: 100, flushes: 20, every: 60 },
  { readers: 1000, flushes: 20, every: 60 },
  { readers: 5000, flushes: 6, every: 300 },
];
const FLOOD_SECONDS = 60;
const STALLED = 100;

/** Its processes are pinned. */
export const isPinned = true;
export const tools = ['strace'] as const;
const [TRACER] = tools;

/** Goals 7 and 8 (docs/goals.md): the cost of a delivery, the number of system calls, and the memory of readers. */
export async function run(): Promise<BenchTable> {
  const deliveries = [];
  for (const crowd of CROWDS) deliveries.push(await measureDelivery(crowd));
  const growth = exponent(
    CROWDS.map(({ readers }) => readers),
    deliveries.map(({ cost }) => cost),
  );
  const rows = [
    ...deliveries.map(({ row }) => row),
    await measureBatch(),
    await countSends(),
    await weighReaders(),
    ...(await measureStalled()),
  ];
  return {
    goal: '7, 8',
    title: 'Event streams',
    rows,
    notes: [
      `A delivery: processor time of the server to bring one event to one reader, one event a flush; baseline: a loop of corked writes of one ready buffer on uWS alone; its ratio is baseline to ours. Medians of ${ROUNDS} interleaved rounds.`,
      `The cost of a flush grows with the readers to the power of ${growth.toFixed(2)}.`,
      `Stalled readers: ${STALLED} who read nothing while 1 MB/s is due to each for ${FLOOD_SECONDS} s; the time is from the first refused write to the last of them gone.`,
    ],
  };
}

/** Processor milliseconds of one flush to many readers, by the hub and by uWS alone. */
async function measureDelivery({ readers, flushes, every }: (typeof CROWDS)[number]) {
  const ours = await startServer('event-fountain.ts', 'ours');
  const raw = await startServer('event-fountain.ts', 'raw');
  const crowds = [await readersOf(ours, readers), await readersOf(raw, readers)];
  try {
    const flush = async (server: Server) => (await emit(server, flushes, every, 1)) / flushes;
    await flush(ours);
    const { a, b } = await interleave(
      ROUNDS,
      () => flush(ours),
      () => flush(raw),
    );
    const row: BenchRow = {
      figure: `a delivery, ${readers} readers`,
      ours: `${(median(a) / readers).toFixed(2)} µs`,
      baseline: `${(median(b) / readers).toFixed(2)} µs`,
      ratio: medianRatio(b, a),
      reach: '0.97',
      floor: '0.90',
    };
    return { row, cost: median(a) };
  } finally {
    await Promise.all([ours, raw, ...crowds].map((one) => one.stop()));
  }
}

async function measureBatch(): Promise<BenchRow> {
  const server = await startServer('event-fountain.ts', 'ours');
  const crowd = await readersOf(server, 1000);
  try {
    const { a, b } = await interleave(
      ROUNDS,
      async () => (await emit(server, 20, 60, 1)) / 20,
      async () => (await emit(server, 200, 60, 10)) / 200,
    );
    return {
      figure: '10 events in one tick, 1000 readers',
      ours: `${(median(b) / 1000).toFixed(2)} µs`,
      baseline: `${(median(a) / 1000).toFixed(2)} µs`,
      ratio: medianRatio(a, b),
      reach: '10×',
      floor: '8×',
    };
  } finally {
    await Promise.all([server.stop(), crowd.stop()]);
  }
}

/** Counts the system calls that send. */
async function countSends(): Promise<BenchRow> {
  const [readers, flushes] = [200, 20];
  const server = await startServer('event-fountain.ts', 'ours');
  const crowd = await readersOf(server, readers);
  try {
    const tracer = spawn(TRACER, ['-f', '-e', 'trace=sendto', '-p', String(server.child.pid)]);
    let sends = 0;
    tracer.stderr.on('data', (text: Buffer) => {
      sends += text.toString().split('sendto(').length - 1;
    });
    await once(tracer.stderr, 'data', { signal: AbortSignal.timeout(10_000) });
    await emit(server, flushes, 100, 1);
    const ended = once(tracer, 'exit');
    tracer.kill('SIGINT');
    await ended;
    const each = sends / (readers * flushes);
    return {
      figure: 'send() for a reader and flush',
      ours: String(sends),
      baseline: String(readers * flushes),
      ratio: each,
      reach: '1',
      floor: '1',
    };
  } finally {
    await Promise.all([server.stop(), crowd.stop()]);
  }
}

async function weighReaders(): Promise<BenchRow> {
  const readers = 10_000;
  const weights: number[] = [];
  for (const mode of ['ours', 'raw']) {
    const server = await startServer('event-fountain.ts', mode);
    const before = await weigh(server);
    const crowd = await readersOf(server, readers);
    weights.push(((await weigh(server)) - before) / readers);
    await Promise.all([server.stop(), crowd.stop()]);
  }
  const [ours = Number.NaN, raw = Number.NaN] = weights;
  return {
    figure: `memory of a reader, ${readers} of them`,
    ours: `${(ours / 1024).toFixed(2)} KB`,
    baseline: `${(raw / 1024).toFixed(2)} KB`,
    ratio: ours / raw,
    reach: '2 KB',
    floor: '3 KB',
  };
}

async function measureStalled(): Promise<BenchRow[]> {
  const server = await startServer('event-fountain.ts', 'ours', String(50_000));
  // The first hundred events of this size take memory that does not belong to the readers.
  const warm = await readersOf(server, 1);
  await emit(server, 100, 50, 1);
  await warm.stop();
  const before = await weigh(server);
  const crowd = await startServer('stalled-readers.ts', String(server.port), String(STALLED));
  try {
    const flood = emit(server, FLOOD_SECONDS * 20, 50, 1);
    let [largest, blockedAt, goneAt] = [0, 0, 0];
    const began = performance.now();
    while (performance.now() - began < FLOOD_SECONDS * 1000) {
      await pause(200);
      largest = Math.max(largest, residentBytes(server.child.pid ?? 0));
      const { streams_open: open = 0, streams_blocked: blocked = 0 } = await figuresOf(server);
      if (blocked > 0 && blockedAt === 0) blockedAt = performance.now();
      if (open === 0 && goneAt === 0) goneAt = performance.now();
    }
    await flood;
    const seconds = goneAt === 0 ? Number.POSITIVE_INFINITY : (goneAt - (blockedAt || goneAt)) / 1000;
    const growth = (largest - before) / 1024 / 1024;
    return [
      stalledRow('memory for stalled readers', `${growth.toFixed(1)} MB`, growth / 16, '16 MB', '32 MB'),
      stalledRow('stalled readers are gone after', `${seconds.toFixed(1)} s`, seconds / 12, '12 s', '20 s'),
    ];
  } finally {
    await Promise.all([server.stop(), crowd.stop()]);
  }
}

/** These have no baseline, so the ratio is to the target. */
function stalledRow(figure: string, ours: string, ratio: number, reach: string, floor: string): BenchRow {
  return { figure, ours, baseline: reach, ratio, reach, floor };
}

function readersOf(server: Server, count: number): Promise<Server> {
  return startServer('stream-readers.ts', String(server.port), String(count));
}

/** Makes the server emit events; resolves with the processor microseconds that took. */
async function emit(server: Server, count: number, every: number, together: number): Promise<number> {
  return asked(server, { count, every, together });
}

async function weigh(server: Server): Promise<number> {
  await asked(server, 'collect garbage');
  return residentBytes(server.child.pid ?? 0);
}

async function asked(server: Server, message: object | string): Promise<number> {
  server.child.send(message);
  const [{ done }] = (await once(server.child, 'message')) as [{ done: number }];
  return done;
}

async function figuresOf({ port }: Server): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Object.fromEntries(
    [...text.matchAll(/^portcullis_(\w+) ([\d.]+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  );
}
