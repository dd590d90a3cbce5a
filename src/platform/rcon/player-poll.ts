import { backoffMs, type Random } from '../../actors/backoff.ts';
import type { Clock } from '../../actors/ports.ts';
import type { ServerWatcher, Sighting } from '../server-management.ts';

const LOOK_EVERY_MS = 10_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 10_000;
const LOOKS_TO_LOSE = 2;

export interface PlayerPollOptions {
  readonly look: () => Promise<Sighting>;
  readonly watcher: ServerWatcher;
  readonly clock: Clock;
  readonly random: Random;
}

/** Follows a server that tells nothing by itself: asks every 10 s, and holds it for gone after two failures in a row. */
export class PlayerPoll {
  readonly #options: PlayerPollOptions;
  #isUp = false;
  #isClosed = false;
  #missed = 0;
  #timer: unknown = null;

  /** Begins to ask at once. */
  constructor(options: PlayerPollOptions) {
    this.#options = options;
    void this.#look();
  }

  close(): void {
    this.#isClosed = true;
    this.#options.clock.clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    const { look, clock, random, watcher } = this.#options;
    const sighting = await look().catch(() => undefined);
    if (this.#isClosed) return;
    if (sighting !== undefined) {
      this.#missed = 0;
      this.#isUp = true;
      watcher.seen(sighting);
    } else {
      this.#missed += 1;
      if (this.#isUp && this.#missed >= LOOKS_TO_LOSE) {
        this.#isUp = false;
        watcher.gone();
      }
    }
    const wait =
      this.#missed === 0 ? LOOK_EVERY_MS : backoffMs(this.#missed - 1, FIRST_RETRY_MS, LAST_RETRY_MS, random);
    this.#timer = clock.setTimeout(() => void this.#look(), wait);
  }
}
