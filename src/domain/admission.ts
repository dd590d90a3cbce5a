import type { Ban } from './ban.ts';
import { shortBanId } from './ban.ts';
import { remainingText } from './time/duration-text.ts';
import { escapeText } from './text/text.ts';

export type RefusalCode = 'banned' | 'maintenance' | 'join_prevented' | 'network_full';

export type Admission =
  | { readonly allow: true }
  | { readonly allow: false; readonly code: RefusalCode; readonly message: string; readonly banId?: string };

/** What a refused player reads. `{reason}`, `{remaining}`, `{id}` are filled in for a ban. */
export interface RefusalTexts {
  readonly banned: string;
  readonly bannedForever: string;
  readonly maintenance: string;
  readonly joinPrevented: string;
  readonly networkFull: string;
}

/** Everything the decision depends on, already in memory: admission never waits. */
export interface AdmissionCase {
  /** The player's ban if one is active now. */
  readonly ban: Ban | undefined;
  readonly now: number;
  readonly maintenance: boolean;
  readonly preventJoin: boolean;
  readonly bypass: boolean;
  /** Players online and seats held for admitted logins, without this player. */
  readonly slotsTaken: number;
  readonly maxPlayers: number;
}

const ALLOWED: Admission = { allow: true };

/** Decides who may enter, the first refusal that applies (CONTRACT §3 Admission). */
export function decideAdmission(given: AdmissionCase, texts: RefusalTexts): Admission {
  if (given.ban !== undefined) return refuseBanned(given.ban, given.now, texts);
  if (given.bypass) return ALLOWED;
  if (given.maintenance) return { allow: false, code: 'maintenance', message: texts.maintenance };
  if (given.preventJoin) return { allow: false, code: 'join_prevented', message: texts.joinPrevented };
  if (given.slotsTaken >= given.maxPlayers) {
    return { allow: false, code: 'network_full', message: texts.networkFull };
  }
  return ALLOWED;
}

function refuseBanned(ban: Ban, now: number, texts: RefusalTexts): Admission {
  return {
    allow: false,
    code: 'banned',
    message: banText(ban, now, texts),
    banId: shortBanId(ban.uuid, ban.bannedAt),
  };
}

/** The words on the disconnect screen of a banned player. */
export function banText(ban: Ban, now: number, texts: RefusalTexts): string {
  const banId = shortBanId(ban.uuid, ban.bannedAt);
  return banTextOf({ expires: ban.expires, reason: ban.reason, banId }, now, texts);
}

/** What of a ban the words depend on; all that a proxy knows of it. `expires` is 0 for a permanent one. */
export interface BanFacts {
  readonly expires: number;
  readonly reason: string;
  readonly banId: string;
}

/** The same words from what a proxy knows. */
export function banTextOf({ expires, reason, banId }: BanFacts, now: number, texts: RefusalTexts): string {
  const isForever = expires === 0;
  const facts: Record<string, string> = {
    // The template may have colours; a reason is text, whatever is in it.
    reason: escapeText(reason),
    remaining: isForever ? 'forever' : remainingText(expires - now),
    id: banId,
  };
  const template = isForever ? texts.bannedForever : texts.banned;
  // One pass: a reason that contains `{id}` is text, not a template.
  return template.replace(/\{(reason|remaining|id)\}/g, (_, key: string) => facts[key] ?? '');
}
