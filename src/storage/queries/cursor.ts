import type { PlayerPageQuery } from '../../actors/ports.ts';
import { AppError } from '../../domain/errors.ts';
import { isUuid, type Uuid } from '../../domain/uuid.ts';

/** A position in a sorted list of players: after the row with this sort key and uuid. */
export interface Position {
  readonly key: string | number;
  readonly uuid: Uuid;
}

type Order = Pick<PlayerPageQuery, 'sort' | 'order' | 'search'>;

const MAX_CHARACTERS = 4_096;

/** Makes an opaque cursor for the next page of the same sort, order and search. */
export function encodeCursor({ sort, order, search }: Order, { key, uuid }: Position): string {
  return Buffer.from(JSON.stringify([sort, order, search, key, uuid])).toString('base64url');
}

/** Reads a cursor; throws `malformed_parameter` unless `encodeCursor` made it for this sort, order and search. */
export function decodeCursor(query: Order, cursor: string): Position {
  const parts = partsOf(cursor);
  const [sort, order, search, key, uuid] = parts;
  if (parts.length !== 5 || typeof uuid !== 'string' || !isUuid(uuid)) throw malformed();
  if (sort !== query.sort || order !== query.order || search !== query.search) {
    throw new AppError('malformed_parameter', 'The cursor belongs to another sort, order or search');
  }
  if (query.sort === 'name' && typeof key === 'string') return { key, uuid };
  if (query.sort !== 'name' && typeof key === 'number' && Number.isSafeInteger(key)) return { key, uuid };
  throw malformed();
}

function partsOf(cursor: string): unknown[] {
  if (cursor.length > MAX_CHARACTERS) throw malformed();
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    throw malformed();
  }
}

function malformed(): AppError {
  return new AppError('malformed_parameter', 'The cursor was not issued by this API');
}
