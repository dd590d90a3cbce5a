import type { Clock } from '../clock.ts';

/**
 * Items that all expire after the same time. The item added first is therefore always the next to expire, so that one timer
 * is enough for any number of items.
 */
export class DeadlineQueue<T> {
  readonly #clock: Clock;
  readonly #milliseconds: number;
  readonly #expired: (item: T) => void;
  readonly #deadlines = new Map<T, number>();
  #timer: unknown = null;

  /** `expired` is called for each item whose time is over, after the item has been removed from the queue. */
  constructor(clock: Clock, milliseconds: number, expired: (item: T) => void) {
    this.#clock = clock;
    this.#milliseconds = milliseconds;
    this.#expired = expired;
  }

  get size(): number {
    return this.#deadlines.size;
  }

  /** The item that expires next. */
  get first(): T | undefined {
    const [first] = this.#deadlines.keys();
    return first;
  }

  /** All items; the next to expire comes first. */
  items(): Iterable<T> {
    return this.#deadlines.keys();
  }

  /** Adds an item, or starts its time anew if it is in the queue already. */
  add(item: T): void {
    this.#deadlines.delete(item);
    this.#deadlines.set(item, this.#clock.elapsed() + this.#milliseconds);
    this.#watch(this.#milliseconds);
  }

  /** Removes an item; false when it was not in the queue. */
  delete(item: T): boolean {
    return this.#deadlines.delete(item);
  }

  /** Removes all items without calling `expired`. */
  clear(): void {
    this.#deadlines.clear();
    this.#clock.clearTimeout(this.#timer);
    this.#timer = null;
  }

  #watch(milliseconds: number): void {
    this.#timer ??= this.#clock.setTimeout(() => this.#expire(), milliseconds);
  }

  #expire(): void {
    this.#timer = null;
    const now = this.#clock.elapsed();
    for (const [item, deadline] of this.#deadlines) {
      if (deadline > now) {
        this.#watch(deadline - now);
        return;
      }
      this.#deadlines.delete(item);
      this.#expired(item);
    }
  }
}
