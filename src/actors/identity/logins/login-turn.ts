import type { Clock } from '../../../runtime/clock.ts';
import { addressBlock } from '../../../runtime/ip-address.ts';
import type { LoginPlaces } from './login-places.ts';

/** How long a login waits for places in all; edges wait 3 s for the answer. */
const MAX_WAIT_MS = 2_000;

export interface LoginTurnDeps {
  readonly edge: string;
  readonly places: LoginPlaces;
  /** Where the client connects from. */
  readonly ip: string;
  /** Throws `overloaded` while nothing more may be read for logins of this edge. */
  readonly assertReadable: () => void;
  readonly clock: Clock;
}

/** The turn of one login: it has a place while it reads from the database, and none while it waits for somebody else. */
export class LoginTurn {
  readonly #deps: LoginTurnDeps;
  #state: 'outside' | 'placed' | 'aside' = 'outside';
  #patienceMs = MAX_WAIT_MS;

  constructor(deps: LoginTurnDeps) {
    this.#deps = deps;
  }

  /** The edge to which the readings of this login count. */
  get edge(): string {
    return this.#deps.edge;
  }

  /** Resolves when the login may read, at once if it has its place. Rejects with `overloaded`. */
  async begin(): Promise<void> {
    const { places, ip, clock, assertReadable } = this.#deps;
    if (this.#state === 'placed') return;
    this.end();
    const from = clock.elapsed();
    await places.take(addressBlock(ip), this.#patienceMs);
    this.#state = 'placed';
    this.#patienceMs -= clock.elapsed() - from;
    assertReadable();
  }

  /** The login waits for something else than the database: others have its place until it begins again. */
  stepAside(): void {
    if (this.#state === 'placed' && this.#deps.places.stepAside()) this.#state = 'aside';
  }

  end(): void {
    if (this.#state === 'placed') this.#deps.places.free();
    if (this.#state === 'aside') this.#deps.places.stepBack();
    this.#state = 'outside';
  }
}
