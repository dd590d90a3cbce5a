import { AppError } from '../../../domain/errors.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { WaitingLogins } from './waiting-logins.ts';

/** Each login that has a place has up to two readings at a time at the database, where a thousand may wait. */
const MAX_PLACES = 250;
/** Logins that wait for a place: all players of a proxy that was restarted, in one second. */
const MAX_WAITING = 4_000;
/** Logins that left their place while they wait for the account service. */
const MAX_ASIDE = 4_000;

/** Where the logins of one edge have their turns at the database. */
export class LoginPlaces {
  /** Logins that are here, with a place or without. */
  logins = 0;
  readonly #clock: Clock;
  readonly #waiting = new WaitingLogins(MAX_WAITING);
  #taken = 0;
  #aside = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when a place is free for a login of this `addressBlock`. Rejects with `overloaded`, at the latest after so long. */
  take(block: string, milliseconds: number): Promise<void> {
    if (this.#taken < MAX_PLACES) {
      this.#taken += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const admit = (): void => {
        this.#clock.clearTimeout(timer);
        resolve();
      };
      const refuse = (): void => {
        this.#clock.clearTimeout(timer);
        reject(tooMany());
      };
      const login = { block, admit, refuse };
      const timer = this.#clock.setTimeout(() => {
        this.#waiting.delete(login);
        refuse();
      }, milliseconds);
      this.#waiting.add(login);
    });
  }

  /** Leaves a place to whose turn it is. */
  free(): void {
    const next = this.#waiting.next();
    if (next === undefined) this.#taken -= 1;
    else next.admit();
  }

  /** Frees the place of a login that will want another one. False when too many do, and then it keeps its own. */
  stepAside(): boolean {
    if (this.#aside >= MAX_ASIDE) return false;
    this.#aside += 1;
    this.free();
    return true;
  }

  /** A login that stepped aside comes back or ends. */
  stepBack(): void {
    this.#aside -= 1;
  }
}

/** What a login is answered that has no turn in time: its edge then decides alone. */
export function tooMany(): AppError {
  return new AppError('overloaded', 'Too many logins are waiting', { retryAfterSeconds: 1 });
}
