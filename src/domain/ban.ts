import type { Uuid } from './uuid.ts';

/** Who set or lifted a ban: the API, or somebody in the game, by a menu on a server or a command at a proxy (`menu`). */
export interface BanAuthor {
  readonly via: 'api' | 'menu';
  readonly name: string;
  readonly uuid: Uuid | null;
}

/** The last ban of one player, as stored: one row a player. Times are epoch milliseconds. */
export interface Ban {
  readonly uuid: Uuid;
  readonly name: string;
  readonly reason: string;
  readonly bannedAt: number;
  /** 0 when the ban is permanent. */
  readonly expires: number;
  /** The player's last address; empty when the player was never seen. */
  readonly ip: string;
  /** How many bans the player ever had, including this one; an unban does not lower it. */
  readonly count: number;
  /** False once lifted. It stays true when a temporary ban expires; use `isBanActive`. */
  readonly active: boolean;
}

/** A ban that is to be written; storage adds the count. */
export interface NewBan extends Omit<Ban, 'count' | 'active'> {
  /**
   * Whose ban moves: it is lifted in the same step, at this time, if it still is the one that moves. Nothing is
   * written if they are not banned any more.
   */
  readonly movedFrom?: { readonly uuid: Uuid; readonly at: number };
}

/** Whether the ban has no end; it may have been lifted all the same. */
export function isPermanent(ban: Ban): boolean {
  return ban.expires === 0;
}

/** A ban holds until it is lifted, or until the millisecond in `expires`, which is no longer part of it. */
export function isBanActive(ban: Ban, now: number): boolean {
  return ban.active && (ban.expires === 0 || now < ban.expires);
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The short id that a refused player sees and can quote to staff: eight characters of Crockford base 32, a hash (FNV-1a) of
 * player and time, so that it is the same everywhere without being stored. It is not a secret.
 */
export function shortBanId(uuid: Uuid, bannedAt: number): string {
  let high = 0x811c9dc5;
  let low = 0x01000193;
  for (const char of `${uuid}${bannedAt}`) {
    const code = char.charCodeAt(0);
    high = Math.imul(high ^ code, 0x01000193) >>> 0;
    low = Math.imul(low ^ (code + 0x9e), 0x85ebca6b) >>> 0;
  }
  let id = '';
  for (let digit = 0; digit < 8; digit += 1) {
    const word = digit < 4 ? high : low;
    id += ALPHABET.charAt((word >>> ((digit % 4) * 5 + 3)) & 31);
  }
  return id;
}
