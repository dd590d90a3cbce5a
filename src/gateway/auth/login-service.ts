import { AppError } from '../../domain/errors.ts';
import type { Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import { addressBlock } from '../../runtime/ip-address.ts';
import type { KnownBlocks } from './known-blocks.ts';
import { LoginLimit } from './login-limit.ts';
import type { Caller } from './caller.ts';
import { LoginQueue } from './login-queue.ts';
import type { Tokens } from './tokens.ts';

interface LoginServiceDeps {
  /** Whether this is the password; takes some time. */
  readonly check: (password: string) => Promise<boolean>;
  readonly tokens: Tokens;
  readonly known: KnownBlocks;
  readonly clock: Clock;
  readonly random: Random;
}

/** Checks passwords: few at a time, and few from an address that guesses. */
export class LoginService {
  readonly #verify: (password: string) => Promise<boolean>;
  readonly #tokens: Tokens;
  readonly #known: KnownBlocks;
  readonly #limit: LoginLimit;
  readonly #queue: LoginQueue;

  constructor({ check, tokens, known, clock, random }: LoginServiceDeps) {
    this.#verify = check;
    this.#tokens = tokens;
    this.#known = known;
    this.#limit = new LoginLimit(clock);
    this.#queue = new LoginQueue({ isKnown: (block) => known.has(block), clock, random });
  }

  /**
   * Resolves with a token. 401 `wrong_password`, 429 `too_many_attempts`, 503 `overloaded` when it was not its turn in time,
   * which counts as no failure.
   */
  async login(password: string, address: string, caller: Caller): Promise<string> {
    const block = addressBlock(address);
    const takeBack = this.#limit.enter(block);
    try {
      await this.#queue.enter(block, caller);
    } catch (error) {
      takeBack();
      throw error;
    }
    if (!(await this.#check(password))) throw new AppError('wrong_password');
    this.#limit.forgive(block);
    this.#known.add(block);
    return this.#tokens.issue();
  }

  async #check(password: string): Promise<boolean> {
    try {
      return await this.#verify(password);
    } finally {
      this.#queue.leave();
    }
  }
}
