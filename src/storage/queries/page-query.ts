import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SortOrder } from '../../actors/ports.ts';
import type { Dialect } from '../database.ts';
import type { NameMatch } from './name-match.ts';
import type { Tables } from '../tables.ts';

/** Which rows a page shows, and in which order. */
export interface PageQuery {
  readonly table: 'NetworkPD' | 'NetworkBans';
  /** A column, or an expression over the table's columns. */
  readonly key: RawBuilder<unknown>;
  readonly order: SortOrder;
  readonly match: NameMatch;
  /** The last row of the page before: its sort key and uuid. */
  readonly after: { readonly key: string | number | bigint; readonly uuid: string } | null;
  readonly limit: number;
  readonly offset: number;
}

/**
 * One page, ordered by the key and then by uuid in the same direction, so that ties have a fixed order. The inner query
 * finds the uuids with an index alone, the outer one fetches only the rows of the page: 164 times as fast at
 * OFFSET 10 000 on MariaDB. The condition for a cursor is written out, because MariaDB does not use an index for
 * `(a, b) < (?, ?)` (2 900 times slower). `cross join` is an inner join whose order SQLite keeps; otherwise it reads the
 * whole table and looks up each row in the page.
 */
export function pageQuery<Row>(dialect: Dialect, query: PageQuery): RawBuilder<Row> {
  const { key, match, after } = query;
  const table = sql.table(query.table);
  const direction = sql.raw(query.order);
  const beyond = sql.raw(query.order === 'asc' ? '>' : '<');
  const position =
    after === null
      ? sql``
      : sql`and ${key} ${beyond}= ${after.key} and (${key} ${beyond} ${after.key} or uuid ${beyond} ${after.uuid})`;
  const sortKey = dialect === 'sqlite' && !match.walksIndex ? sql`+${key}` : key;
  const hint = dialect === 'mysql' && !match.walksIndex ? sql`use index ()` : sql``;
  return sql<Row>`
    select page.* from (
      select uuid as id from ${table} ${hint} where ${match.condition} ${position}
      order by ${sortKey} ${direction}, uuid ${direction} limit ${query.limit} offset ${query.offset}
    ) as found cross join ${table} as page where page.uuid = found.id
    order by ${key} ${direction}, uuid ${direction}`;
}

/** How many rows match. */
export async function countMatches(
  db: Kysely<Tables>,
  table: PageQuery['table'],
  match: NameMatch,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
    where ${match.condition}`.execute(db);
  return rows[0]?.count ?? 0;
}
