import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { isIndexGone } from '../failure.ts';
import type { Tables } from '../tables.ts';
import { matchName, type NameMatch } from './name-match.ts';

/** Looking up a player takes MariaDB as long as reading a dozen names does. */
const NAMES_PER_LOOK_UP = 16;
/** So few are looked up in less than a millisecond. */
const FEW = 100;
/** Finding out whether there are more takes some milliseconds, a hundredth of reading a million names. */
const MANY = 20_000;

/**
 * Searches players by the index of names, unless it finds so many that reading all names is quicker, or somebody dropped it.
 * `countPlayers` answers how many there are, roughly.
 */
export async function searchPlayers<T>(
  database: Database,
  search: string,
  countPlayers: () => Promise<number>,
  read: (match: NameMatch) => Promise<T>,
): Promise<T> {
  try {
    return await read(await findMatch(database, search, countPlayers));
  } catch (error) {
    if (!isIndexGone(error)) throw error;
    database.remakeNameIndex?.();
    return read(matchName(database.dialect, search, false));
  }
}

async function findMatch(
  { dialect, reader, hasNameIndex }: Database,
  search: string,
  countPlayers: () => Promise<number>,
): Promise<NameMatch> {
  const match = matchName(dialect, search, hasNameIndex());
  if (match.candidates === undefined) return match;
  const most = Math.max(FEW, Math.min(MANY, Math.floor((await countPlayers()) / NAMES_PER_LOOK_UP)));
  const found = await countUpTo(reader, match.candidates.places, most + 1);
  return found <= most ? match : matchName(dialect, search, false);
}

async function countUpTo(db: Kysely<Tables>, places: RawBuilder<unknown>, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${places} limit ${limit}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}
