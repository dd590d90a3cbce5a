import type { Clock } from '../clock.ts';

/** So much at once after a pause, and so much a second in the long run. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** What one peer may still use of something: a token bucket. */
export class Allowance {
  readonly #rate: Rate;
  readonly #clock: Clock;
  #left: number;
  #at: number;

  constructor(rate: Rate, clock: Clock) {
    this.#rate = rate;
    this.#clock = clock;
    this.#left = rate.burst;
    this.#at = clock.elapsed();
  }

  /**
   * Uses an amount; false when it is more than is left, and then nothing is used. `now` is what `Clock.elapsed()` said a moment
   * ago, for callers who have just asked: that costs as much as all the rest.
   */
  take(amount: number, now = this.#clock.elapsed()): boolean {
    const gained = ((now - this.#at) / 1_000) * this.#rate.perSecond;
    this.#left = Math.min(this.#rate.burst, this.#left + gained);
    this.#at = now;
    if (amount > this.#left) return false;
    this.#left -= amount;
    return true;
  }
}
