import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../runtime/clock.ts';
import { isRetryable } from './failure.ts';
import { retried } from './retried.ts';
import type { Tables } from './tables.ts';

export type Dialect = 'mysql' | 'sqlite';

/** An open database as the stores see it. */
export interface Database {
  readonly dialect: Dialect;
  /** For writes, and for reads that must see their own transaction. */
  readonly writer: Kysely<Tables>;
  /** For reads. On SQLite they have a thread of their own, so they wait for no commit; on MySQL the same as `writer`. */
  readonly reader: Kysely<Tables>;
  /**
   * For a read of many statements that must all see the same moment (`atOneMoment`). On SQLite a thread of its own, which
   * the first such read starts, so that no other read waits for it or sees its moment; on MySQL the same as `writer`.
   */
  readonly walker: Kysely<Tables>;
  /** Rejects inside a transaction when another coordinator holds the database; absent where nothing is held. */
  readonly fence?: (transaction: Transaction<Tables>) => Promise<void>;
  readonly clock: Clock;
  /** Whether a search for three characters of a player's name has an index (`matchName`). */
  readonly hasNameIndex: () => boolean;
  /** Has that index made anew, which a search found dropped; absent where it is a part of the schema. */
  readonly remakeNameIndex?: () => void;
  /** Logs a transaction that lost a deadlock each time it was run; absent where there are no deadlocks. */
  readonly noteLost?: (error: unknown) => void;
  /** False from a write that found the disk full until one that works. */
  hasRoom(): boolean;
  /** Rejects when the files of the database are not the ones that were opened; absent where there are none. */
  requireFiles?(): Promise<void>;
  close(): Promise<void>;
}

/** Runs `work` in a transaction that only reads: all its statements see the tables as they are at the first one. */
export function atOneMoment<T>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return database.walker
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(work);
}

/** Runs `work`, which writes, where it is fenced; statement by statement where there is no fence. */
export function write<T>(database: Database, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  return database.fence === undefined ? work(database.writer) : transact(database, work);
}

/**
 * Runs `work` in one fenced transaction, again where it loses a deadlock (`retried`). One that lost each time is logged; one
 * that was stored in the end is not worth a line.
 */
export async function transact<T>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  try {
    return await retried(database.clock, () =>
      database.writer.transaction().execute(async (transaction) => {
        await database.fence?.(transaction);
        return work(transaction);
      }),
    );
  } catch (error) {
    if (isRetryable(error)) database.noteLost?.(error);
    throw error;
  }
}
