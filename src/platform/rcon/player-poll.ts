import { backoffMs, type Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ServerWatcher, Sighting } from '../server-management.ts';

const LOOK_EVERY_MS = 10_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 10_000;
const LOOKS_TO_LOSE = 2;
/** How often, and for how long, a server that was told to stop is looked at: a quick one is back within seconds. */
const CLOSE_LOOK_EVERY_MS = 500;
const CLOSE_LOOK_FOR_MS = 60_000;

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
  #closelyUntil = 0;

  /** Begins to ask at once. */
  constructor(options: PlayerPollOptions) {
    this.#options = options;
    void this.#look();
  }

  /** The server was told to stop: the first failure is its end. */
  expectAway(): void {
    if (this.#isClosed) return;
    const { clock } = this.#options;
    this.#closelyUntil = clock.now() + CLOSE_LOOK_FOR_MS;
    clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(() => void this.#look(), CLOSE_LOOK_EVERY_MS);
  }

  close(): void {
    this.#isClosed = true;
    this.#options.clock.clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    const { look, clock, watcher } = this.#options;
    const sighting = await look().catch(() => undefined);
    if (this.#isClosed) return;
    if (sighting === undefined) this.#miss();
    else {
      this.#missed = 0;
      this.#isUp = true;
      watcher.seen(sighting);
    }
    clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(() => void this.#look(), this.#pause());
  }

  #miss(): void {
    this.#missed += 1;
    const isEnough = this.#missed >= LOOKS_TO_LOSE || this.#isClosely();
    if (!this.#isUp || !isEnough) return;
    this.#isUp = false;
    this.#closelyUntil = 0;
    this.#options.watcher.gone();
  }

  #pause(): number {
    if (this.#missed > 0) {
      return backoffMs(this.#missed - 1, FIRST_RETRY_MS, LAST_RETRY_MS, this.#options.random);
    }
    return this.#isClosely() ? CLOSE_LOOK_EVERY_MS : LOOK_EVERY_MS;
  }

  #isClosely(): boolean {
    return this.#options.clock.now() < this.#closelyUntil;
  }
}
