import { AppError } from '../../domain/errors.ts';
import { addressBlock } from '../../runtime/ip-address.ts';
import type { LoginLimit } from './login-limit.ts';
import { LoginQueue } from './login-queue.ts';
import { verifyPassword } from './password.ts';
import type { Tokens } from './tokens.ts';

/** Checks passwords: few at a time, and few from an address that guesses. */
export class LoginService {
  readonly #passwordHash: string;
  readonly #limit: LoginLimit;
  readonly #tokens: Tokens;
  readonly #queue = new LoginQueue();

  constructor(passwordHash: string, limit: LoginLimit, tokens: Tokens) {
    this.#passwordHash = passwordHash;
    this.#limit = limit;
    this.#tokens = tokens;
  }

  /** Resolves with a token. 401 `wrong_password`, 429 `too_many_attempts`, 503 `overloaded` when the queue is full. */
  async login(password: string, address: string): Promise<string> {
    const block = addressBlock(address);
    const takeBack = this.#limit.enter(block);
    try {
      await this.#queue.enter(block);
    } catch (error) {
      takeBack();
      throw error;
    }
    if (!(await this.#check(password))) throw new AppError('wrong_password');
    this.#limit.forgive(block);
    this.#queue.trust(block);
    return this.#tokens.issue();
  }

  async #check(password: string): Promise<boolean> {
    try {
      return await verifyPassword(password, this.#passwordHash);
    } finally {
      this.#queue.leave();
    }
  }
}
