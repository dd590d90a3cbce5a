import type { Dialect } from '../database.ts';
import type { Tables } from '../tables.ts';

/** Columns by table. */
export type CreatedTables = { readonly [Name in keyof Tables]?: readonly (keyof Tables[Name])[] };

/** What migrations use to change the schema, a step a call. Every step may be run again. */
export interface Schema {
  readonly dialect: Dialect;
  run(statement: string): Promise<void>;
  /** MySQL has no `create index if not exists`. */
  index(table: string, name: string, columns: string): Promise<void>;
  /** Neither SQLite nor MySQL has `add column if not exists`. A column that is there is left as it is. */
  column(table: keyof Tables, name: string, type: string): Promise<void>;
}

/** One step of the schema; each has a file of its own. */
export interface Migration {
  /** Counts from 1 without gaps. */
  readonly version: number;
  readonly name: string;
  /** The tables that it makes, with their columns: one that is there already must have them all. */
  readonly creates?: CreatedTables;
  up(schema: Schema): Promise<void>;
}
