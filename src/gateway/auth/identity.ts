import type { BanAuthor } from '../../domain/ban.ts';

/** Who calls. `expires` is in epoch milliseconds. */
export type Identity =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'api_key' }
  | { readonly kind: 'token'; readonly id: string; readonly expires: number };

export const NOBODY: Identity = { kind: 'nobody' };
export const API_KEY: Identity = { kind: 'api_key' };

const LOGIN_AUTHOR: BanAuthor = { via: 'api', name: 'dashboard', uuid: null };
const API_KEY_AUTHOR: BanAuthor = { via: 'api', name: 'api_key', uuid: null };

/** Under which name the ban log keeps what a caller did: there are no named accounts, only two ways in. */
export function authorOf(identity: Identity): BanAuthor {
  return identity.kind === 'api_key' ? API_KEY_AUTHOR : LOGIN_AUTHOR;
}
