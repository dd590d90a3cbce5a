import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../database.ts';
import { foldedName, foldedWord, partOf, unpacked } from '../name-index/folded-name.ts';

/** How the names of a table are searched for a substring. */
export interface NameMatch {
  /** A condition on `username`; always true for an empty search. */
  readonly condition: RawBuilder<unknown>;
  /**
   * False where rows must be found first and sorted afterwards: walking a sort index for a rare name needs a random
   * look-up for each row, fifteen times slower than reading the whole table once.
   */
  readonly walksIndex: boolean;
  /** On MySQL and MariaDB: an index of names has what may match. */
  readonly candidates?: Candidates;
}

interface Candidates {
  /** Their uuids as `id`, each once. */
  readonly uuids: RawBuilder<unknown>;
  /** One row for each place of a name that may match. */
  readonly places: RawBuilder<unknown>;
}

const INDEXED = 3;

/**
 * Matches a substring without regard to case; every character is literal. A search that is long enough uses an index where
 * the table has one (`isIndexed`): on SQLite the trigram index `NetworkPDNames`, on MySQL and MariaDB the table of that name
 * with all parts of all names, which may also have what was a name once. Otherwise all names are read.
 */
export function matchName(dialect: Dialect, search: string, isIndexed: boolean): NameMatch {
  if (search === '') return { condition: sql`1 = 1`, walksIndex: true };
  const usesIndex = isIndexed && Array.from(search).length >= INDEXED;
  if (dialect === 'sqlite' && usesIndex) {
    const phrase = `"${search.replaceAll('"', '""')}"`;
    const found = sql`select rowid from NetworkPDNames where NetworkPDNames match ${phrase}`;
    return { condition: sql`rowid in (${found})`, walksIndex: false };
  }
  const pattern = `%${search.replaceAll(/[!%_]/g, '!$&')}%`;
  if (dialect === 'sqlite') return { condition: sql`username like ${pattern} escape '!'`, walksIndex: false };
  const condition = sql`${foldedName(sql`username`)} like ${foldedWord(pattern)} escape '!'`;
  return { condition, walksIndex: false, ...(usesIndex ? { candidates: candidatesOf(search) } : {}) };
}

function candidatesOf(search: string): Candidates {
  const first = partOf(foldedWord(search));
  // No character has this byte.
  const range = sql`part >= ${first} and part < concat(${first}, x'ff')`;
  return {
    uuids: sql`select distinct ${unpacked(sql`uuid`)} as id from NetworkPDNames where ${range}`,
    places: sql`select 1 from NetworkPDNames where ${range}`,
  };
}
