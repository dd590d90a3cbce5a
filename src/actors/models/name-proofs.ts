import type { Uuid } from '../../domain/uuid.ts';
import type { NameRecord } from '../ports.ts';

/** A name is free for others this long after a rename at the earliest, in milliseconds. */
export const FREE_AFTER_MS = 37 * 86_400_000;

/** Whether the account service or an agent that authenticates vouched for the name, however long ago. */
export function isProof({ provedBy }: NameRecord): boolean {
  return provedBy === 'account' || provedBy === 'agent';
}

/** Whether the proof was so young at this time that nobody else could have the name. */
export function isProofAt(record: NameRecord, at: number): boolean {
  return isProof(record) && at - record.provedAt < FREE_AFTER_MS;
}

/** Whether the proof was so old at this time that somebody else may have had the name since. */
export function isOutdatedAt(record: NameRecord, at: number): boolean {
  return isProof(record) && !isProofAt(record, at);
}

/**
 * Whether only a client or a game server says whose the name is, or its player was last let in under it by a proof so old
 * that somebody else may have had the name by then. Of rows from before the table nobody knows that, so they do not count.
 */
export function isClaim(record: NameRecord): boolean {
  return isClaimAt(record, record.lastSeen);
}

/** The same for what was done at this time: a ban that was set while the proof counted is about who was proved. */
export function isClaimAt(record: NameRecord, at: number): boolean {
  const { provedBy, firstSeen, lastSeen } = record;
  if (provedBy === 'server' || (provedBy === null && firstSeen > 0)) return true;
  return isOutdatedAt(record, Math.min(lastSeen, at));
}

/**
 * Whether nothing but a claim ties a player to a name under which they were last here at `lastSeen`, by what is known of
 * the name: it is only claimed, or somebody else's, and that player was first seen with it so soon after that it cannot have
 * been handed on.
 */
export function isOnlyClaimed(uuid: Uuid, lastSeen: number, known: NameRecord | undefined): boolean {
  if (known === undefined) return false;
  if (known.uuid === uuid) return isClaimAt(known, lastSeen);
  return known.firstSeen > 0 && lastSeen + FREE_AFTER_MS > known.firstSeen;
}
