import { AppError } from '../../domain/errors.ts';
import type { Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import { addressBlock } from '../../runtime/ip-address.ts';
import { secretMatcher } from '../../runtime/secret-comparison.ts';
import type { KnownBlocks } from './known-blocks.ts';
import { LoginLimit } from './login-limit.ts';
import type { Caller } from './caller.ts';
import { LoginQueue } from './login-queue.ts';
import { pageHostOf } from './page-host.ts';
import type { Tokens } from './tokens.ts';

interface LoginServiceDeps {
  /** Whether this is the password; takes some time. */
  readonly check: (password: string) => Promise<boolean>;
  readonly apiKey: string;
  readonly tokens: Tokens;
  readonly known: KnownBlocks;
  /** Origins that may call from a page of theirs. */
  readonly origins: ReadonlySet<string>;
  readonly clock: Clock;
  readonly random: Random;
}

/** Where a password comes from. */
export interface LoginSource {
  readonly address: string;
  /** The `Origin` header; empty without one. */
  readonly origin: string;
}

/** Checks passwords: few at a time, and few from an address that guesses. */
export class LoginService {
  readonly #verify: (password: string) => Promise<boolean>;
  readonly #isApiKey: (given: string) => boolean;
  readonly #tokens: Tokens;
  readonly #known: KnownBlocks;
  readonly #origins: ReadonlySet<string>;
  readonly #limit: LoginLimit;
  readonly #queue: LoginQueue;

  constructor({ check, apiKey, tokens, known, origins, clock, random }: LoginServiceDeps) {
    this.#verify = check;
    this.#isApiKey = secretMatcher(apiKey);
    this.#tokens = tokens;
    this.#known = known;
    this.#origins = origins;
    this.#limit = new LoginLimit(clock);
    this.#queue = new LoginQueue({ isKnown: (block) => known.has(block), clock, random });
  }

  /**
   * Resolves with a token. 401 `wrong_password`, 429 `too_many_attempts`, 503 `overloaded` when it was not its turn in time,
   * which counts as no failure. Pages of hosts at which nobody has logged in have a count of their own, one for all of them
   * at an address: a page that points its name to this process uses up its own tries, and not those of who opened it.
   */
  async login(password: string, { address, origin }: LoginSource, caller: Caller): Promise<string> {
    const block = addressBlock(address);
    const host = pageHostOf(origin, this.#origins);
    const page = host === undefined ? undefined : `page ${host}`;
    const counted = page === undefined || this.#known.has(page) ? block : `pages at ${block}`;
    const takeBack = this.#limit.enter(counted);
    try {
      await this.#queue.enter(block, caller);
    } catch (error) {
      takeBack();
      throw error;
    }
    if (!(await this.#check(password))) throw new AppError('wrong_password');
    this.#limit.forgive(block);
    this.#limit.forgive(counted);
    this.#known.add(block);
    if (page !== undefined) this.#known.add(page);
    return this.#tokens.issue('password');
  }

  /**
   * Resolves with a token for who has the API key; 401 `unauthenticated`. Not counted: nobody guesses 32 letters, and it would not
   * be counted at any other route.
   */
  async loginByKey(apiKey: string): Promise<string> {
    if (!this.#isApiKey(apiKey)) throw new AppError('unauthenticated', 'This is not the API key');
    return this.#tokens.issue('apiKey');
  }

  async #check(password: string): Promise<boolean> {
    try {
      return await this.#verify(password);
    } finally {
      this.#queue.leave();
    }
  }
}
