import type { Clock } from '../../runtime/clock.ts';

/** More than that many in one window are not told apart: those beyond get nothing. */
const MAX_KEYS = 50_000;

/** What is said of a key that asks. */
interface Asking {
  /** Keys that asked in this window or the last, with this one. */
  readonly all: number;
  /** Those of them that did not ask in the last window. */
  readonly fresh: number;
  /** How often this key got one in the last window; undefined if it did not ask then. */
  readonly before: number | undefined;
}

/** How often each key (a network, an address) did something in the present window of time; windows follow one another. */
export class WindowCounts {
  readonly #clock: Clock;
  readonly #windowMs: number;
  #counts = new Map<string, number>();
  #before = new Map<string, number>();
  /** Keys of this window and the last. */
  #seen = 0;
  #since = 0;

  constructor(clock: Clock, windowMs: number) {
    this.#clock = clock;
    this.#windowMs = windowMs;
  }

  /** Counts one of this key if it has fewer than `mostOf` says. A key that asks is seen, also if it gets nothing. */
  take(key: string, mostOf: (asking: Asking) => number): boolean {
    this.#turn();
    const count = this.#counts.get(key) ?? this.#see(key);
    if (count === undefined) return false;
    const fresh = this.#seen - this.#before.size;
    if (count >= mostOf({ all: this.#seen, fresh, before: this.#before.get(key) })) return false;
    this.#counts.set(key, count + 1);
    return true;
  }

  #see(key: string): number | undefined {
    if (this.#counts.size >= MAX_KEYS) return undefined;
    this.#counts.set(key, 0);
    if (!this.#before.has(key)) this.#seen += 1;
    return 0;
  }

  #turn(): void {
    const passed = this.#clock.elapsed() - this.#since;
    if (passed < this.#windowMs) return;
    this.#before = passed < 2 * this.#windowMs ? this.#counts : new Map();
    this.#counts = new Map();
    this.#seen = this.#before.size;
    this.#since = this.#clock.elapsed();
  }
}
