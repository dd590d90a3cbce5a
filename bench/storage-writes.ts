import { createConnection } from 'mysql2/promise';
import type { PlayerRecord, Storage } from '../src/actors/ports.ts';
import { mariaDbMissing, startMariaDb } from '../test/fixtures/mariadb.ts';
import type { BenchTable } from './bench-table.ts';
import { crowdOnMariaDb } from './fixtures/crowd-database.ts';
import { databaseCpuMilliseconds } from './fixtures/process-figures.ts';
import { exponent, interleave, median, medianRatio, perSecond } from './fixtures/median.ts';

const IN_TABLE = 100_000;
const LARGEST = 16_000;
const SIZES = [1_000, 4_000, LARGEST];
const ROUNDS = 5;

type Connection = Awaited<ReturnType<typeof createConnection>>;

/** Rows a second, and rows for a second of processor time. */
interface Reading {
  readonly rate: number;
  readonly perCpuSecond: number;
}

const ONE_ROW = `insert into NetworkPD (uuid, username, playtime, first_connection, last_connection)
  values (?, ?, ?, ?, ?) on duplicate key update username = values(username), playtime = values(playtime),
  first_connection = values(first_connection), last_connection = values(last_connection)`;

/** Goal 13 (docs/goals.md): writing the playtime of all players on MariaDB, compared with single upserts. */
export async function run(): Promise<BenchTable> {
  const table = { goal: 13, title: 'Writing playtime behind, on MariaDB' };
  const missing = mariaDbMissing();
  if (missing !== null) return { ...table, rows: [], notes: [`Nothing was measured: ${missing}.`] };
  const server = await startMariaDb(['--innodb-buffer-pool-size=2G']);
  try {
    const url = await server.createDatabase();
    const storage = await crowdOnMariaDb(url, IN_TABLE);
    const bare = await createConnection(url);
    const rows: BenchTable['rows'][number][] = [];
    const costs: number[] = [];
    for (const size of SIZES) {
      const crowd = await some(storage, size);
      const flushes = Math.ceil(LARGEST / size);
      const { a, b } = await interleave(
        ROUNDS,
        () => read(bare, size * flushes, () => repeat(flushes, () => storage.players.save(played(crowd)))),
        // A thousand are enough to measure one, and sixteen thousand would take a minute.
        () => read(bare, 1_000, () => oneByOne(bare, played(crowd.slice(0, 1_000)))),
      );
      costs.push(size / median(a.map(({ rate }) => rate)));
      rows.push(rowOf(`${size} players`, a, b, ({ rate }) => rate, { reach: '20×', floor: '15×' }));
      if (a.every(({ perCpuSecond }) => Number.isFinite(perCpuSecond)))
        rows.push(
          rowOf(`${size} players: for a second of processor time`, a, b, (one) => one.perCpuSecond, {
            reach: '–',
            floor: '–',
          }),
        );
    }
    bare.destroy();
    await storage.close();
    return {
      ...table,
      rows,
      notes: [
        `Rows a second into a table of ${IN_TABLE} with all its indexes, one transaction a flush; baseline: a prepared upsert a row on a bare connection, each committed. Medians of ${ROUNDS} interleaved readings.`,
        'A commit waits for the disk, so the rate says as much of it as of the program. Processor time does not: that of MariaDB and of the process that asks it, together.',
        `The time of a flush grows with its rows to the power of ${exponent(SIZES, costs).toFixed(2)}.`,
      ],
    };
  } finally {
    await server.stop();
  }
}

async function some(storage: Storage, count: number): Promise<PlayerRecord[]> {
  const found: PlayerRecord[] = [];
  let cursor: string | null = null;
  while (found.length < count) {
    // In the order in which sessions end, which is not the order of the key.
    const page = await storage.players.page({
      sort: 'joinedDate',
      order: 'asc',
      search: '',
      limit: 1_000,
      offset: 0,
      cursor,
    });
    found.push(...page.rows);
    cursor = page.next;
  }
  return found.slice(0, count);
}

function played(crowd: readonly PlayerRecord[]): PlayerRecord[] {
  return crowd.map((player) => ({ ...player, playtime: player.playtime + 60, lastConnection: Date.now() }));
}

async function oneByOne(connection: Connection, crowd: readonly PlayerRecord[]): Promise<void> {
  for (const { uuid, name, playtime, firstConnection, lastConnection } of crowd) {
    await connection.execute(ONE_ROW, [uuid, name, playtime, firstConnection, lastConnection]);
  }
}

async function repeat(times: number, work: () => Promise<void>): Promise<void> {
  for (let time = 0; time < times; time += 1) await work();
}

function rowOf(
  figure: string,
  ours: readonly Reading[],
  baseline: readonly Reading[],
  of: (reading: Reading) => number,
  goal: { readonly reach: string; readonly floor: string },
): BenchTable['rows'][number] {
  const [a, b] = [ours.map(of), baseline.map(of)];
  return {
    figure,
    ours: perSecond(median(a)),
    baseline: perSecond(median(b)),
    ratio: medianRatio(a, b),
    ...goal,
  };
}

/** Reads how fast so many rows are written, and with how much processor time. */
async function read(database: Connection, rows: number, work: () => Promise<void>): Promise<Reading> {
  const used = async (): Promise<number> => {
    const { user, system } = process.cpuUsage();
    return (await databaseCpuMilliseconds(database)) + (user + system) / 1_000;
  };
  const before = await used();
  const began = performance.now();
  await work();
  const rate = (rows * 1_000) / (performance.now() - began);
  return { rate, perCpuSecond: (rows * 1_000) / ((await used()) - before) };
}
