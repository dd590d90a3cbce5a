import { AppError } from '../../domain/errors.ts';
import type { Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import { DeadlineQueue } from '../../runtime/limits/deadline-queue.ts';
import type { Caller } from './caller.ts';
import { LoginLine, type Waiting } from './login-line.ts';

/** scrypt uses libuv's four threads, which files and DNS need too. */
const MAX_AT_ONCE = 2;
/** In each of the two lines. Some kilobytes each, the password among them. */
const PLACES = 1_000;
/** The dashboard gives up after 15 s. */
const MAX_WAIT_MS = 10_000;

interface LoginQueueDeps {
  /** Whether somebody logged in from this address block before. */
  readonly isKnown: (block: string) => boolean;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Who may check a password: two at a time, the others wait. Address blocks that logged in before wait in a line of their
 * own, which goes first. Strangers wait rather than being refused at once: who guesses from ever new addresses then waits
 * as long as everybody else for each guess, and has as many places as connections (docs/decisions/0124).
 */
export class LoginQueue {
  readonly #isKnown: (block: string) => boolean;
  readonly #friends: LoginLine;
  readonly #strangers: LoginLine;
  readonly #limits: DeadlineQueue<Waiting>;
  #busy = 0;

  constructor({ isKnown, clock, random }: LoginQueueDeps) {
    this.#isKnown = isKnown;
    this.#friends = new LoginLine(PLACES, random);
    this.#strangers = new LoginLine(PLACES, random);
    this.#limits = new DeadlineQueue(clock, MAX_WAIT_MS, (waiting) => waiting.refuse());
  }

  /**
   * Resolves when it is the turn of this login; then call `leave`. Rejects with 503 `overloaded` when it was pushed out, when
   * it waited for 10 s, and when its client is gone.
   */
  async enter(block: string, caller: Caller): Promise<void> {
    if (this.#busy < MAX_AT_ONCE) {
      this.#busy += 1;
      return;
    }
    const line = this.#isKnown(block) ? this.#friends : this.#strangers;
    await new Promise<void>((resolve, reject) => {
      const over = (): void => {
        line.delete(waiting);
        this.#limits.delete(waiting);
        caller.gone = undefined;
      };
      const admit = (): void => {
        over();
        resolve();
      };
      const refuse = (): void => {
        over();
        reject(overloaded());
      };
      const waiting = { block, admit, refuse };
      caller.gone = refuse;
      line.add(waiting);
      this.#limits.add(waiting);
    });
  }

  /** The password was checked: the next login begins. */
  leave(): void {
    const next = this.#friends.next() ?? this.#strangers.next();
    if (next === undefined) this.#busy -= 1;
    else next.admit();
  }
}

function overloaded(): AppError {
  return new AppError('overloaded', 'Too many logins are waiting; try again', { retryAfterSeconds: 2 });
}
