import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import type { PlayerPageQuery, Storage } from '../src/actors/ports.ts';
import { mariaDbMissing, startMariaDb } from '../test/fixtures/mariadb.ts';
import type { BenchRow, BenchTable } from './bench-table.ts';
import { crowdOnMariaDb, crowdOnSqlite } from './fixtures/crowd-database.ts';
import { exponent, interleave, median, medianRatio } from './fixtures/median.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const ROUNDS = 7;
const FIRST: PlayerPageQuery = {
  sort: 'totalTime',
  order: 'desc',
  search: '',
  limit: 100,
  offset: 0,
  cursor: null,
};
/** A text in about nine of a million names. */
const RARE = 'eve1234';
/** In about a sixth of all names. */
const COMMON = 'Steve';
const scanFor = (word: string): string => `where username like '%${word}%'`;
const SCAN = scanFor(RARE);

interface Costs {
  readonly rows: BenchRow[];
  /** Milliseconds of a page by cursor, and of a search, for each size. */
  readonly cursor: number[];
  readonly search: number[];
  /** Megabytes of the table of name parts, for each size; empty on SQLite. */
  readonly parts: number[];
}

/** Goal 12 (docs/goals.md): deep pages, offsets and searches of `GET /api/players/all`. */
export async function run(): Promise<BenchTable> {
  const sqlite: Costs = { rows: [], cursor: [], search: [], parts: [] };
  const mariadb: Costs = { rows: [], cursor: [], search: [], parts: [] };
  for (const size of SIZES) await onSqlite(size, sqlite);
  const missing = mariaDbMissing();
  if (missing === null) {
    const server = await startMariaDb(['--innodb-buffer-pool-size=2G']);
    try {
      for (const size of SIZES) await onMariaDb(size, await server.createDatabase(), mariadb);
    } finally {
      await server.stop();
    }
  }
  return {
    goal: 12,
    title: 'Pages and searches of all players',
    rows: [...sqlite.rows, ...mariadb.rows],
    notes: [
      `Pages of 100 through the storage, threads and sockets included; medians of ${ROUNDS} interleaved readings.`,
      'A search answers its page and the number of all matches; its baseline is the same two answers from a bare connection that reads the whole table.',
      ...growth('SQLite', sqlite),
      ...(missing === null
        ? [...growth('MariaDB', mariadb), sizes(mariadb)]
        : [`Nothing of MariaDB was measured: ${missing}.`]),
    ],
  };
}

function growth(name: string, { cursor, search }: Costs): string[] {
  return [
    `On ${name} a page by cursor grows with the table to the power of ${exponent(SIZES, cursor).toFixed(2)}, a search to that of ${exponent(SIZES, search).toFixed(2)}.`,
  ];
}

function sizes({ parts }: Costs): string {
  const each = parts.map((size, at) => `${Math.round(size)} MB for ${SIZES[at]} names`);
  return `The parts of names take ${each.join(', ')}, right after they were written.`;
}

async function onSqlite(size: number, costs: Costs): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  try {
    const storage = await crowdOnSqlite(folder, size);
    const bare = new DatabaseSync(join(folder, 'portcullis.db'), { readOnly: true });
    await pages(`SQLite, ${size} rows`, storage, size, costs);
    await search(`SQLite, ${size} rows`, storage, costs, '30×', '20×', async () => {
      bare.prepare(`select count(*) from NetworkPD ${SCAN}`).all();
      bare.prepare(`select * from NetworkPD ${SCAN} order by +playtime desc limit 101`).all();
    });
    bare.close();
    await storage.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onMariaDb(size: number, url: string, costs: Costs): Promise<void> {
  const storage = await crowdOnMariaDb(url, size);
  const bare = await createConnection(url);
  await pages(`MariaDB, ${size} rows`, storage, size, costs);
  const { a, b } = await interleave(
    ROUNDS,
    () => each(20, () => storage.players.page({ ...FIRST, offset: size / 100 })),
    () => each(20, () => storage.players.page(FIRST)),
  );
  costs.rows.push({
    figure: `MariaDB, ${size} rows: OFFSET ${size / 100} to OFFSET 0`,
    ours: milliseconds(a),
    baseline: milliseconds(b),
    ratio: medianRatio(a, b),
    reach: '≤ 4×',
    floor: '≤ 8×',
  });
  const scan = (word: string) => async () => {
    await bare.query(`select count(*) from NetworkPD ${scanFor(word)}`);
    await bare.query(
      `select * from NetworkPD use index () ${scanFor(word)} order by playtime desc limit 101`,
    );
  };
  await search(`MariaDB, ${size} rows`, storage, costs, '20×', '15×', scan(RARE));
  const { a: many, b: all } = await interleave(
    ROUNDS,
    () => each(1, () => storage.players.page({ ...FIRST, search: COMMON })),
    () => each(1, scan(COMMON)),
  );
  costs.rows.push({
    figure: `MariaDB, ${size} rows: a full scan to a search for a word of every sixth name`,
    ours: milliseconds(many),
    baseline: milliseconds(all),
    ratio: medianRatio(all, many),
    reach: '1×',
    floor: '0.9×',
  });
  await bare.query('analyze table NetworkPDNames');
  const [tables] = await bare.query<RowDataPacket[]>(`select data_length / 1e6 as size
    from information_schema.tables where table_schema = database() and table_name = 'NetworkPDNames'`);
  costs.parts.push(Number(tables[0]?.['size']));
  bare.destroy();
  await storage.close();
}

async function pages(name: string, storage: Storage, size: number, costs: Costs): Promise<void> {
  const { next } = await storage.players.page({ ...FIRST, offset: size / 2 });
  const { a, b } = await interleave(
    ROUNDS,
    () => each(100, () => storage.players.page({ ...FIRST, cursor: next })),
    () => each(100, () => storage.players.page(FIRST)),
  );
  costs.cursor.push(median(a));
  costs.rows.push({
    figure: `${name}: page by cursor in the middle to the first page`,
    ours: milliseconds(a),
    baseline: milliseconds(b),
    ratio: medianRatio(a, b),
    reach: '≤ 1.2×',
    floor: '≤ 1.5×',
  });
}

async function search(
  name: string,
  storage: Storage,
  costs: Costs,
  reach: string,
  floor: string,
  scan: () => Promise<void>,
): Promise<void> {
  const { a, b } = await interleave(
    ROUNDS,
    () => each(5, () => storage.players.page({ ...FIRST, search: RARE })),
    () => each(1, scan),
  );
  costs.search.push(median(a));
  costs.rows.push({
    figure: `${name}: a full scan to a substring search`,
    ours: milliseconds(a),
    baseline: milliseconds(b),
    ratio: medianRatio(b, a),
    reach,
    floor,
  });
}

/** The average of `times` runs in milliseconds. */
async function each(times: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (let turn = 0; turn < times; turn += 1) await work();
  return (performance.now() - began) / times;
}

function milliseconds(readings: readonly number[]): string {
  return `${median(readings).toPrecision(3)} ms`;
}
