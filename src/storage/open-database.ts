import { statSync } from 'node:fs';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import type { Database } from './database.ts';
import { unavailable } from './failure.ts';
import { Lease } from './lease/lease.ts';
import { SqlLeaseRows } from './lease/sql-lease-rows.ts';
import { type LeaseOptions, takeLease } from './lease/take-lease.ts';
import { ALL_MIGRATIONS } from './migrations/versions/all-migrations.ts';
import { migrate, pendingMigrations } from './migrations/migrate.ts';
import type { CreatedTables, Migration } from './migrations/migration.ts';
import { MissingTables } from './missing-tables.ts';
import { NameIndex } from './name-index/name-index.ts';
import { openMysql } from './mysql/open-mysql.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import { refuseForeignTables } from './migrations/foreign-tables.ts';
import { runningFault } from './running-fault.ts';
import { StoreWatch } from './store-watch.ts';
import { nameTables } from './table-names.ts';
import { parseStorageUrl, type StorageUrl } from './storage-url.ts';

export interface DatabaseOptions {
  /** `sqlite:`, `sqlite:<path>` or `mysql://user:password@host[:port]/database`. */
  readonly url: string;
  readonly dataFolder: string;
  readonly logger: Logger;
  readonly clock: Clock;
  /** What a query may take; default 5 000. */
  readonly queryTimeoutMs?: number;
  /** Connections to MySQL; default 8. */
  readonly poolSize?: number;
  /** Before the names of all tables of ours; none when absent. */
  readonly tablePrefix?: string;
  /**
   * Hold the database under this name for as long as it is open; nothing is held when absent. The embedded database
   * belongs to whoever has locked the data folder.
   */
  readonly holdAs?: string;
  /** T of the rules for holding it (docs/decisions/0118); default 3 000. */
  readonly leaseMs?: number;
  /** Rejects with MissingTables for a database that is new: this data folder had one with tables. */
  readonly mustHaveTables?: boolean;
  /** Of SQLite, beyond which there is no room; set only by tests of a full disk. */
  readonly maxPages?: number;
  /** Set only by tests of migrating. */
  readonly migrations?: readonly Migration[];
}

/** An open database, and the lease on it if it is held. */
export interface OpenedDatabase {
  readonly database: Database;
  /** It looks at nothing before it is told to begin. */
  readonly watch: StoreWatch;
  readonly lease?: Lease;
}

const MIGRATIONS_TABLE: CreatedTables = { NetworkMigrations: ['version', 'name', 'applied_at'] };
const LEASE_MS = 3_000;
/** Building an index over millions of rows takes minutes, once. */
const MIGRATION_LIMIT_MS = 600_000;
/** The share of the time limit that SQLite may wait for another process; below 1, so that the error says SQLITE_BUSY. */
const BUSY_SHARE = 0.8;

