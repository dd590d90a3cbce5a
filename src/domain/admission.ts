import type { Ban } from './ban.ts';
import { shortBanId } from './ban.ts';
import { remainingText } from './time/duration-text.ts';
import { escapeText } from './text/text.ts';

/** Why a player is refused. */
export type RefusalCode = 'banned' | 'maintenance' | 'join_prevented' | 'network_full';

/** The decision on a login or join. */
export type Admission =
  | { readonly allow: true }
  | { readonly allow: false; readonly code: RefusalCode; readonly message: string; readonly banId?: string };

/** The messages to refused players. In those about bans, `{reason}`, `{remaining}` and `{id}` are filled in. */
export interface RefusalTexts {
  readonly banned: string;
  readonly bannedForever: string;
  readonly maintenance: string;
  readonly joinPrevented: string;
  readonly networkFull: string;
}

/** Everything that the decision depends on. All of it is in memory, so that no login waits for the database. */
export interface AdmissionCase {
  /** The player's ban, if one is active now. */
  readonly ban: Ban | undefined;
  readonly now: number;
  readonly maintenance: boolean;
  readonly preventJoin: boolean;
  readonly bypass: boolean;
  /** Players online and slots reserved for admitted logins, without this player. */
  readonly slotsTaken: number;
  readonly maxPlayers: number;
}

const ALLOWED: Admission = { allow: true };

/** Decides whether a player may join; the first refusal that applies is given (docs/api.md "Admission"). */
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

/** The text on the disconnect screen of a banned player. */
export function banText(ban: Ban, now: number, texts: RefusalTexts): string {
  const banId = shortBanId(ban.uuid, ban.bannedAt);
  return banTextOf({ expires: ban.expires, reason: ban.reason, banId }, now, texts);
}

/** The parts of a ban that its text depends on; proxies know no more of it. `expires` is 0 for a permanent ban. */
export interface BanFacts {
  readonly expires: number;
  readonly reason: string;
  readonly banId: string;
}

/** The text on the disconnect screen, from what a proxy knows of the ban. */
export function banTextOf({ expires, reason, banId }: BanFacts, now: number, texts: RefusalTexts): string {
  const isForever = expires === 0;
  const facts: Record<string, string> = {
    // The template may have colours; a reason is plain text, whatever is in it.
    reason: escapeText(reason),
    remaining: isForever ? 'forever' : remainingText(expires - now),
    id: banId,
  };
  const template = isForever ? texts.bannedForever : texts.banned;
  // In one pass, so that `{id}` in a reason stays text.
  return template.replace(/\{(reason|remaining|id)\}/g, (_, key: string) => facts[key] ?? '');
}
