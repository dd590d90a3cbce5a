import { padded } from './upsert.ts';

const KEYS_PER_STATEMENT = 512;

/** Finds the rows of many keys (uuids, names), in statements of at most 512 each. */
export async function lookUp<Key, Row>(
  keys: readonly Key[],
  find: (part: readonly Key[]) => Promise<Row[]>,
): Promise<Row[]> {
  const found: Row[] = [];
  for (const part of padded([...new Set(keys)], KEYS_PER_STATEMENT)) found.push(...(await find(part)));
  return found;
}
