import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../database.ts';

/** How the names of a table are searched for a substring. */
export interface NameMatch {
  /** A condition on `username`; always true for an empty search. */
  readonly condition: RawBuilder<unknown>;
  /**
   * False where rows must be found first and sorted afterwards: walking a sort index for a rare name needs a random
   * look-up for each row, fifteen times slower than reading the whole table once.
   */
  readonly walksIndex: boolean;
}

const TRIGRAM = 3;

/**
 * Matches a substring without regard to case; every character is literal. On SQLite the trigram index `NetworkPDNames`
 * is used where the table has one and the search is long enough; otherwise all names are read.
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
