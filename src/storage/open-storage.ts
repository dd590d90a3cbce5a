import { sql } from 'kysely';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import type { Storage } from '../actors/ports.ts';
import { SqlAgentStore } from './stores/agent-store.ts';
import { SqlBanStore } from './stores/ban-store.ts';
import type { Database } from './database.ts';
import { type FriendsOptions, openFriendStore } from './stores/friend-store.ts';
import { SqlHistoryStore } from './stores/history-store.ts';
import { ALL_MIGRATIONS } from './migrations/all-migrations.ts';
import { migrate, type Migration, pendingMigrations } from './migrations/migrate.ts';
import { openMysql } from './mysql/open-mysql.ts';
import { SqlLoginBlockStore } from './stores/login-block-store.ts';
import { SqlNameStore } from './stores/name-store.ts';
import { SqlPlayerStore } from './stores/player-store.ts';
import { SqlRetentionStore } from './stores/retention-store.ts';
import { SqlServerStore } from './stores/server-store.ts';
import { SqlSettingsStore } from './stores/settings-store.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import { parseStorageUrl } from './storage-url.ts';
import { SqlTokenStore } from './stores/token-store.ts';

export interface StorageOptions {
  /** `sqlite:`, `sqlite:<path>` or `mysql://user:password@host[:port]/database`. */
  readonly url: string;
  readonly dataFolder: string;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly friends?: FriendsOptions;
  /** What a query may take; default 5 000. */
  readonly queryTimeoutMs?: number;
  /** Connections to MySQL; default 8. */
  readonly poolSize?: number;
  /** Of SQLite, beyond which there is no room; set only by tests of a full disk. */
  readonly maxPages?: number;
  /** Set only by tests of migrating. */
  readonly migrations?: readonly Migration[];
}

const DEFAULT_FRIENDS: FriendsOptions = {
  table: 'FriendsRelationsPD',
  columns: { player: null, friend: null, since: null },
};
/** Building an index over millions of rows takes minutes, once. */
const MIGRATION_LIMIT_MS = 600_000;
/** The share of the time limit that SQLite may wait for another process; below 1, so that the error says SQLITE_BUSY. */
const BUSY_SHARE = 0.8;

/**
 * Opens the database behind `url` and brings its schema up to date. Rejects with `storage_unavailable` when the database
 * is away, and with a plain error for the operator when the address or the schema cannot be used.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { logger, friends = DEFAULT_FRIENDS } = options;
  const database = await openDatabase(options);
  try {
    const players = new SqlPlayerStore(database);
    return {
      names: new SqlNameStore(database),
      players,
      bans: new SqlBanStore(database),
      servers: new SqlServerStore(database),
      settings: new SqlSettingsStore(database, logger),
      history: new SqlHistoryStore(database),
      friends: await openFriendStore(database, friends, logger),
      tokens: new SqlTokenStore(database),
      loginBlocks: new SqlLoginBlockStore(database),
      agents: new SqlAgentStore(database),
      retention: new SqlRetentionStore(database),
      hasRoom: () => database.hasRoom(),
      now: () => nowOf(database),
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openDatabase(options: StorageOptions): Promise<Database> {
  const { url, dataFolder, logger, clock, queryTimeoutMs = 5_000, poolSize = 8 } = options;
  const address = parseStorageUrl(url, dataFolder);
  if (address.dialect === 'mysql') {
    const common = { address, clock, logger };
    const database = await openMysql({ ...common, poolSize, limitMs: queryTimeoutMs });
    // A time limit belongs to a session of MySQL, so migrations get a connection of their own.
    await migrateWhereNeeded(database, options, async () => {
      const patient = await openMysql({ ...common, poolSize: 1, limitMs: MIGRATION_LIMIT_MS });
      return { database: patient, done: () => patient.close() };
    });
    return database;
  }
  let limitMs = queryTimeoutMs;
  const busyMs = Math.floor(queryTimeoutMs * BUSY_SHARE);
  const database = openSqlite({
    file: address.file,
    limitMs: () => limitMs,
    busyMs,
    ...(options.maxPages === undefined ? {} : { maxPages: options.maxPages }),
    clock,
    logger,
  });
  await migrateWhereNeeded(database, options, async () => {
    limitMs = MIGRATION_LIMIT_MS;
    return {
      database,
      done: async () => {
        limitMs = queryTimeoutMs;
      },
    };
  });
  return database;
}

/** Gives a database whose queries may take as long as a migration. */
type OpenPatient = () => Promise<{ readonly database: Database; done(): Promise<void> }>;

/** Runs the pending migrations, if any; closes `database` when it cannot be used. */
async function migrateWhereNeeded(
  database: Database,
  options: StorageOptions,
  openPatient: OpenPatient,
): Promise<void> {
  const { migrations = ALL_MIGRATIONS, clock, logger } = options;
  const { writer, dialect } = database;
  try {
    if ((await pendingMigrations(writer, dialect, migrations)).length === 0) return;
    const patient = await openPatient();
    try {
      await migrate({ db: patient.database.writer, dialect, migrations, clock, logger });
    } finally {
      await patient.done();
    }
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function nowOf({ dialect, reader }: Database): Promise<number> {
  const moment =
    dialect === 'mysql'
      ? sql<number>`cast(unix_timestamp(now(3)) * 1000 as unsigned)`
      : sql<number>`cast(round(unixepoch('subsec') * 1000) as integer)`;
  const { rows } = await sql<{ now: number }>`select ${moment} as now`.execute(reader);
  return rows[0]?.now ?? Number.NaN;
}
