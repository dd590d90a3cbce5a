import type { Clock } from '../../runtime/clock.ts';
import { RateLimiter } from '../../runtime/limits/rate-limiter.ts';

/** So many at once after a pause, then one every 1.5 s: 60 in any minute, 420 in any ten minutes at most. */
const AT_ONCE = 20;
const EVERY_MS = 1_500;
const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 300_000;
/** Failures in a row after which nobody is asked for a while. */
const MAX_FAILURES = 5;

/** Whether the account service may be asked now: within its limits, and not while it is away. */
export class QuestionBudget {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #questions: RateLimiter<'all'>;
  #failures = 0;
  #pauses = 0;
  #pausedUntil = 0;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
    this.#questions = new RateLimiter({ clock, burst: AT_ONCE, everyMs: EVERY_MS, remembered: 1 });
  }

  /** Counts one question; false when it must not be put. */
  allows(): boolean {
    return this.#clock.now() >= this.#pausedUntil && this.#questions.allows('all');
  }

  answered(): void {
    this.#failures = 0;
    this.#pauses = 0;
  }

  /** No answer. After some in a row nobody is asked for 30 s, then up to five minutes, of which half is random. */
  failed(): void {
    this.#failures += 1;
    if (this.#failures < MAX_FAILURES) return;
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#pauses);
    this.#pauses = Math.min(this.#pauses + 1, 8);
    // One question after the pause decides whether the next one follows.
    this.#failures = MAX_FAILURES - 1;
    this.#pausedUntil = this.#clock.now() + pause * (0.75 + this.#random() / 2);
  }
}
