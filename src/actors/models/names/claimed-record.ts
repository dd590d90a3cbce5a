import type { Uuid } from '../../../domain/uuid.ts';
import type { NameRecord } from '../../ports.ts';
import { isClaim, isOutdatedAt } from '../name-proofs.ts';

/** A name that is proved or claimed again is written at most this often. */
export const REPEAT_MS = 86_400_000;

/** Somebody was let in under this name, folded, and uuid without a proof. */
export interface Claim {
  readonly key: string;
  readonly uuid: Uuid;
  readonly at: number;
  /** Whether it stands in for the claim before it, and so for the time since then. */
  readonly isInstead: boolean;
}

/** What is known of a name after the claim, by what was known before; undefined where the claim changes nothing. */
export function claimedRecord(claim: Claim, before: NameRecord | undefined): NameRecord | undefined {
  const { key, uuid, at, isInstead } = claim;
  const isSame = before?.uuid === uuid;
  // Nobody came under the name: what is known of when somebody did stays.
  if (isSame && isInstead) return undefined;
  if (isSame && at - before.lastSeen < REPEAT_MS) return undefined;
  if (isSame && isOutdatedAt(before, at)) return { ...before, lastSeen: at };
  if (before?.provedBy === 'server' && !isInstead && at - before.lastSeen >= REPEAT_MS) {
    return { ...before, lastSeen: at };
  }
  if (before !== undefined && before.provedBy !== null) return undefined;
  const isReplaced = before !== undefined && isInstead && isClaim(before);
  const firstSeen = isReplaced || isSame ? before.firstSeen : at;
  const lastSeen = isReplaced ? before.lastSeen : at;
  return { key, uuid, provedBy: null, provedAt: 0, firstSeen, lastSeen };
}
