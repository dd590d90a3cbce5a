import type { RawBuilder } from 'kysely';
import type { SortOrder } from '../../actors/ports.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { type Database, atOneMoment } from '../database.ts';
import { unavailable } from '../failure.ts';
import { type PageQuery, type Position, uuidQuery } from './page-query.ts';
import { UuidList } from './uuid-list.ts';

/** Few enough that taking them over costs the event loop a millisecond or two. */
const PER_STATEMENT = 2048;
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
  const { clock } = database;
  const deadline = clock.elapsed() + LIMIT_MS;
  return atOneMoment(database, async (transaction) => {
    const list = new UuidList();
    for (const condition of order === 'asc' ? parts : parts.toReversed()) {
      let after: Position | null = null;
      for (;;) {
        const query: RawBuilder<UuidRow> = uuidQuery({
          table,
          column,
          condition,
          order,
          after,
          limit: PER_STATEMENT,
        });
        const { rows } = await query.execute(transaction);
        list.push(rows.map(({ id }) => id));
        const last = rows.at(-1);
        if (last === undefined || rows.length < PER_STATEMENT) break;
        after = { key: last.place, uuid: last.id };
        if (clock.elapsed() > deadline) throw unavailable('WALK_TIMEOUT');
      }
    }
    return list;
  });
}

interface UuidRow {
  readonly id: Uuid;
  readonly place: string | number;
}
