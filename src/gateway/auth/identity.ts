import type { BanAuthor } from '../../domain/ban.ts';

/** The caller of a request. `expires` is in epoch milliseconds. */
export type Identity =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'api_key' }
  | { readonly kind: 'token'; readonly id: string; readonly expires: number };

export const ANONYMOUS: Identity = { kind: 'anonymous' };
export const API_KEY: Identity = { kind: 'api_key' };

const LOGIN_AUTHOR: BanAuthor = { via: 'api', name: 'dashboard', uuid: null };
const API_KEY_AUTHOR: BanAuthor = { via: 'api', name: 'api_key', uuid: null };

/** The author in the ban log. There are no named accounts: a caller has a login or the API key. */
export function authorOf(identity: Identity): BanAuthor {
  return identity.kind === 'api_key' ? API_KEY_AUTHOR : LOGIN_AUTHOR;
}
