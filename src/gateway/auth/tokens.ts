import { createHash, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../runtime/clock.ts';
import type { TokenStore } from '../../actors/ports.ts';
import { AppError } from '../../domain/errors.ts';
import type { Identity } from './identity.ts';

const LIFETIME_SECONDS = 24 * 3600;
const ISSUER = 'portcullis';

type TokenIdentity = Extract<Identity, { kind: 'token' }>;

interface TokenOptions {
  readonly signingKey: Uint8Array;
  readonly passwordHash: string;
  readonly store: TokenStore;
  readonly clock: Clock;
}

/**
 * Login tokens: JWT signed with HS256, valid for 24 h. Each contains a digest of the password's hash, so that changing the
 * password revokes all of them.
 */
export class Tokens {
  readonly #options: TokenOptions;
  readonly #passwordDigest: string;
  /** Ids of tokens that were revoked before they expired, with their expiry. */
  readonly #revoked: Map<string, number>;

  private constructor(options: TokenOptions, revoked: Map<string, number>) {
    this.#options = options;
    this.#revoked = revoked;
    this.#passwordDigest = createHash('sha256').update(options.passwordHash).digest('base64url').slice(0, 22);
  }

  /** Loads the tokens that were revoked before the restart. */
  static async open(options: TokenOptions): Promise<Tokens> {
    const revoked = await options.store.revoked(options.clock.now());
    return new Tokens(options, new Map(revoked.map(({ id, expires }) => [id, expires])));
  }

  async issue(): Promise<string> {
    const now = Math.floor(this.#options.clock.now() / 1000);
    return new SignJWT({ pw: this.#passwordDigest })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(ISSUER)
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(now + LIFETIME_SECONDS)
      .sign(this.#options.signingKey);
  }

  /** Rejects with 401 `unauthenticated` when the token is forged, expired, revoked or of an older password. */
  async verify(token: string): Promise<TokenIdentity> {
    const identity = await this.#read(token);
    if (identity !== undefined && this.isValid(identity)) return identity;
    throw new AppError('unauthenticated', 'The token is invalid, has expired or was revoked');
  }

  /** Whether a token that was verified before is still valid. */
  isValid({ id, expires }: TokenIdentity): boolean {
    return this.#options.clock.now() < expires && !this.#revoked.has(id);
  }

  /** Stored before it resolves; from then on the token is refused. */
  async revoke(identity: TokenIdentity): Promise<void> {
    const now = this.#options.clock.now();
    await this.#options.store.revoke(identity.id, identity.expires, now);
    for (const [id, expires] of this.#revoked) if (expires <= now) this.#revoked.delete(id);
    this.#revoked.set(identity.id, identity.expires);
  }

  async #read(token: string): Promise<TokenIdentity | undefined> {
    const { signingKey, clock } = this.#options;
    try {
      const { payload } = await jwtVerify(token, signingKey, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        currentDate: new Date(clock.now()),
      });
      const { jti, exp, pw } = payload;
      if (jti === undefined || exp === undefined || pw !== this.#passwordDigest) return undefined;
      return { kind: 'token', id: jti, expires: exp * 1000 };
    } catch {
      return undefined;
    }
  }
}
