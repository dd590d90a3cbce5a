import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../domain/errors.ts';
import { API_KEY, type Identity } from './identity.ts';
import type { Tickets } from './tickets.ts';
import type { Tokens } from './tokens.ts';

/** Tells who calls from what they show. */
export class Access {
  readonly #apiKey: Buffer;
  readonly #tokens: Tokens;
  readonly #tickets: Tickets;

  constructor(apiKey: string, tokens: Tokens, tickets: Tickets) {
    this.#apiKey = Buffer.from(apiKey);
    this.#tokens = tokens;
    this.#tickets = tickets;
  }

  /**
   * The caller of an ordinary route, from `Authorization: Bearer`. At once for the API key and for tokens seen before;
   * throws or rejects with 401 `unauthenticated`.
   */
  identify(authorization: string): Identity | Promise<Identity> {
    const token = bearerOf(authorization);
    return this.#tokens.known(token) ?? (this.#isApiKey(token) ? API_KEY : this.#tokens.verify(token));
  }

  /** The reader of a stream: the header, or a login token or ticket in `?token=`; never the API key in a URL. */
  identifyReader(authorization: string, queryToken: string): Identity | Promise<Identity> {
    if (authorization !== '' || queryToken === '') return this.identify(authorization);
    return (
      this.#tokens.known(queryToken) ?? this.#tickets.redeem(queryToken) ?? this.#tokens.verify(queryToken)
    );
  }

  /** Only the API key itself, for `/metrics`. */
  identifyOperator(authorization: string): Identity {
    if (this.#isApiKey(bearerOf(authorization))) return API_KEY;
    throw new AppError('unauthenticated', 'Metrics need the API key: Authorization: Bearer <api_key>');
  }

  #isApiKey(given: string): boolean {
    // The length of the key is public knowledge; only its characters are compared in constant time.
    const bytes = Buffer.from(given);
    return bytes.length === this.#apiKey.length && timingSafeEqual(bytes, this.#apiKey);
  }
}

function bearerOf(authorization: string): string {
  if (authorization.startsWith('Bearer ') || authorization.slice(0, 7).toLowerCase() === 'bearer ') {
    return authorization.slice(7).trim();
  }
  throw new AppError('unauthenticated', 'Send Authorization: Bearer <token or API key>');
}
