import type { Clock } from './clock.ts';

/**
 * Items that may all wait equally long. The one added first is therefore always the next to run out, and one timer
 * serves them all, however many there are.
 */
export class DeadlineQueue<T> {
  readonly #clock: Clock;
  readonly #milliseconds: number;
  readonly #expired: (item: T) => void;
  readonly #deadlines = new Map<T, number>();
  #timer: unknown = null;

  /** `expired` is called for each item whose time is over; the item is no longer in the queue by then. */
  constructor(clock: Clock, milliseconds: number, expired: (item: T) => void) {
    this.#clock = clock;
    this.#milliseconds = milliseconds;
    this.#expired = expired;
  }

  get size(): number {
    return this.#deadlines.size;
  }

  /** The item that has waited longest. */
  get first(): T | undefined {
    const [first] = this.#deadlines.keys();
    return first;
  }

  /** Gives the item its whole time, also when it is in the queue already. */
  add(item: T): void {
    this.#deadlines.delete(item);
    this.#deadlines.set(item, this.#clock.now() + this.#milliseconds);
    this.#watch(this.#milliseconds);
  }

  /** Takes an item out; false when it was not in. */
  delete(item: T): boolean {
    return this.#deadlines.delete(item);
  }

  /** Forgets all items without calling `expired`. */
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
    const now = this.#clock.now();
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
