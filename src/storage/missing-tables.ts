import { sql } from 'kysely';
import type { Database } from './database.ts';
import { TABLE_NAMES } from './table-names.ts';

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

/**
 * Rejects with MissingTables when a migrated database lacks a table: somebody dropped it; without names when it lacks all.
 * `prefix` is before the names.
 */
export async function requireTables({ dialect, reader }: Database, prefix = ''): Promise<void> {
  const query =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type in ('table', 'view')`
      : sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = database()`;
  const { rows } = await query.execute(reader);
  // Some servers keep the names of tables in lower case.
  const present = new Set(rows.map(({ name }) => name.toLowerCase()));
  const missing = TABLE_NAMES.filter((name) => !present.has(`${prefix}${name}`.toLowerCase()));
  if (missing.length > 0) throw new MissingTables(missing.length < TABLE_NAMES.length ? missing : []);
}
