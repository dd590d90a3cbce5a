import type { Uuid } from '../../domain/uuid.ts';
import { padded } from './upsert.ts';

const UUIDS_PER_STATEMENT = 512;

/** Finds the rows of many players, in statements of at most 512 uuids each. */
export async function lookUp<Row>(
  uuids: readonly Uuid[],
  find: (part: readonly Uuid[]) => Promise<Row[]>,
): Promise<Row[]> {
  const found: Row[] = [];
  for (const part of padded([...new Set(uuids)], UUIDS_PER_STATEMENT)) found.push(...(await find(part)));
  return found;
}