/** Opens the database, takes it and brings its schema up to date; closes it again when one of these fails. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  const address = parseStorageUrl(options.url, options.dataFolder);
  const { logger, clock } = options;
  const watch = new StoreWatch({ logger, clock, explain: (error) => runningFault(error, address) });
  return address.dialect === 'mysql'
    ? openHeld(address, options, watch)
    : openEmbedded(address.file, options, watch);
}

async function openHeld(
  address: Extract<StorageUrl, { dialect: 'mysql' }>,
  options: DatabaseOptions,
  watch: StoreWatch,
): Promise<OpenedDatabase> {
  const { logger, clock, queryTimeoutMs = 5_000, poolSize = 8, tablePrefix = '' } = options;
  const { holdAs, leaseMs = LEASE_MS } = options;
  const common = { address, clock, logger, leaseMs, watch, nameTables: nameTables(tablePrefix) };
  const database = await openMysql({ ...common, poolSize, limitMs: queryTimeoutMs });
  // A time limit belongs to a session of MySQL, so migrations get a connection of their own.
  const openPatient: OpenPatient = async () => {
    // What fails there is for who asked to say: the pool of all others says whether the server is away.
    const silent = new StoreWatch({ logger, clock, explain: () => undefined });
    const patient = await openMysql({ ...common, watch: silent, poolSize: 1, limitMs: MIGRATION_LIMIT_MS });
    return { database: patient, done: () => patient.close() };
  };
  const rows = new SqlLeaseRows(database);
  let lease: Lease | undefined;
  try {
    const pending = await pendingOf(database, options);
    const holding = holdAs === undefined ? undefined : { node: holdAs, leaseMs, clock, logger };
    // Before the migrations: nothing may change under another coordinator.
    if (holding !== undefined && (await rows.exist())) lease = await hold(rows, holding);
    if (pending) await migrateWith(openPatient, options);
    if (holding !== undefined) lease ??= await hold(rows, holding);
    const nameIndex = new NameIndex({ db: database.writer, openPatient, clock, logger });
    if (options.migrations === undefined) await nameIndex.open();
    const indexed: Database = {
      ...database,
      hasNameIndex: () => nameIndex.isWhole,
      remakeNameIndex: () => nameIndex.remake(),
      close: async () => {
        const stopping = nameIndex.close();
        // What is asked after the call is refused, so that nothing is waited for without need.
        if (stopping !== undefined) await stopping;
        await database.close();
      },
    };
    return lease === undefined
      ? { database: indexed, watch }
      : { database: fenced(indexed, rows, lease), lease, watch };
  } catch (error) {
    await lease?.close();
    await database.close();
    throw error;
  }
}

async function hold(rows: SqlLeaseRows, options: LeaseOptions): Promise<Lease> {
  const lease = new Lease(rows, await takeLease(rows, options), options);
  options.logger.info({ event: 'storage.taken', epoch: lease.epoch, node: options.node });
  return lease;
}

/** The database whose writes are refused when another coordinator has taken it. */
function fenced(database: Database, rows: SqlLeaseRows, lease: Lease): Database {
  return {
    ...database,
    fence: async (transaction) => {
      if (await rows.holds(transaction, lease.epoch)) return;
      lease.suspect();
      throw unavailable('HELD_BY_ANOTHER');
    },
  };
}

async function openEmbedded(
  file: string,
  options: DatabaseOptions,
  watch: StoreWatch,
): Promise<OpenedDatabase> {
  const { logger, clock, queryTimeoutMs = 5_000, tablePrefix = '' } = options;
  // Before anything is made: a start that is refused leaves no new file.
  if (options.mustHaveTables === true && isEmpty(file)) throw new MissingTables([]);
  let limitMs = queryTimeoutMs;
  const busyMs = Math.floor(queryTimeoutMs * BUSY_SHARE);
  const database = openSqlite({
    file,
    limitMs: () => limitMs,
    busyMs,
    nameTables: nameTables(tablePrefix),
    ...(options.maxPages === undefined ? {} : { maxPages: options.maxPages }),
    clock,
    logger,
    watch,
  });
  const openPatient: OpenPatient = async () => {
    limitMs = MIGRATION_LIMIT_MS;
    return {
      database,
      done: async () => {
        limitMs = queryTimeoutMs;
      },
    };
  };
  try {
    if (await pendingOf(database, options)) await migrateWith(openPatient, options);
    return { database, watch };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function isEmpty(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** Gives a database whose queries may take as long as a migration. */
type OpenPatient = () => Promise<{ readonly database: Database; done(): Promise<void> }>;

/** Whether there is something to migrate. Rejects when the database cannot be used, and changes nothing. */
async function pendingOf({ writer, dialect }: Database, options: DatabaseOptions): Promise<boolean> {
  const { migrations = ALL_MIGRATIONS } = options;
  await refuseForeignTables(writer, dialect, [MIGRATIONS_TABLE]);
  const pending = await pendingMigrations(writer, dialect, migrations);
  if (options.mustHaveTables === true && pending.length === migrations.length) throw new MissingTables([]);
  await refuseForeignTables(
    writer,
    dialect,
    pending.map(({ creates = {} }) => creates),
  );
  return pending.length > 0;
}

async function migrateWith(openPatient: OpenPatient, options: DatabaseOptions): Promise<void> {
  const { migrations = ALL_MIGRATIONS, clock, logger } = options;
  const patient = await openPatient();
  const { database } = patient;
  try {
    await migrate({ db: database.writer, dialect: database.dialect, migrations, clock, logger });
  } finally {
    await patient.done();
  }
}
