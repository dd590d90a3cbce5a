import { type RawBuilder, sql } from 'kysely';
import type { BanPageQuery } from '../../actors/ports.ts';
import type { BanTable } from '../tables.ts';

/** How the list of bans is sorted, and which index has that order. */
export interface BanOrder {
  /** What rows are sorted by: a column, or an expression over the columns. */
  readonly key: RawBuilder<unknown>;
  /** The column whose index, with the uuid, has each of the parts in order. */
  readonly column: keyof BanTable;
  /** Conditions that split the rows; together, in ascending order, they are the whole order. */
  readonly parts: readonly RawBuilder<unknown>[];
}

const ALL = [sql`1 = 1`];

export const BAN_ORDERS = {
  name: { key: sql.ref('username'), column: 'username', parts: ALL },
  // Permanent bans sort as the latest to expire, although their column is 0. No index has that order, but both parts do.
  expires: {
    key: sql.raw('case when expiration = 0 then 9223372036854775807 else expiration end'),
    column: 'expiration',
    // A range also for the second, though nothing is below 0: for an equal column MariaDB reads all its rows.
    parts: [sql`expiration > 0`, sql`expiration <= 0`],
  },
  times: { key: sql.ref('ban_count'), column: 'ban_count', parts: ALL },
  date: { key: sql.ref('banned_at'), column: 'banned_at', parts: ALL },
} as const satisfies Record<BanPageQuery['sort'], BanOrder>;
