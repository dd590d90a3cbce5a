import { type RawBuilder, sql } from 'kysely';
import type { Uuid } from '../../domain/uuid.ts';
import type { Dialect } from '../database.ts';
import type { PageQuery } from './page-query.ts';
import { isLast } from './rows.ts';

/** Some uuids of a list, read from an index of `column` and uuid alone. */
export interface UuidQuery extends Pick<PageQuery, 'table' | 'order' | 'limit'> {
  readonly column: string;
  readonly condition: RawBuilder<unknown>;
  /** Behind which row: with its uuid, the rows that have the same key; without it, those behind that key. */
  readonly after: { readonly key: string | number; readonly uuid: string | null } | null;
}

export interface UuidRow {
  readonly id: Uuid;
  /** The sort key. */
  readonly place: string | number;
}

/**
 * What comes behind a row takes two queries, the rest of its equals and then all others: in one condition
 * `key < ? or (key = ? and uuid < ?)` no database seeks by the uuid, and of a million equal keys each query would read all.
 * MariaDB seeks by the uuid only if equal is written as a range, and takes another index unless it is told which.
 */
export function uuidQuery(dialect: Dialect, query: UuidQuery): RawBuilder<UuidRow> {
  const { table, column, condition, order, limit } = query;
  const key = sql.ref(column);
  const direction = sql.raw(order);
  const hint = dialect === 'mysql' ? sql`force index (${sql.ref(`${table}_${column}`)})` : sql``;
  return sql<UuidRow>`select uuid as id, ${key} as place from ${sql.table(table)} ${hint}
    where ${condition} ${positionOf(dialect, query)}
    order by ${key} ${direction}, uuid ${direction} limit ${limit}`;
}

function positionOf(dialect: Dialect, { column, after, order }: UuidQuery): RawBuilder<unknown> {
  if (after === null) return sql``;
  const key = sql.ref(column);
  const beyond = sql.raw(order === 'asc' ? '>' : '<');
  if (isLast(after.key)) {
    if (after.uuid !== null) return sql`and ${key} >= ${after.key} and uuid ${beyond} ${after.uuid}`;
    return order === 'asc' ? sql`and 1 = 0` : sql`and ${key} < ${after.key}`;
  }
  if (after.uuid === null) return sql`and ${key} ${beyond} ${after.key}`;
  const isEqual =
    dialect === 'mysql' ? sql`${key} >= ${after.key} and ${key} <= ${after.key}` : sql`${key} = ${after.key}`;
  return sql`and ${isEqual} and uuid ${beyond} ${after.uuid}`;
}
