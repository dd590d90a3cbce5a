import type { Clock } from '../../../runtime/clock.ts';

interface Waiting<T> {
  readonly item: T;
  /** By `Clock.elapsed`. */
  readonly at: number;
}

/**
 * Hands on each item after the same time, in order and by one timer: a list of thousands of players must not set thousands.
 * It holds what comes within that time, which the bounds of the channel limit.
 */
export class DueQueue<T> {
  readonly #clock: Clock;
  readonly #afterMs: number;
  readonly #due: (item: T) => void;
  #waiting: Waiting<T>[] = [];
  #timer: unknown = null;

  constructor(clock: Clock, afterMs: number, due: (item: T) => void) {
    this.#clock = clock;
    this.#afterMs = afterMs;
    this.#due = due;
  }

  add(item: T): void {
    this.#waiting.push({ item, at: this.#clock.elapsed() + this.#afterMs });
    this.#timer ??= this.#clock.setTimeout(() => this.#run(), this.#afterMs);
  }

  /** Those that are not due yet. */
  items(): T[] {
    return this.#waiting.map(({ item }) => item);
  }

  close(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#waiting = [];
  }

  #run(): void {
    const now = this.#clock.elapsed();
    const later = this.#waiting.findIndex(({ at }) => at > now);
    const due = this.#waiting.splice(0, later < 0 ? this.#waiting.length : later);
    const [next] = this.#waiting;
    this.#timer = next === undefined ? null : this.#clock.setTimeout(() => this.#run(), next.at - now);
    for (const { item } of due) this.#due(item);
  }
}
