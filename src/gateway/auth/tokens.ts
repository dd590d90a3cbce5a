import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../runtime/clock.ts';
import type { TokenStore } from '../../actors/ports.ts';
import { AppError } from '../../domain/errors.ts';
import { hasExpired, type TokenIdentity } from './identity.ts';

const LIFETIME_SECONDS = 24 * 3600;
const LIFETIME_MS = LIFETIME_SECONDS * 1000;
/** How far the clocks of two coordinators, or of one before and after a restart, may be apart. */
const CLOCK_LEEWAY_MS = 300_000;
/** A revocation is kept this much longer than its token, for a clock that was wrong and is put back. */
const KEEP_REVOKED_MS = 30 * 24 * 3600_000;
/** Beyond this many, revocations are kept only as long as their tokens. */
const MAX_KEPT = 100_000;
const MAX_KNOWN = 10_000;
const ISSUER = 'portcullis';

/** What somebody showed to log in. */
export type Proof = 'password' | 'apiKey';

interface TokenOptions {
  readonly signingKey: Uint8Array;
  readonly passwordHash: string;
  readonly apiKey: string;
  readonly store: TokenStore;
  readonly clock: Clock;
}

/**
 * Login tokens: JWT signed with HS256, valid for 24 h. Each contains a digest of what it was issued for, so that a new password
 * revokes all that were got by the old one, and so does a new API key. Each also names its generation: all of one are revoked
 * together, which takes one row, and no clock that could be wrong.
 */
export class Tokens {
  readonly #options: TokenOptions;
  readonly #digests: Readonly<Record<Proof, string>>;
  #generation: string;
  /** Ids of tokens that were revoked before they expired, with their expiry. */
  readonly #revoked: Map<string, number>;
  /** When the tokens that were seen in this process end, by `Clock.elapsed`. */
  readonly #untils = new LRUCache<string, number>({ max: MAX_KNOWN });
  /** What the clock says and has to add up to, unless somebody sets it. */
  readonly #opened: { readonly now: number; readonly elapsed: number };

  private constructor(options: TokenOptions, revoked: Map<string, number>, generation: string) {
    this.#options = options;
    this.#revoked = revoked;
    this.#generation = generation;
    this.#opened = { now: options.clock.now(), elapsed: options.clock.elapsed() };
    this.#digests = { password: digest(options.passwordHash), apiKey: digest(options.apiKey) };
  }

  /** Loads the tokens that were revoked before the restart. */
  static async open(options: TokenOptions): Promise<Tokens> {
    // All of them: what the clock says now may be wrong.
    const revoked = await options.store.revoked(0);
    const generation = await options.store.generation();
    return new Tokens(options, new Map(revoked.map(({ id, expires }) => [id, expires])), generation);
  }

  async issue(proof: Proof): Promise<string> {
    const now = Math.floor(this.#options.clock.now() / 1000);
    const id = randomUUID();
    this.#untils.set(id, this.#options.clock.elapsed() + LIFETIME_MS);
    return new SignJWT({ pw: this.#digests[proof], gen: this.#generation })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(ISSUER)
      .setJti(id)
      .setIssuedAt(now)
      .setExpirationTime(now + LIFETIME_SECONDS)
      .sign(this.#options.signingKey);
  }

  /**
   * Throws 401 `unauthenticated` at once when the token is forged, so that a forged one costs its turn and nothing after it;
   * rejects with it when the token has expired, was revoked or is of an older password.
   */
  verify(token: string): Promise<TokenIdentity> {
    if (!this.isSigned(token)) throw invalid();
    return this.#confirm(token);
  }

  /** Whether a token that was verified before is still valid. */
  isValid(identity: TokenIdentity): boolean {
    if (identity.generation !== this.#generation || this.#revoked.has(identity.id)) return false;
    return !hasExpired(identity, this.#options.clock);
  }

  /** Stored before it resolves; from then on the token is refused. */
  async revoke(identity: TokenIdentity): Promise<void> {
    const forgetBefore = this.#forgetBefore();
    await this.#options.store.revoke(identity.id, identity.expires, forgetBefore);
    for (const [id, expires] of this.#revoked) if (expires <= forgetBefore) this.#revoked.delete(id);
    this.#revoked.set(identity.id, identity.expires);
  }

  /** Ends all logins until now. Stored before it resolves; from then on their tokens are refused. */
  async revokeAll(): Promise<void> {
    const generation = randomUUID();
    await this.#options.store.beginGeneration(generation);
    this.#generation = generation;
  }

  /** Of the clock and of what it would say had nobody set it, the earlier: forgetting too late does no harm. */
  #forgetBefore(): number {
    const { clock } = this.#options;
    const unset = this.#opened.now + clock.elapsed() - this.#opened.elapsed;
    const keep = this.#revoked.size < MAX_KEPT ? KEEP_REVOKED_MS : 0;
    return Math.floor(Math.min(clock.now(), unset) - keep);
  }

  /** When this token ends by `Clock.elapsed`; undefined for a token from the future, as a clock that was ahead makes. */
  #untilOf(id: string, expires: number): number | undefined {
    const known = this.#untils.get(id);
    if (known !== undefined) return known;
    const { clock } = this.#options;
    const left = expires - clock.now();
    if (left > LIFETIME_MS + CLOCK_LEEWAY_MS) return undefined;
    const until = clock.elapsed() + Math.min(left, LIFETIME_MS);
    this.#untils.set(id, until);
    return until;
  }

  /** Whether we signed this text; what it says is not looked at. */
  isSigned(token: string): boolean {
    const end = token.lastIndexOf('.');
    const given = Buffer.from(token.slice(end + 1), 'base64url');
    const ours = createHmac('sha256', this.#options.signingKey).update(token.slice(0, end)).digest();
    return given.length === ours.length && timingSafeEqual(given, ours);
  }

  async #confirm(token: string): Promise<TokenIdentity> {
    const identity = await this.#read(token);
    if (identity !== undefined && this.isValid(identity)) return identity;
    throw invalid();
  }

  async #read(token: string): Promise<TokenIdentity | undefined> {
    const { signingKey, clock } = this.#options;
    try {
      const { payload } = await jwtVerify(token, signingKey, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        currentDate: new Date(clock.now()),
      });
      // Versions before generations issued tokens without one, which are of the first.
      const { jti, exp, pw, gen = '' } = payload;
      const { password, apiKey } = this.#digests;
      if (jti === undefined || exp === undefined || typeof gen !== 'string') return undefined;
      if (pw !== password && pw !== apiKey) return undefined;
      const until = this.#untilOf(jti, exp * 1000);
      return until === undefined
        ? undefined
        : { kind: 'token', id: jti, expires: exp * 1000, until, generation: gen };
    } catch {
      return undefined;
    }
  }
}

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url').slice(0, 22);
}

function invalid(): AppError {
  return new AppError('unauthenticated', 'The token is invalid, has expired or was revoked');
}
