import { AppError } from '../../domain/errors.ts';
import { addressBlock } from '../../runtime/ip-address.ts';
import type { LoginLimit } from './login-limit.ts';
import { verifyPassword } from './password.ts';
import type { Tokens } from './tokens.ts';

/** scrypt uses libuv's four threads, which files and DNS need too. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 16;

/** Checks passwords: two at a time, and few from an address that guesses. */
export class LoginService {
  readonly #passwordHash: string;
  readonly #limit: LoginLimit;
  readonly #tokens: Tokens;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(passwordHash: string, limit: LoginLimit, tokens: Tokens) {
    this.#passwordHash = passwordHash;
    this.#limit = limit;
    this.#tokens = tokens;
  }

  /** Resolves with a token. 401 `wrong_password`, 429 `too_many_attempts`, 503 `overloaded` when the queue is full. */
  async login(password: string, address: string): Promise<string> {
    const block = addressBlock(address);
    const takeBack = this.#limit.enter(block);
    if (this.#waiting.length >= MAX_WAITING) {
      takeBack();
      throw new AppError('overloaded', 'Too many logins are waiting; try again', {
        retryAfterSeconds: 2,
      });
    }
    if (!(await this.#check(password))) throw new AppError('wrong_password');
    this.#limit.forgive(block);
    return this.#tokens.issue();
  }

  async #check(password: string): Promise<boolean> {
    if (this.#busy >= MAX_AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#busy += 1;
    try {
      return await verifyPassword(password, this.#passwordHash);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#busy -= 1;
      else next();
    }
  }
}
