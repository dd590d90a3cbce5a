import type { Found } from '../../../src/platform/accounts/account-requests.ts';
import { foldName } from '../../../src/domain/player-name.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import type { Clock } from '../../../src/runtime/clock.ts';

/** An account service that a test can make slow. */
export class FakeRequests {
  /** By name, folded. */
  readonly owners = new Map<string, Uuid>();
  /** The names of each question. */
  readonly asked: (readonly string[])[] = [];
  /** How long an answer takes. */
  delayMs = 10;
  takesSeveral = true;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  one(name: string): Promise<Found> {
    return this.#answer([name]);
  }

  several(names: readonly string[]): Promise<Found | undefined> {
    return this.takesSeveral ? this.#answer(names) : Promise.resolve(undefined);
  }

  async #answer(names: readonly string[]): Promise<Found> {
    this.asked.push(names);
    await new Promise<void>((resolve) => {
      this.#clock.setTimeout(resolve, this.delayMs);
    });
    const found = new Map<string, Uuid>();
    for (const key of names.map(foldName)) {
      const uuid = this.owners.get(key);
      if (uuid !== undefined) found.set(key, uuid);
    }
    return found;
  }
}
