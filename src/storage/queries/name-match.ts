import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../database.ts';

/** How the names of a table are searched for a substring. */
export interface NameMatch {
  /** A condition on `username`; always true for an empty search. */
  readonly condition: RawBuilder<unknown>;
  /**
   * False where the rows must be found first and sorted then: walking a sort index for a rare name means a random
   * look-up a row, fifteen times slower than reading the whole table once.
   */
  readonly walksIndex: boolean;
}

const TRIGRAM = 3;

/**
 * A case-insensitive substring, every character of it literal. On SQLite the trigram index of `NetworkPDNames` finds it,
 * if it is long enough and the table has such an index; everything else reads all names.
 */
export function matchName(dialect: Dialect, search: string, trigrams: boolean): NameMatch {
  if (search === '') return { condition: sql`1 = 1`, walksIndex: true };
  if (dialect === 'sqlite' && trigrams && Array.from(search).length >= TRIGRAM) {
    const phrase = `"${search.replaceAll('"', '""')}"`;
    const found = sql`select rowid from NetworkPDNames where NetworkPDNames match ${phrase}`;
    return { condition: sql`rowid in (${found})`, walksIndex: false };
  }
  const pattern = `%${search.replaceAll(/[!%_]/g, '!$&')}%`;
  return { condition: sql`username like ${pattern} escape '!'`, walksIndex: false };
}
