import { LRUCache } from 'lru-cache';
import { AppError } from '../../domain/errors.ts';
import { secretMatcher } from '../../runtime/secret-comparison.ts';
import { API_KEY, type Identity } from './identity.ts';
import type { Tickets } from './tickets.ts';
import type { Tokens } from './tokens.ts';

const MAX_CALLERS = 10_000;

/**
 * Tells who calls from what they show. An `Authorization` header that was found good once is found again in a bounded
 * map, as long as it holds: verifying on every request takes four fifths of the throughput (PERFORMANCE §2).
 */
export class Authenticator {
  readonly #isApiKey: (given: string) => boolean;
  readonly #tokens: Tokens;
  readonly #tickets: Tickets;
  readonly #callers = new LRUCache<string, Identity>({ max: MAX_CALLERS });

  constructor(apiKey: string, tokens: Tokens, tickets: Tickets) {
    this.#isApiKey = secretMatcher(apiKey);
    this.#tokens = tokens;
    this.#tickets = tickets;
  }

  /**
   * The caller of an ordinary route, from `Authorization: Bearer`. At once for the API key and for tokens seen before;
   * throws or rejects with 401 `unauthenticated`.
   */
  identify(authorization: string): Identity | Promise<Identity> {
    const known = this.#callers.get(authorization);
    if (known !== undefined && (known.kind !== 'token' || this.#tokens.holds(known))) return known;
    const token = bearerOf(authorization);
    if (this.#isApiKey(token)) return this.#remember(authorization, API_KEY);
    return this.#tokens.verify(token).then((identity) => this.#remember(authorization, identity));
  }

  /** The reader of a stream: the header, or a login token or ticket in `?token=`; never the API key in a URL. */
  identifyReader(authorization: string, queryToken: string): Identity | Promise<Identity> {
    if (authorization !== '' || queryToken === '') return this.identify(authorization);
    return this.#tickets.redeem(queryToken) ?? this.#tokens.verify(queryToken);
  }

  /** Only the API key itself, for `/metrics`. */
  identifyOperator(authorization: string): Identity {
    if (this.#isApiKey(bearerOf(authorization))) return API_KEY;
    throw new AppError('unauthenticated', 'Metrics need the API key: Authorization: Bearer <api_key>');
  }

  #remember(authorization: string, identity: Identity): Identity {
    this.#callers.set(authorization, identity);
    return identity;
  }
}

function bearerOf(authorization: string): string {
  if (authorization.startsWith('Bearer ') || authorization.slice(0, 7).toLowerCase() === 'bearer ') {
    return authorization.slice(7).trim();
  }
  throw new AppError('unauthenticated', 'Send Authorization: Bearer <token or API key>');
}
