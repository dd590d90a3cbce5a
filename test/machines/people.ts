import type { Ban, BanAuthor } from '../../src/domain/ban.ts';
import { parseUuid, type Uuid } from '../../src/domain/uuid.ts';
import type { BanDraft, Presence } from '../../src/machines/player/events.ts';

export function uuidOf(given: string): Uuid {
  const uuid = parseUuid(given);
  if (uuid === undefined) throw new Error(`${given} is no uuid`);
  return uuid;
}

export const STEVE = uuidOf('b50ad385-829d-3141-a216-7e7d7539ba7f');
export const ADMIN: BanAuthor = { via: 'api', name: 'admin', uuid: null };
export const NOW = 1_790_000_000_000;

/** A ban as requested; permanent unless `expires` is given. */
export function draftOf(expires = 0): BanDraft {
  return { uuid: STEVE, name: 'Steve', reason: 'griefing', bannedAt: NOW, expires, ip: '' };
}

/** A ban as stored. */
export function banOf(expires = 0, count = 1): Ban {
  return { ...draftOf(expires), count, active: true };
}

export function presenceOf(lease = 'p#1', server: string | null = null): Presence {
  return { lease, ip: '203.0.113.7', server, joinedAt: NOW };
}
