import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { BenchRow, BenchTable } from './bench-table.ts';
import { startServer } from './fixtures/child-run.ts';
import { joinChannel, loginLatency } from './fixtures/login-latency.ts';
import { median, medianRatio } from './fixtures/median.ts';

const LOAD = { rate: 1000, seconds: 3, share: 0.99 };
const ROUNDS = 5;
const CHANGES = 700;
/** A part of every size, to see quickly that it works. */
const PART = Number(process.env['PORTCULLIS_BENCH_PART'] ?? 1);

/** Goal 15: what one client that reads a whole list again and again costs everybody else. */
export async function run(): Promise<BenchTable> {
  const rows: BenchRow[] = [];
  for (const players of [20_000, 50_000, 200_000].map((size) => size * PART))
    rows.push(...(await measure(`/api/players, ${players} online`, '/api/players', players, 0)));
  for (const bans of [100_000, 1_000_000].map((size) => size * PART))
    rows.push(...(await measure(`/api/bans, ${bans} bans`, '/api/bans', 1000, bans)));
  return {
    goal: 15,
    title: 'Whole lists',
    rows,
    notes: [
      `One client reads the list without a limit again and again; baseline: the same process without it. ${CHANGES} changes/s, and p99 of ${LOAD.rate} logins/s over the channel, open loop, from the moment each was due. Pause: the longest delay of the event loop in a round, collections of garbage included. Medians of ${ROUNDS} interleaved rounds of ${LOAD.seconds} s.`,
      'The reader is pinned to one core, the server to none: on a single core the threads of its engine and of the database wait for each other, and the pauses are those of the scheduler. So reader, server and measuring share what cores there are.',
    ],
  };
}

interface Reading {
  readonly pause: number;
  readonly p99: number;
}

async function measure(figure: string, path: string, players: number, bans: number): Promise<BenchRow[]> {
  const server = await startServer('whole-list-server.ts', String(players), String(CHANGES), String(bans));
  const reader = await startServer('list-reader.ts', String(server.port), path);
  try {
    const agent = await joinChannel(server.port);
    const take = async (): Promise<Reading> => {
      await answerOf(server.child, 'pause');
      const p99 = await loginLatency(agent, LOAD);
      return { p99, pause: await answerOf(server.child, 'pause') };
    };
    await take();
    const busy: Reading[] = [];
    const idle: Reading[] = [];
    let lists = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      idle.push(await take());
      reader.child.send('read');
      busy.push(await take());
      lists += await answerOf(reader.child, 'times');
    }
    agent.close();
    const row = (name: keyof Reading, what: string, reach: string, floor: string): BenchRow => {
      const [ours, baseline] = [busy.map((one) => one[name]), idle.map((one) => one[name])];
      const [mine, theirs] = [median(ours), median(baseline)];
      return {
        figure: `${figure}: ${what}`,
        ours: `${mine.toFixed(1)} ms`,
        baseline: `${theirs.toFixed(1)} ms`,
        ratio: medianRatio(ours, baseline),
        reach,
        floor,
      };
    };
    const each = `${(lists / ROUNDS).toFixed(1)} lists a round`;
    return [
      row('pause', `longest pause, ${each}`, '10 ms', '20 ms'),
      row('p99', 'p99 of admission', '1.5×', '3×'),
    ];
  } finally {
    await Promise.all([reader.stop(), server.stop()]);
  }
}

/** Asks a child and waits for its number. */
async function answerOf(child: ChildProcess, name: 'pause' | 'times'): Promise<number> {
  const answered = once(child, 'message', { signal: AbortSignal.timeout(60_000) });
  child.send('ask');
  const [message]: unknown[] = await answered;
  if (typeof message === 'object' && message !== null && name in message)
    return Number((message as Record<string, unknown>)[name]);
  throw new Error(`a child answered something else than ${name}`);
}
