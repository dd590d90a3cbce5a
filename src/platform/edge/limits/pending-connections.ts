import type { Clock } from '../../../runtime/clock.ts';
import { DeadlineQueue } from '../../../runtime/limits/deadline-queue.ts';

/** A connection that has to take a step: send its greeting, or be let in by the server. */
export interface PendingConnection {
  /** It took too long, or there are too many newer ones: close the connection. */
  drop(): void;
}

/**
 * Connections that have not taken a step yet. When there are too many, the oldest one is dropped: a flood of silent
 * connections drops its own, because a real client takes the step long before it is the oldest.
 */
export class PendingConnections {
  readonly #limit: number;
  readonly #queue: DeadlineQueue<PendingConnection>;

  /** Holds at most `limit` connections, each for at most `limitMs` milliseconds. */
  constructor(clock: Clock, limit: number, limitMs: number) {
    this.#limit = limit;
    this.#queue = new DeadlineQueue(clock, limitMs, (connection) => connection.drop());
  }

  get size(): number {
    return this.#queue.size;
  }

  /** Adds a connection, or gives one that is pending its whole time again. */
  add(connection: PendingConnection): void {
    this.#queue.add(connection);
    if (this.#queue.size > this.#limit) this.#dropFirst();
  }

  remove(connection: PendingConnection): void {
    this.#queue.delete(connection);
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
