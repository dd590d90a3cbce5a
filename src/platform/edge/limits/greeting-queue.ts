import type { Clock } from '../../../runtime/clock.ts';

/** A connection that has not said what it wants yet. */
export interface PendingGreeting {
  /** It took too long, or others need the place. */
  dismiss(): void;
}

/**
 * Connections that have not said what they want. All may wait equally long, so the first is always the next to go and
 * one timer serves them all. When it is full the one that has waited longest makes room: a flood of silent connections
 * pushes itself out, while a real client has spoken long before its turn comes.
 */
export class GreetingQueue {
  readonly #clock: Clock;
  readonly #places: number;
  readonly #patienceMs: number;
  readonly #deadlines = new Map<PendingGreeting, number>();
  #timer: unknown = null;

  constructor(clock: Clock, places: number, patienceMs: number) {
    this.#clock = clock;
    this.#places = places;
    this.#patienceMs = patienceMs;
  }

  get size(): number {
    return this.#deadlines.size;
  }

  /** Gives a place for the whole patience, also to one that has a place already. */
  enter(waiting: PendingGreeting): void {
    this.#deadlines.delete(waiting);
    this.#deadlines.set(waiting, this.#clock.now() + this.#patienceMs);
    if (this.#deadlines.size > this.#places) this.#dismissFirst();
    this.#watch(this.#patienceMs);
  }

  leave(waiting: PendingGreeting): void {
    this.#deadlines.delete(waiting);
  }

  close(): void {
    this.#clock.clearTimeout(this.#timer);
    while (this.#deadlines.size > 0) this.#dismissFirst();
  }

  #dismissFirst(): void {
    const [first] = this.#deadlines.keys();
    if (first === undefined) return;
    this.#deadlines.delete(first);
    first.dismiss();
  }

  #watch(milliseconds: number): void {
    this.#timer ??= this.#clock.setTimeout(() => this.#expire(), milliseconds);
  }

  #expire(): void {
    this.#timer = null;
    const now = this.#clock.now();
    for (const [waiting, deadline] of this.#deadlines) {
      if (deadline > now) {
        this.#watch(deadline - now);
        return;
      }
      this.#deadlines.delete(waiting);
      waiting.dismiss();
    }
  }
}
