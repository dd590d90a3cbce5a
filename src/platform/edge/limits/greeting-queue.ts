import type { Clock } from '../../../runtime/clock.ts';
import { DeadlineQueue } from '../../../runtime/deadline-queue.ts';

/** A connection that has not said what it wants yet. */
export interface PendingGreeting {
  /** It took too long, or others need the place. */
  dismiss(): void;
}

/**
 * Connections that have not said what they want. When it is full the one that has waited longest makes room: a flood of
 * silent connections pushes itself out, while a real client has spoken long before its turn comes.
 */
export class GreetingQueue {
  readonly #places: number;
  readonly #queue: DeadlineQueue<PendingGreeting>;

  constructor(clock: Clock, places: number, limitMs: number) {
    this.#places = places;
    this.#queue = new DeadlineQueue(clock, limitMs, (greeting) => greeting.dismiss());
  }

  get size(): number {
    return this.#queue.size;
  }

  /** Gives a place for the whole time, also to one that has a place already. */
  enter(greeting: PendingGreeting): void {
    this.#queue.add(greeting);
    if (this.#queue.size > this.#places) this.#dismissFirst();
  }

  leave(greeting: PendingGreeting): void {
    this.#queue.delete(greeting);
  }

  close(): void {
    while (this.#queue.size > 0) this.#dismissFirst();
    this.#queue.clear();
  }

  #dismissFirst(): void {
    const { first } = this.#queue;
    if (first === undefined) return;
    this.#queue.delete(first);
    first.dismiss();
  }
}
