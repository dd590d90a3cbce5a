import type { RawBuilder } from 'kysely';
import type { SortOrder } from '../../actors/ports.ts';
import { type Database, atOneMoment } from '../database.ts';
import { unavailable } from '../failure.ts';
import type { PageQuery } from './page-query.ts';
import { UuidList } from './uuid-list.ts';
import { uuidQuery, type UuidRow } from './uuid-query.ts';

/** Few enough that taking them over costs the event loop a millisecond or two. */
const PER_STATEMENT = 1024;
/** A million uuids take a second or two. */
const LIMIT_MS = 30_000;

/** Which rows of a table, and in which order. */
export interface Walk {
  readonly table: PageQuery['table'];
  readonly column: string;
  /** One after the other, for `asc`; from the last to the first for `desc`. */
  readonly parts: readonly RawBuilder<unknown>[];
  readonly order: SortOrder;
}

/**
 * Reads the uuids of a whole list in its order, all as at one moment. Each statement continues behind the last row of the one
 * before, so it costs the same wherever it is. Rejects with `storage_unavailable` after 30 s.
 */
export function takeUuids(database: Database, { table, column, parts, order }: Walk): Promise<UuidList> {
  const { clock, dialect } = database;
  const deadline = clock.elapsed() + LIMIT_MS;
  return atOneMoment(database, async (transaction) => {
    const list = new UuidList();
    for (const condition of order === 'asc' ? parts : parts.toReversed()) {
      const common = { table, column, condition, order, limit: PER_STATEMENT };
      let after: { key: string | number; uuid: string | null } | null = null;
      for (;;) {
        const query: RawBuilder<UuidRow> = uuidQuery(dialect, { ...common, after });
        const { rows } = await query.execute(transaction);
        list.push(rows.map(({ id }) => id));
        const last = rows.at(-1);
        if (rows.length === PER_STATEMENT && last !== undefined) after = { key: last.place, uuid: last.id };
        else if (after?.uuid != null) after = { key: after.key, uuid: null };
        else break;
        if (clock.elapsed() > deadline) throw unavailable('WALK_TIMEOUT');
      }
    }
    return list;
  });
}
