import { sql } from 'kysely';
import type { Storage } from '../actors/ports.ts';
import { SqlAgentStore } from './stores/agent-store.ts';
import { SqlBanStore } from './stores/ban-store.ts';
import type { Database } from './database.ts';
import { SqlFriendStore } from './stores/friend-store.ts';
import { FriendTable, type FriendsOptions } from './stores/friend-table.ts';
import { SqlHistoryStore } from './stores/history-store.ts';
import { requireTables } from './missing-tables.ts';
import { SqlLoginBlockStore } from './stores/login-block-store.ts';
import { type DatabaseOptions, openDatabase } from './open-database.ts';
import { SqlNameStore } from './stores/name-store.ts';
import { SqlPlayerStore } from './stores/player-store.ts';
import { SqlRetentionStore } from './stores/retention-store.ts';
import { SqlServerStore } from './stores/server-store.ts';
import { SqlSettingsStore } from './stores/settings-store.ts';
import type { StoreWatch } from './store-watch.ts';
import { SqlTokenStore } from './stores/token-store.ts';

export interface StorageOptions extends DatabaseOptions {
  readonly friends?: FriendsOptions;
}

const DEFAULT_FRIENDS: FriendsOptions = {
  table: 'FriendsRelationsPD',
  columns: { player: null, friend: null, since: null },
};

/**
 * Opens the database behind `url` and brings its schema up to date. Rejects with `storage_unavailable` when the database
 * is away, with MissingTables when tables that should be there are not, and with a plain error for the operator when the
 * address or the schema cannot be used, or another coordinator holds it.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { logger, friends = DEFAULT_FRIENDS } = options;
  const { database, lease, watch } = await openDatabase(options);
  const hasAllTables = options.migrations === undefined;
  const look = async (): Promise<void> => {
    await database.requireFiles?.();
    if (hasAllTables) await requireTables(database, options.tablePrefix);
  };
  // The last of its users: nobody may take over while a write is under way.
  const close = async (): Promise<void> => {
    // Without a lease nothing comes in between: what is asked after the call is refused.
    if (lease !== undefined) await lease.close();
    watch.close();
    await database.close();
  };
  try {
    await look();
    watch.begin(look);
    const players = new SqlPlayerStore(database);
    const friendTable = new FriendTable(database, friends, logger);
    // So that a table that does not fit is in the log from the start.
    await friendTable.columns();
    return {
      names: new SqlNameStore(database),
      players,
      bans: new SqlBanStore(database),
      servers: new SqlServerStore(database),
      settings: new SqlSettingsStore(database, logger),
      history: new SqlHistoryStore(database),
      friends: new SqlFriendStore(database, friendTable, logger),
      tokens: new SqlTokenStore(database),
      loginBlocks: new SqlLoginBlockStore(database, 0),
      agentBlocks: new SqlLoginBlockStore(database, 1),
      agents: new SqlAgentStore(database),
      ...(lease === undefined ? {} : { lease }),
      retention: new SqlRetentionStore(database),
      state: () => stateOf(database, watch),
      now: () => nowOf(database),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function stateOf(database: Database, watch: StoreWatch): ReturnType<Storage['state']> {
  if (watch.fault !== undefined) return 'away';
  return database.hasRoom() ? 'ok' : 'full';
}

async function nowOf({ dialect, reader }: Database): Promise<number> {
  const moment =
    dialect === 'mysql'
      ? sql<number>`cast(unix_timestamp(now(3)) * 1000 as unsigned)`
      : sql<number>`cast(round(unixepoch('subsec') * 1000) as integer)`;
  const { rows } = await sql<{ now: number }>`select ${moment} as now`.execute(reader);
  return rows[0]?.now ?? Number.NaN;
}
