import type { BanAuthor } from '../../domain/ban.ts';
import type { Clock } from '../../runtime/clock.ts';

/**
 * The caller of a request. `expires` is in epoch milliseconds; `until` is the same moment by `Clock.elapsed`, for a clock
 * that was put back meanwhile. A login is over at the earlier of the two.
 */
export type Identity = { readonly kind: 'anonymous' } | { readonly kind: 'api_key' } | TokenIdentity;

/** Who logged in. */
export interface TokenIdentity {
  readonly kind: 'token';
  readonly id: string;
  readonly expires: number;
  readonly until: number;
  /** Of the tokens that were issued between two calls of `Tokens.revokeAll`. */
  readonly generation: string;
}

export const ANONYMOUS: Identity = { kind: 'anonymous' };
export const API_KEY: Identity = { kind: 'api_key' };

/** Whether the 24 hours of a login are over; never for other callers. */
export function hasExpired(identity: Identity, clock: Clock): boolean {
  return identity.kind === 'token' && (clock.now() >= identity.expires || clock.elapsed() >= identity.until);
}

const LOGIN_AUTHOR: BanAuthor = { via: 'api', name: 'dashboard', uuid: null };
const API_KEY_AUTHOR: BanAuthor = { via: 'api', name: 'api_key', uuid: null };

/** The author in the ban log. There are no named accounts: a caller has a login or the API key. */
export function authorOf(identity: Identity): BanAuthor {
  return identity.kind === 'api_key' ? API_KEY_AUTHOR : LOGIN_AUTHOR;
}
