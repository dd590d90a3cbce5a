import type { Clock } from '../../../runtime/clock.ts';
import { LoginPlaces, tooMany } from './login-places.ts';
import { LoginTurn } from './login-turn.ts';
import type { StoreReadings } from '../store-readings.ts';

/**
 * Readings for which nobody waits any more, and which the database still has to answer: it is too slow for more. The edges
 * that have logins under way share them.
 */
const MAX_GIVEN_UP = 150;

/** Bounds how many logins read at once, so that no flood of them fills the queue of the database. */
export class LoginsUnderWay {
  readonly #clock: Clock;
  readonly #readings: Pick<StoreReadings, 'givenUpBy'>;
  /** Over all connections of an edge. */
  readonly #byEdge = new Map<string, LoginPlaces>();

  constructor(clock: Clock, readings: Pick<StoreReadings, 'givenUpBy'>) {
    this.#clock = clock;
    this.#readings = readings;
  }

  /**
   * Does the work of one login, from this address, when it is its turn. Rejects with `overloaded`, and then the edge decides
   * alone.
   */
  async run<T>(edge: string, ip: string, login: (turn: LoginTurn) => Promise<T>): Promise<T> {
    const places = this.#byEdge.get(edge) ?? new LoginPlaces(this.#clock);
    this.#byEdge.set(edge, places);
    places.logins += 1;
    const assertReadable = (): void => this.#assertReadable(edge);
    const turn = new LoginTurn({ edge, places, ip, assertReadable, clock: this.#clock });
    try {
      await turn.begin();
      return await login(turn);
    } finally {
      turn.end();
      places.logins -= 1;
      if (places.logins === 0) this.#byEdge.delete(edge);
    }
  }

  #assertReadable(edge: string): void {
    if (this.#readings.givenUpBy(edge) >= MAX_GIVEN_UP / this.#byEdge.size) throw tooMany();
  }
}
