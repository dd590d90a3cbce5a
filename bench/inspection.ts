import type { BenchTable } from './bench-table.ts';
import { readFrom } from './fixtures/child-run.ts';
import { interleave, median, medianRatio, perSecond } from './fixtures/median.ts';

const ROUNDS = 9;

type Mode = 'without' | 'quiet' | 'viewed';
type Reading = Readonly<Record<'admissions' | 'bans' | 'moves', number>>;

const read = async (mode: Mode): Promise<Reading> => (await readFrom('inspection-run.ts', mode)) as Reading;

/** The cost of inspection for the network, without and with a viewer. */
export async function run(): Promise<BenchTable> {
  await read('quiet');
  return {
    goal: 'inspection',
    title: 'Looking at living actors',
    rows: [
      ...(await compare('quiet', 'without', 'nobody looks', '1', '0.95')),
      ...(await compare('viewed', 'quiet', 'one viewer', '0.95', '0.9')),
    ],
    notes: [
      'Admissions: login, join and leave; bans: ban and lift; both without the database, which would hide the difference. Moves: one player is switched to and fro, and with a viewer it is that player who is looked at.',
      'Nobody looks: the network as it is; baseline: XState with every call that tells an inspector cut from its source. One viewer: attached to one player who moves all the time, taken from every 50 ms; baseline: nobody looks.',
      `Readings in fresh processes in turn, medians of ${ROUNDS}.`,
    ],
  };
}

async function compare(
  mode: Mode,
  baseline: Mode,
  words: string,
  reach: string,
  floor: string,
): Promise<BenchTable['rows']> {
  const { a, b } = await interleave(
    ROUNDS,
    () => read(mode),
    () => read(baseline),
  );
  return (['admissions', 'bans', 'moves'] as const).map((figure) => {
    const [ours, theirs] = [a.map((reading) => reading[figure]), b.map((reading) => reading[figure])];
    const isOfOneActor = figure === 'moves' && mode === 'viewed';
    return {
      figure: isOfOneActor ? `${figure} a second of the one looked at` : `${figure} a second, ${words}`,
      ours: perSecond(median(ours)),
      baseline: perSecond(median(theirs)),
      ratio: medianRatio(ours, theirs),
      reach: isOfOneActor ? '–' : reach,
      floor: isOfOneActor ? '–' : floor,
    };
  });
}
