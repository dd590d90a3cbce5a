import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/runtime/clock.ts';
import { ALL_MIGRATIONS } from '../../src/storage/migrations/versions/all-migrations.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { type MariaDb, mariaDbMissing, startMariaDb } from '../fixtures/mariadb.ts';
import { Operator, secretsOf } from './operator.ts';
import { launchCoordinator, startCoordinator } from './process.ts';

const PLAYERS = 80_000;
/** As many more as the embedded database is quicker: it must be killed before it is done. */
const EMBEDDED_PLAYERS = 200_000;
const BEFORE_THE_INDEXES = ALL_MIGRATIONS.slice(0, 3);
const PATIENCE = { timeout: 60_000, interval: 2 };
const logger = { debug() {}, info() {}, warn() {}, error() {} };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-migration-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Kills a coordinator while it migrates, starts the next one, and answers what that one logged. */
async function killWhen(isUnderWay: () => Promise<boolean>, env: Readonly<Record<string, string>>) {
  const killed = launchCoordinator(folder, env);
  await expect.poll(isUnderWay, PATIENCE).toBe(true);
  const { log } = await killed.end('SIGKILL');
  expect(log.map(({ event }) => event)).not.toContain('storage.migrated');
  const next = await startCoordinator(folder, { env });
  const operator = new Operator(next.url, (await secretsOf(folder)).apiKey);
  const reply = await operator.ask('GET', '/api/players/all?search=player-7777&limit=5');
  expect([reply.status, reply.headers['x-total-count']]).toEqual([200, '11']);
  const ended = await next.end();
  expect(ended.log.filter(({ event }) => event === 'storage.migrated').map(({ version }) => version)).toEqual(
    ALL_MIGRATIONS.slice(BEFORE_THE_INDEXES.length).map(({ version }) => version),
  );
}

describe('a coordinator that is killed while it migrates', { timeout: 120_000 }, () => {
  it('is finished by the next start on the embedded database', async () => {
    const options = { url: 'sqlite:', dataFolder: folder, logger, clock: systemClock };
    await (await openStorage({ ...options, migrations: BEFORE_THE_INDEXES })).close();
    const file = join(folder, 'portcullis.db');
    const database = new DatabaseSync(file);
    database.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${EMBEDDED_PLAYERS})
      insert into NetworkPD (uuid, username)
      select printf('%08x-0000-4000-8000-000000000000', i), 'player-' || i from n`);
    database.exec('pragma wal_checkpoint(truncate)');
    database.close();
    // Its transaction has outgrown the cache, and is on its way to the log.
    const isUnderWay = async () => existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 1_000_000;
    await killWhen(isUnderWay, {});
  });
});

async function addPlayers(connection: Connection): Promise<void> {
  const digits = `(${Array.from({ length: 10 }, (_, digit) => `select ${digit} as n`).join(' union all ')})`;
  await connection.query(`insert into NetworkPD (uuid, username)
    select concat(lpad(hex(i), 8, '0'), '-0000-4000-8000-000000000000'), concat('player-', i) from (
      select a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n + 100000 * f.n as i
      from ${['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${digits} ${name}`).join(' cross join ')}
    ) numbers where i < ${PLAYERS}`);
}

const missing = mariaDbMissing();
describe.skipIf(missing !== null)(
  'a coordinator that is killed while it migrates',
  { timeout: 120_000 },
  () => {
    let server: MariaDb;
    beforeAll(async () => {
      server = await startMariaDb();
    });
    afterAll(() => server.stop());

    it('is finished by the next start on MariaDB', async () => {
      const url = await server.createDatabase();
      const options = { url, dataFolder: folder, logger, clock: systemClock };
      await (await openStorage({ ...options, migrations: BEFORE_THE_INDEXES })).close();
      const connection = await createConnection(url);
      try {
        await addPlayers(connection);
        // The first of eight indexes is there, so the migration is neither at its beginning nor at its end.
        const isUnderWay = async () => {
          const [rows] = await connection.query<RowDataPacket[]>(
            "show index from NetworkPD where Key_name = 'NetworkPD_username'",
          );
          return rows.length > 0;
        };
        await killWhen(isUnderWay, { PORTCULLIS_STORAGE_URL: url });
      } finally {
        connection.destroy();
      }
    });

    it('goes on with the index of names where the killed one ended', async () => {
      const url = await server.createDatabase();
      await (await openStorage({ url, dataFolder: folder, logger, clock: systemClock })).close();
      const connection = await createConnection(url);
      try {
        await connection.query('drop trigger NetworkPDNames_insert');
        await addPlayers(connection);
        const env = { PORTCULLIS_STORAGE_URL: url };
        const killed = launchCoordinator(folder, env);
        const isUnderWay = async () => {
          const [rows] = await connection
            .query<RowDataPacket[]>(`select 1 from NetworkPDNames where part = '' and uuid like '0%'`)
            .catch(() => [[]]);
          return rows.length > 0;
        };
        await expect.poll(isUnderWay, PATIENCE).toBe(true);
        const { log } = await killed.end('SIGKILL');
        expect(log.map(({ event }) => event)).not.toContain('storage.names-indexed');
        const next = await startCoordinator(folder, { env });
        const operator = new Operator(next.url, (await secretsOf(folder)).apiKey);
        const reply = await operator.ask('GET', '/api/players/all?search=player-7777&limit=5');
        expect([reply.status, reply.headers['x-total-count']]).toEqual([200, '11']);
        const indexed = await next.logged('storage.names-indexed');
        expect(indexed['players']).toBeGreaterThan(0);
        expect(indexed['players']).toBeLessThan(PLAYERS);
        const again = await operator.ask('GET', '/api/players/all?search=player-7777&limit=5');
        expect([again.status, again.headers['x-total-count']]).toEqual([200, '11']);
        await next.end();
      } finally {
        connection.destroy();
      }
    });
  },
);
