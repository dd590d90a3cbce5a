import { AppError } from '../../domain/errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { StoreReadings } from './store-readings.ts';

/**
 * Logins of one edge whose players are being found out. Each has up to three readings at the database, where a thousand may
 * wait; and 70 new players a second are 105 logins, where the account service is silent for 1.5 s.
 */
const MAX_UNDER_WAY = 250;
/** Logins of one edge that wait for their turn: all players of a proxy that was restarted, in one second. */
const MAX_WAITING = 4_000;
/** How long they wait; edges wait 3 s in all. */
const MAX_WAIT_MS = 2_000;
/** Readings for which nobody waits any more, and which the database still has to answer: it is too slow for more. */
const MAX_GIVEN_UP = 150;

interface EdgeLogins {
  underWay: number;
  readonly waiting: Set<() => void>;
}

/** Bounds how many logins are under way at once, so that no flood of them fills the queue of the database. */
export class LoginsUnderWay {
  readonly #clock: Clock;
  readonly #readings: Pick<StoreReadings, 'givenUp'>;
  /** Over all connections of an edge. */
  readonly #byEdge = new Map<string, EdgeLogins>();

  constructor(clock: Clock, readings: Pick<StoreReadings, 'givenUp'>) {
    this.#clock = clock;
    this.#readings = readings;
  }

  /** Does the work of one login when it is its turn. Rejects with `overloaded`, and then the edge decides alone. */
  async run<T>(edge: string, login: () => Promise<T>): Promise<T> {
    const logins = this.#byEdge.get(edge) ?? { underWay: 0, waiting: new Set() };
    this.#byEdge.set(edge, logins);
    if (logins.underWay < MAX_UNDER_WAY) logins.underWay += 1;
    else await this.#turn(logins);
    try {
      if (this.#readings.givenUp >= MAX_GIVEN_UP) throw tooMany();
      return await login();
    } finally {
      this.#end(edge, logins);
    }
  }

  /** Resolves when a login that ended has left its place to this one. */
  #turn({ waiting }: EdgeLogins): Promise<void> {
    if (waiting.size >= MAX_WAITING) return Promise.reject(tooMany());
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        this.#clock.clearTimeout(timer);
        resolve();
      };
      const timer = this.#clock.setTimeout(() => {
        waiting.delete(begin);
        reject(tooMany());
      }, MAX_WAIT_MS);
      waiting.add(begin);
    });
  }

  #end(edge: string, logins: EdgeLogins): void {
    const [next] = logins.waiting;
    if (next !== undefined) {
      logins.waiting.delete(next);
      next();
      return;
    }
    logins.underWay -= 1;
    if (logins.underWay === 0) this.#byEdge.delete(edge);
  }
}

function tooMany(): AppError {
  return new AppError('overloaded', 'Too many logins are waiting', { retryAfterSeconds: 1 });
}
