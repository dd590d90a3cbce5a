import type { Clock } from '../../../runtime/clock.ts';
import { DeadlineQueue } from '../../../runtime/deadline-queue.ts';

/** A connection that has not sent its greeting yet. */
export interface PendingGreeting {
  /** It took too long, or the queue is full of newer ones: close the connection. */
  drop(): void;
}

/**
 * Connections that have not sent their greeting. When the queue is full the oldest one is dropped: a flood of silent
 * connections drops its own, because a real client sends its greeting long before it is the oldest.
 */
export class GreetingQueue {
  readonly #limit: number;
  readonly #queue: DeadlineQueue<PendingGreeting>;

  /** Holds at most `limit` connections, each for at most `limitMs` milliseconds. */
  constructor(clock: Clock, limit: number, limitMs: number) {
    this.#limit = limit;
    this.#queue = new DeadlineQueue(clock, limitMs, (greeting) => greeting.drop());
  }

  get size(): number {
    return this.#queue.size;
  }

  /** Adds a connection, or gives one that is in the queue its whole time again. */
  add(greeting: PendingGreeting): void {
    this.#queue.add(greeting);
    if (this.#queue.size > this.#limit) this.#dropFirst();
  }

  remove(greeting: PendingGreeting): void {
    this.#queue.delete(greeting);
  }

  close(): void {
    while (this.#queue.size > 0) this.#dropFirst();
    this.#queue.clear();
  }

  #dropFirst(): void {
    const { first } = this.#queue;
    if (first === undefined) return;
    this.#queue.delete(first);
    first.drop();
  }
}
