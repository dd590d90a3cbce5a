import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

const NAMES: Readonly<Record<keyof Tables, true>> = {
  NetworkPD: true,
  NetworkBans: true,
  NetworkBanLog: true,
  NetworkServers: true,
  NetworkSettings: true,
  NetworkHistory: true,
  NetworkAddresses: true,
  NetworkRevokedTokens: true,
  NetworkLoginBlocks: true,
  NetworkAgents: true,
  NetworkNames: true,
  NetworkMigrations: true,
};

/** A database lacks tables that an earlier start made: with new, empty ones every ban would be gone. */
export class MissingTables extends Error {
  override readonly name = 'MissingTables';
  /** Empty when there is none of them: the file or the database is new. */
  readonly tables: readonly string[];

  constructor(tables: readonly string[]) {
    super(`tables are missing: ${tables.length === 0 ? 'all' : tables.join(', ')}`);
    this.tables = tables;
  }
}

/** Rejects with MissingTables when a migrated database lacks a table: somebody dropped it. */
export async function requireTables({ dialect, writer }: Database): Promise<void> {
  const query =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type in ('table', 'view')`
      : sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = database() and table_name like 'Network%'`;
  const { rows } = await query.execute(writer);
  // Some servers keep the names of tables in lower case.
  const present = new Set(rows.map(({ name }) => name.toLowerCase()));
  const missing = Object.keys(NAMES).filter((name) => !present.has(name.toLowerCase()));
  if (missing.length > 0) throw new MissingTables(missing);
}
