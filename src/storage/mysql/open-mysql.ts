import { type Dialect, Kysely, MysqlAdapter, MysqlIntrospector, MysqlQueryCompiler } from 'kysely';
import type { Connection, Pool } from 'mysql2';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { Availability } from '../availability.ts';
import type { Database } from '../database.ts';
import { runningFault, type StoreFault } from '../running-fault.ts';
import { storagePlace, type StorageUrl } from '../storage-url.ts';
import type { StoreWatch } from '../store-watch.ts';
import type { NameTables } from '../table-names.ts';
import type { Tables } from '../tables.ts';
import { Semaphore } from '../semaphore.ts';
import { MysqlDriver } from './driver.ts';
import { translateMysqlError } from './error-codes.ts';

export interface MysqlOptions {
  readonly address: Extract<StorageUrl, { dialect: 'mysql' }>;
  readonly poolSize: number;
  readonly limitMs: number;
  /** A transaction that is silent for this long is ended by the server (MariaDB), with the locks that it holds. */
  readonly leaseMs: number;
  readonly nameTables: NameTables;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly watch: StoreWatch;
}

const MAX_WAITING = 1_000;
const MAX_PREPARED_PER_CONNECTION = 128;

/** Does not connect yet: the first query does. mysql2 takes 50 ms to load, so it is loaded only where it is used. */
export async function openMysql(options: MysqlOptions): Promise<Database> {
  const { address, poolSize, limitMs, leaseMs, nameTables, clock, logger, watch } = options;
  const { default: mysql } = await import('mysql2');
  const pool = mysql.createPool({
    host: address.host,
    port: address.port,
    user: address.user,
    password: address.password,
    database: address.database,
    charset: 'UTF8MB4_GENERAL_CI',
    // Only the friends' table can have dates. As text they are converted by no time zone but the session's, UTC.
    dateStrings: true,
    timezone: 'Z',
    connectionLimit: poolSize,
    maxIdle: poolSize,
    connectTimeout: limitMs,
    enableKeepAlive: true,
    keepAliveInitialDelay: 10_000,
    maxPreparedStatements: MAX_PREPARED_PER_CONNECTION,
  });
  pool.on('connection', (connection) => prepareSession(connection, limitMs, leaseMs, logger));
  const semaphore = new Semaphore({
    permits: poolSize,
    queueLimit: MAX_WAITING,
    waitMs: () => limitMs,
    clock,
  });
  const explain = (error: unknown): StoreFault | undefined => runningFault(error, address);
  const availability = new Availability({ logger, clock, place: storagePlace(address), explain, watch });
  const driver = new MysqlDriver(pool, semaphore, { clock, limitMs, availability, nameTables });
  const dialect: Dialect = {
    createAdapter: () => new MysqlAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new MysqlIntrospector(db),
    createQueryCompiler: () => new MysqlQueryCompiler(),
  };
  const kysely = new Kysely<Tables>({ dialect });
  return {
    dialect: 'mysql',
    writer: kysely,
    reader: kysely,
    walker: kysely,
    clock,
    hasNameIndex: () => false,
    noteLost: (error) => void availability.failed(translateMysqlError(error)),
    hasRoom: () => availability.hasRoom,
    close: async () => {
      await closePool(pool, semaphore, clock, limitMs);
      availability.close();
    },
  };
}

/**
 * UTC, so that no time zone changes a date; strict mode, so that a text that is too long is an error and never cut; and
 * time limits of the server, so that a query that timed out here does not run on there. MariaDB and MySQL name the last
 * one differently, and each skips the other's comment. A process that is stopped in a transaction would keep the row of the
 * lease locked, so that no other could take over: MariaDB ends that transaction.
 */
function prepareSession(connection: Connection, limitMs: number, leaseMs: number, logger: Logger): void {
  const seconds = Math.max(1, Math.ceil(limitMs / 1000));
  const sql = `set session time_zone = '+00:00', sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION',
    innodb_lock_wait_timeout = ${seconds}
    /*M! , max_statement_time = ${limitMs / 1000} */ /*M!100300 , idle_transaction_timeout = ${Math.ceil(leaseMs / 1000)} */
    /*!50708 , max_execution_time = ${limitMs} */`;
  connection.query(sql, (error) => {
    if (!error) return;
    const { cause } = translateMysqlError(error);
    logger.warn({
      event: 'storage.session_refused',
      code: cause instanceof Error ? cause.message : 'unknown',
    });
    connection.destroy();
  });
}

/** Lets running and waiting queries finish, then closes the connections; both for a bounded time. */
async function closePool(pool: Pool, semaphore: Semaphore, clock: Clock, limitMs: number): Promise<void> {
  await orAfter(clock, limitMs, semaphore.close());
  const ended = new Promise<void>((resolve) => {
    pool.end(() => resolve());
  });
  await orAfter(clock, 1_000, ended);
}

async function orAfter(clock: Clock, milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: unknown;
  const enough = new Promise<void>((resolve) => {
    timer = clock.setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, enough]);
  clock.clearTimeout(timer);
}
