import { LRUCache } from 'lru-cache';
import { AppError } from '../../domain/errors.ts';
import { secretMatcher } from '../../runtime/secret-comparison.ts';
import { API_KEY, type Identity, type TokenIdentity } from './identity.ts';
import type { Tickets } from './tickets.ts';
import type { Tokens } from './tokens.ts';

const MAX_CACHED = 10_000;

/**
 * Identifies the caller of a request. A verified `Authorization` header is kept in a bounded cache while its token is
 * valid: verifying on every request would cost four fifths of the throughput (docs/decisions/0022).
 */
export class Authenticator {
  readonly #isApiKey: (given: string) => boolean;
  readonly #tokens: Tokens;
  readonly #tickets: Tickets;
  readonly #verified = new LRUCache<string, Identity>({ max: MAX_CACHED });
  /** The same of tokens in cookies, which no `Authorization` header can name. */
  readonly #pages = new LRUCache<string, TokenIdentity>({ max: MAX_CACHED });

  constructor(apiKey: string, tokens: Tokens, tickets: Tickets) {
    this.#isApiKey = secretMatcher(apiKey);
    this.#tokens = tokens;
    this.#tickets = tickets;
  }

  /**
   * The caller of an ordinary route, from `Authorization: Bearer`. Without a promise for the API key and for cached
   * tokens. Throws or rejects with 401 `unauthenticated`.
   */
  identify(authorization: string): Identity | Promise<Identity> {
    const known = this.#verified.get(authorization);
    if (known !== undefined && (known.kind !== 'token' || this.#tokens.isValid(known))) return known;
    const token = bearerOf(authorization);
    if (this.#isApiKey(token)) return this.#keep(authorization, API_KEY);
    return this.#tokens.verify(token).then((identity) => this.#keep(authorization, identity));
  }

  /** The reader of a stream: from the header, or from a login token or ticket in `?token=`, but no API key there. */
  identifyReader(authorization: string, queryToken: string): Identity | Promise<Identity> {
    if (authorization !== '' || queryToken === '') return this.identify(authorization);
    const asked = this.#tickets.redeem(queryToken);
    if (asked === undefined) return this.#tokens.verify(queryToken);
    // The login may have ended since it asked for the ticket.
    if (asked.kind !== 'token' || this.#tokens.isValid(asked)) return asked;
    throw new AppError('unauthenticated', 'The login that asked for this ticket has ended');
  }

  /**
   * The caller of a page, by the first of the tokens in its cookies that is valid: a browser sends one that has ended beside
   * it, where both have another path or domain. Throws or rejects likewise.
   */
  identifyPage(cookies: readonly string[]): Identity | Promise<Identity> {
    for (const token of cookies) {
      const known = this.#pages.get(token);
      if (known !== undefined && this.#tokens.isValid(known)) return known;
    }
    const signed = cookies.filter((token) => this.#tokens.isSigned(token));
    // At once, and without a promise: who has none is not waited for (`mayGoOn` of long bodies).
    if (signed.length === 0) throw new AppError('unauthenticated', 'The session of this page has ended');
    return this.#verifyPages(signed);
  }

  /** Throws 401 `unauthenticated` when the login of a caller who was identified before has ended since. */
  confirm(identity: Identity): void {
    if (identity.kind === 'token' && !this.#tokens.isValid(identity))
      throw new AppError('unauthenticated', 'The login ended before the request was complete');
  }

  /** Accepts the API key only, for `/metrics`. */
  identifyOperator(authorization: string): Identity {
    if (this.#isApiKey(bearerOf(authorization))) return API_KEY;
    throw new AppError('unauthenticated', 'Metrics need the API key: Authorization: Bearer <api_key>');
  }

  async #verifyPages(tokens: readonly string[]): Promise<Identity> {
    for (const [at, token] of tokens.entries()) {
      try {
        const identity = await this.#tokens.verify(token);
        this.#pages.set(token, identity);
        return identity;
      } catch (error) {
        if (at === tokens.length - 1) throw error;
      }
    }
    throw new AppError('unauthenticated', 'The session of this page has ended');
  }

  #keep(authorization: string, identity: Identity): Identity {
    this.#verified.set(authorization, identity);
    return identity;
  }
}

function bearerOf(authorization: string): string {
  if (authorization.startsWith('Bearer ') || authorization.slice(0, 7).toLowerCase() === 'bearer ') {
    return authorization.slice(7).trim();
  }
  throw new AppError('unauthenticated', 'Send Authorization: Bearer <token or API key>');
}
