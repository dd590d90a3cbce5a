import { type Expression, type Kysely, sql } from 'kysely';
import type { Dialect } from '../database.ts';
import { ownName } from '../table-names.ts';
import type { Schema } from './migration.ts';
import type { Tables } from '../tables.ts';

/**
 * Changes the schema of a database. MySQL commits each statement by itself, so a migration that was interrupted starts from
 * its beginning.
 */
export class SchemaEditor implements Schema {
  readonly dialect: Dialect;
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>, dialect: Dialect) {
    this.#db = db;
    this.dialect = dialect;
  }

  async run(statement: string): Promise<void> {
    await sql.raw(statement).execute(this.#db);
  }

  async index(table: string, name: string, columns: string): Promise<void> {
    if (this.dialect === 'sqlite') {
      await this.run(`create index if not exists "${name}" on "${table}" (${columns})`);
      return;
    }
    const found = await sql`select 1 from information_schema.statistics where table_schema = database()
      and table_name = ${ownName(table)} and index_name = ${ownName(name)} limit 1`.execute(this.#db);
    if (found.rows.length === 0) await this.run(`create index \`${name}\` on \`${table}\` (${columns})`);
  }

  async column(table: keyof Tables, name: string, type: string): Promise<void> {
    const columns = await columnsOf(this.#db, this.dialect, ownName(table));
    if (columns.some((column) => column.name === name)) return;
    await this.run(`alter table ${table} add column ${name} ${type}`);
  }
}

export interface Column {
  readonly name: string;
  /** As declared, in lower case: `varchar(36)`, `bigint`, `text`. */
  readonly type: string;
}

/** The columns of a table in their order; empty when the table does not exist. The name is an expression: see `ownName`. */
export async function columnsOf(
  db: Kysely<Tables>,
  dialect: Dialect,
  table: Expression<string>,
): Promise<readonly Column[]> {
  const query =
    dialect === 'sqlite'
      ? sql<Column>`select name, lower(type) as type from pragma_table_info(${table}) order by cid`
      : sql<Column>`select column_name as name, lower(column_type) as type from information_schema.columns
          where table_schema = database() and table_name = ${table} order by ordinal_position`;
  return (await query.execute(db)).rows;
}
