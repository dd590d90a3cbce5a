import {
  DummyDriver,
  Kysely,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BAN_ORDERS } from '../../src/storage/queries/ban-order.ts';
import { matchName } from '../../src/storage/queries/name-match.ts';
import { pageQuery } from '../../src/storage/queries/page-query.ts';
import { uuidQuery } from '../../src/storage/queries/uuid-query.ts';
import { open } from '../contract/storage-database.ts';
import { type MariaDb, mariaDbMissing, startMariaDb } from '../fixtures/mariadb.ts';

const missing = mariaDbMissing();
if (missing !== null) process.stdout.write(`skipped: query plans of MariaDB, ${missing}\n`);

const kysely = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new MysqlAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (over) => new MysqlIntrospector(over),
    createQueryCompiler: () => new MysqlQueryCompiler(),
  },
});

/** The same as `page-plan.test.ts` for SQLite: the result does not show whether a million rows were sorted for it. */
describe.skipIf(missing !== null)('MariaDB', () => {
  let server: MariaDb;
  let connection: Connection;
  beforeAll(async () => {
    server = await startMariaDb();
    const url = await server.createDatabase();
    const { storage } = await open({ url, dataFolder: '', run: async () => [] });
    await storage.close();
    connection = await createConnection(url);
    // A plan for an empty table says nothing.
    await connection.query(`insert into NetworkBans
      select uuid(), concat('Player', seq % 977), if(seq % 2, 0, seq), 'griefing', '', seq % 7, seq, 1 from seq_1_to_20000`);
    await connection.query(`insert into NetworkPD (uuid, username)
      select concat(lpad(seq, 8, '0'), '-0000-4000-8000-000000000000'), concat('Player', seq) from seq_1_to_20000`);
    await connection.query('analyze table NetworkBans, NetworkPD, NetworkPDNames');
  });
  afterAll(async () => {
    connection.destroy();
    await server.stop();
  });

  async function stepsOf(query: RawBuilder<unknown>): Promise<RowDataPacket[]> {
    const { sql, parameters } = query.compile(kysely);
    const [steps] = await connection.query<RowDataPacket[]>(`explain ${sql}`, [...parameters]);
    return steps;
  }

  /** Bytes of each column in its index; the uuid has 36. */
  const KEY_BYTES: Record<string, number> = { username: 258, expiration: 8, ban_count: 4, banned_at: 8 };

  test.each(Object.entries(BAN_ORDERS))(
    'the uuids of all bans by %s come from its index: no sorting, and nothing read twice',
    async (_, { column, parts }) => {
      const bytes = KEY_BYTES[column] ?? 0;
      for (const order of ['asc', 'desc'] as const) {
        for (const condition of parts) {
          const key = column === 'username' ? 'Player500' : condition === parts[1] ? 0 : 5;
          const query = { table: 'NetworkBans', column, condition, order, limit: 2048 } as const;
          const first = await stepsOf(uuidQuery('mysql', { ...query, after: null }));
          const equals: RowDataPacket[] = [];
          for (const start of ['0', '8', 'f']) {
            const uuid = `${start}0000000-0000-4000-8000-000000000000`;
            equals.push(...(await stepsOf(uuidQuery('mysql', { ...query, after: { key, uuid } }))));
          }
          const others = await stepsOf(uuidQuery('mysql', { ...query, after: { key, uuid: null } }));
          expect(equals).toHaveLength(3);
          for (const step of [...first, ...equals, ...others]) {
            // Behind the permanent bans there are none, which MariaDB sees.
            if (String(step['Extra']).startsWith('Impossible')) continue;
            expect(step['key']).toBe(`NetworkBans_${column}`);
            expect(step['Extra']).toContain('Using index');
            expect(step['Extra']).not.toContain('filesort');
          }
          for (const step of equals)
            expect(step).toMatchObject({ type: 'range', key_len: String(bytes + 36) });
        }
      }
    },
  );

  test('a search of three characters reads the parts that begin with them, and the players found there alone', async () => {
    const match = matchName('mysql', 'R77', true);
    for (const after of [null, { key: 5, uuid: '00000005-0000-4000-8000-000000000000' }]) {
      const steps = await stepsOf(
        pageQuery('mysql', {
          table: 'NetworkPD',
          key: sql.ref('playtime'),
          order: 'desc',
          match,
          after,
          limit: 50,
          offset: 0,
        }),
      );
      expect(steps.find(({ table }) => table === 'NetworkPDNames')).toMatchObject({ type: 'range' });
      expect(steps.find(({ table }) => table === 'NetworkPD')).toMatchObject({ type: 'eq_ref' });
    }
  });

  test.each(Object.entries(BAN_ORDERS))(
    'a page of bans by %s reads an index, and of the table its own rows alone',
    async (_, split) => {
      for (const order of ['asc', 'desc'] as const) {
        const match = matchName('mysql', '', false);
        const { key } = split;
        const page = {
          table: 'NetworkBans',
          key,
          split,
          order,
          match,
          after: null,
          limit: 50,
          offset: 500,
        } as const;
        const steps = await stepsOf(pageQuery('mysql', page));
        const inner = steps.filter(({ table }) => table === 'NetworkBans');
        expect(inner.map((step) => step['key'])).toEqual(
          split.parts.map(() => `NetworkBans_${split.column}`),
        );
        for (const step of inner) expect(step['Extra']).not.toContain('filesort');
        expect(steps.find(({ table }) => table === 'page')).toMatchObject({ type: 'eq_ref' });
      }
    },
  );
});
