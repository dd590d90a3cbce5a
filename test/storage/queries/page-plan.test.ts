import {
  DummyDriver,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchName } from '../../../src/storage/queries/name-match.ts';
import { BAN_ORDERS } from '../../../src/storage/queries/ban-order.ts';
import { type PageQuery, pageQuery } from '../../../src/storage/queries/page-query.ts';
import { uuidQuery } from '../../../src/storage/queries/uuid-query.ts';
import { open } from '../../contract/storage-database.ts';
import { someUuid } from '../../contract/storage-rows.ts';

/** The query plan decides whether a page of a million rows takes 0.1 ms or 300 ms; the result does not show it. */
let folder: string;
let db: DatabaseSync;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-plan-'));
  const { storage } = await open({ url: 'sqlite:', dataFolder: folder, run: async () => [] });
  await storage.close();
  db = new DatabaseSync(join(folder, 'portcullis.db'));
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const kysely = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (over) => new SqliteIntrospector(over),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

function plan(asked: Partial<PageQuery>, search = ''): string[] {
  const query = pageQuery('sqlite', {
    table: 'NetworkPD',
    key: sql.ref('playtime'),
    order: 'desc',
    match: matchName('sqlite', search, true),
    after: null,
    limit: 101,
    offset: 0,
    ...asked,
  });
  return stepsOf(query);
}

function stepsOf(query: RawBuilder<unknown>): string[] {
  const compiled = query.compile(kysely);
  const steps = db
    .prepare(`explain query plan ${compiled.sql}`)
    .all(...(compiled.parameters as SQLInputValue[]));
  return steps.map(({ detail }) => String(detail));
}

const AFTER = { key: 5, uuid: someUuid() };

test.each([
  ['username', {}],
  ['playtime', {}],
  ['first_connection', {}],
  ['last_connection', {}],
  ['playtime', { offset: 10_000 }],
  ['playtime', { order: 'asc' }],
  ['playtime', { after: AFTER }],
] as const)('a page by %s %j walks that index and fetches only its own rows', (column, query) => {
  const steps = plan({ key: sql.ref(column), ...query });
  expect(steps).toContainEqual(
    expect.stringMatching(new RegExp(`(SCAN|SEARCH) NetworkPD USING COVERING INDEX NetworkPD_${column}`)),
  );
  expect(steps).toContainEqual(expect.stringMatching(/^SEARCH page USING .*\(uuid=\?\)/));
  expect(steps.join()).not.toMatch(/SCAN page|AUTOMATIC/);
});

test('a search of three letters or more uses the index of names, and no sort index', () => {
  const steps = plan({}, 'steve').join('\n');
  expect(steps).toMatch(/SCAN NetworkPDNames VIRTUAL TABLE INDEX/);
  expect(steps).not.toMatch(/NetworkPD_playtime|SCAN NetworkPD$/m);
});

test('a search of two letters scans the table once and sorts the matches', () => {
  const steps = plan({}, 'st').join('\n');
  expect(steps).toMatch(/SCAN NetworkPD/);
  expect(steps).not.toMatch(/NetworkPD_playtime/);
});

const BAN_SORTS = Object.entries(BAN_ORDERS);

test.each(BAN_SORTS)(
  'a page of bans by %s reads an index, and of the table its own rows alone',
  (_, split) => {
    for (const order of ['asc', 'desc'] as const) {
      const match = matchName('sqlite', '', false);
      const steps = plan({ table: 'NetworkBans', key: split.key, split, order, match, offset: 500 });
      const index = new RegExp(`(SCAN|SEARCH) NetworkBans USING COVERING INDEX NetworkBans_${split.column}`);
      expect(steps.filter((step) => index.test(step))).toHaveLength(split.parts.length);
      expect(steps.join()).not.toMatch(/SCAN page|AUTOMATIC|SCAN NetworkBans(?! USING)/);
    }
  },
);

test.each(BAN_SORTS)(
  'the uuids of all bans by %s come from its index: no sorting, and nothing read twice',
  (_, { column, parts }) => {
    for (const [order, beyond] of [
      ['asc', '>'],
      ['desc', '<'],
    ] as const) {
      for (const condition of parts) {
        for (const [after, seek] of [
          [null, ''],
          [{ key: 5, uuid: someUuid() }, `${column}=\\? AND uuid${beyond}\\?`],
          [{ key: 5, uuid: null }, column],
        ] as const) {
          const query = { table: 'NetworkBans', column, condition, order, after, limit: 2048 } as const;
          const steps = stepsOf(uuidQuery('sqlite', query));
          const index = `NetworkBans USING COVERING INDEX NetworkBans_${column}`;
          const access = after === null ? `(SCAN|SEARCH) ${index}` : `SEARCH ${index} \\(${seek}`;
          expect(steps).toEqual([expect.stringMatching(new RegExp(access))]);
        }
      }
    }
  },
);
