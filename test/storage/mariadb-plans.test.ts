import {
  DummyDriver,
  Kysely,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  type RawBuilder,
} from 'kysely';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BAN_ORDERS } from '../../src/storage/queries/ban-order.ts';
import { matchName } from '../../src/storage/queries/name-match.ts';
import { pageQuery, uuidQuery } from '../../src/storage/queries/page-query.ts';
import { open } from '../contract/storage-database.ts';
import { someUuid } from '../contract/storage-rows.ts';
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
    await connection.query('analyze table NetworkBans');
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

  test.each(Object.entries(BAN_ORDERS))(
    'the uuids of all bans by %s come from its index without sorting',
    async (_, { column, parts }) => {
      for (const order of ['asc', 'desc'] as const) {
        for (const condition of parts) {
          const key = column === 'username' ? 'Player500' : condition === parts[1] ? 0 : 5;
          for (const after of [null, { key, uuid: someUuid() }]) {
            const query = { table: 'NetworkBans', column, condition, order, after, limit: 2048 } as const;
            const steps = await stepsOf(uuidQuery(query));
            expect(steps).toMatchObject([{ key: `NetworkBans_${column}` }]);
            expect(steps[0]?.['Extra']).toContain('Using index');
            expect(steps[0]?.['Extra']).not.toContain('filesort');
          }
        }
      }
    },
  );

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
