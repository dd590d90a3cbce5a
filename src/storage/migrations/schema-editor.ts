import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../database.ts';
import type { Tables } from '../tables.ts';

/**
 * What migrations work with. Everything here may be run again: MySQL commits each statement by itself, so a migration
 * that was cut off begins anew.
 */
export class SchemaEditor {
  readonly dialect: Dialect;
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>, dialect: Dialect) {
    this.#db = db;
    this.dialect = dialect;
  }

  async run(statement: string): Promise<void> {
    await sql.raw(statement).execute(this.#db);
  }

  /** MySQL knows no `create index if not exists`. */
  async index(table: string, name: string, columns: string): Promise<void> {
    if (this.dialect === 'sqlite') {
      await this.run(`create index if not exists "${name}" on "${table}" (${columns})`);
      return;
    }
    const found = await sql`select 1 from information_schema.statistics where table_schema = database()
      and table_name = ${table} and index_name = ${name} limit 1`.execute(this.#db);
    if (found.rows.length === 0) await this.run(`create index \`${name}\` on \`${table}\` (${columns})`);
  }

  /** A table of this name that others made must have our columns, or nothing that follows makes sense. */
  async requireColumns(table: string, columns: readonly string[]): Promise<void> {
    const present = new Set((await columnsOf(this.#db, this.dialect, table)).map(({ name }) => name));
    const missing = columns.filter((column) => !present.has(column));
    if (missing.length === 0) return;
    throw new Error(
      `The table ${table} exists without the column ${missing.join(', ')}; give Portcullis a database of its own`,
    );
  }
}

export interface Column {
  readonly name: string;
  /** As declared, in lower case: `varchar(36)`, `bigint`, `text`. */
  readonly type: string;
}

/** The columns of a table in their order; none when there is no such table. */
export async function columnsOf(
  db: Kysely<Tables>,
  dialect: Dialect,
  table: string,
): Promise<readonly Column[]> {
  const query =
    dialect === 'sqlite'
      ? sql<Column>`select name, lower(type) as type from pragma_table_info(${table}) order by cid`
      : sql<Column>`select column_name as name, lower(column_type) as type from information_schema.columns
          where table_schema = database() and table_name = ${table} order by ordinal_position`;
  return (await query.execute(db)).rows;
}
