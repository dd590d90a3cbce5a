import type { BenchTable } from './bench-table.ts';
import { readFrom } from './fixtures/child-run.ts';
import { exponent, interleave, median, medianRatio, perSecond } from './fixtures/median.ts';

interface Reading {
  readonly rate: number;
  readonly bytes: number;
}

const read = async (mode: string, count: number): Promise<Reading> => {
  return (await readFrom('presence-run.ts', mode, String(count))) as Reading;
};

/** Goals 9 and 10: what an online player costs in heap, and how fast players join. */
export async function run(): Promise<BenchTable> {
  const rows: BenchTable['rows'][number][] = [];
  const sizes = [1000, 10_000, 100_000];
  const perJoin: number[] = [];
  for (const size of sizes) {
    const { a, b } = await interleave(
      size === 100_000 ? 3 : 5,
      () => read('ours', size),
      () => read('raw', size),
    );
    const rates = { a: a.map(({ rate }) => rate), b: b.map(({ rate }) => rate) };
    perJoin.push(size / median(rates.a));
    rows.push({
      figure: `joins a second, ${size} players`,
      ours: perSecond(median(rates.a)),
      baseline: perSecond(median(rates.b)),
      ratio: medianRatio(rates.a, rates.b),
      reach: '0.5',
      floor: '0.3',
    });
    if (size === 1000) continue;
    const bytes = { a: median(a.map((r) => r.bytes)), b: median(b.map((r) => r.bytes)) };
    rows.push({
      figure: `heap per online player, ${size} players`,
      ours: `${(bytes.a / 1000).toFixed(1)} KB`,
      baseline: `${(bytes.b / 1000).toFixed(1)} KB`,
      ratio: bytes.a / bytes.b,
      reach: '4 KB',
      floor: '6 KB',
    });
  }
  return {
    goal: '9, 10',
    title: 'Presence: memory and joins',
    rows,
    notes: [
      'Ours: session → actor → read models → event log of a whole coordinator on SQLite; baseline: the same machine spawned and joined, and nothing else.',
      'A join is counted by the time that the main thread runs. Before it 20 000 others join and leave: with 2 000 of them V8 was still compiling while the first thousand were measured, at 0.40 of the baseline.',
      'Readings in fresh processes in turn, medians of 5 (3 at 100 000).',
      `The cost of all joins grows with their number to the power of ${exponent(sizes, perJoin).toFixed(2)}.`,
    ],
  };
}
