import type { Clock } from '../runtime/clock.ts';
import type { Uuid } from '../domain/uuid.ts';

/** So much may come at once, as what a console found in one look; and one more every so many milliseconds. */
const BURST = 5;
const EVERY_MS = 100;
/** More than any server has players. */
const MAX_PLAYERS = 5_000;

interface Allowance {
  left: number;
  at: number;
}

/** How fast one player may type commands and click: what is faster is to be dropped. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #players = new Map<Uuid, Allowance>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one act; false for one too many. */
  allows(uuid: Uuid): boolean {
    const now = this.#clock.now();
    const known = this.#players.get(uuid) ?? { left: BURST, at: now };
    // A clock that is put back gives nothing, and takes nothing away.
    const left = Math.min(BURST, known.left + Math.max(0, now - known.at) / EVERY_MS);
    this.#players.delete(uuid);
    this.#players.set(uuid, { left: Math.max(0, left - 1), at: now });
    const [oldest] = this.#players.keys();
    if (this.#players.size > MAX_PLAYERS && oldest !== undefined) this.#players.delete(oldest);
    return left >= 1;
  }

  forget(uuid: Uuid): void {
    this.#players.delete(uuid);
  }
}
