import * as fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import type { PlayerPageQuery, PlayerRecord } from '../../src/actors/ports.ts';
import type { Ban, BanAuthor } from '../../src/domain/ban.ts';
import { parseUuid, type Uuid } from '../../src/domain/uuid.ts';

export function someUuid(): Uuid {
  return parseUuid(randomUUID()) as Uuid;
}

export function somePlayer(known: Partial<PlayerRecord> = {}): PlayerRecord {
  return {
    uuid: someUuid(),
    name: 'Steve',
    playtime: 60,
    firstConnection: 1_700_000_000_000,
    lastConnection: 1_760_000_000_123,
    ...known,
  };
}

/** Any text without control characters and broken surrogates, which the gateway refuses. */
export function texts(maxLength: number): fc.Arbitrary<string> {
  const awkward = fc.constantFrom(
    '😀',
    '👩‍👩‍👧',
    "'",
    '"',
    '`',
    '%',
    '_',
    '\\',
    '\u202e',
    'ß',
    'İ',
    '--',
    '${x}',
    '?',
    ' ',
  );
  const unit = fc.oneof(awkward, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }));
  return fc
    .array(unit, { minLength: 1, maxLength })
    .map((units) => units.join(''))
    .filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text) && text.length <= maxLength);
}

export const FIRST_PAGE: PlayerPageQuery = {
  sort: 'name',
  order: 'asc',
  search: '',
  limit: 100,
  offset: 0,
  cursor: null,
};

type NewBan = Omit<Ban, 'count' | 'active'>;

export const ADMIN: BanAuthor = { via: 'api', name: 'admin', uuid: null };
export const NOW = 1_760_000_000_000;

export function someBan(known: Partial<NewBan> = {}): NewBan {
  return {
    uuid: someUuid(),
    name: 'Griefer',
    reason: 'Burned the spawn',
    bannedAt: NOW,
    expires: NOW + 3_600_000,
    ip: '203.0.113.9',
    ...known,
  };
}
