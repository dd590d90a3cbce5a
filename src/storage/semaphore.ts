import type { Clock } from '../runtime/clock.ts';
import { unavailable } from './failure.ts';

interface Waiting {
  admit(): void;
}

/**
 * Lets a bounded number of users at the database at once and a bounded number wait for a bounded time: a database that
 * is too slow turns callers away instead of collecting them.
 */
export class Semaphore {
  readonly #clock: Clock;
  readonly #queueLimit: number;
  readonly #waitMs: () => number;
  readonly #waiting = new Set<Waiting>();
  #free: number;
  #inside = 0;
  #closed = false;
  #whenEmpty: (() => void) | undefined;

  constructor(options: { seats: number; queueLimit: number; waitMs: () => number; clock: Clock }) {
    this.#free = options.seats;
    this.#queueLimit = options.queueLimit;
    this.#waitMs = options.waitMs;
    this.#clock = options.clock;
  }

  /** Resolves once there is a seat; every `enter` that resolved needs one `leave`. */
  enter(): Promise<void> {
    if (this.#closed) return Promise.reject(unavailable('CLOSED'));
    if (this.#free > 0) {
      this.#free -= 1;
      this.#inside += 1;
      return Promise.resolve();
    }
    if (this.#waiting.size >= this.#queueLimit) return Promise.reject(unavailable('QUEUE_FULL'));
    return new Promise((resolve, reject) => {
      const timer = this.#clock.setTimeout(() => {
        this.#waiting.delete(entry);
        reject(unavailable('QUEUE_TIMEOUT'));
        this.#settle();
      }, this.#waitMs());
      const entry: Waiting = {
        admit: () => {
          this.#clock.clearTimeout(timer);
          this.#inside += 1;
          resolve();
        },
      };
      this.#waiting.add(entry);
    });
  }

  leave(): void {
    this.#inside -= 1;
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
    } else {
      this.#waiting.delete(next);
      next.admit();
    }
    this.#settle();
  }

  /** Turns newcomers away and resolves when the last of those inside or waiting has left. */
  close(): Promise<void> {
    this.#closed = true;
    return new Promise((resolve) => {
      this.#whenEmpty = resolve;
      this.#settle();
    });
  }

  #settle(): void {
    if (this.#inside === 0 && this.#waiting.size === 0) this.#whenEmpty?.();
  }
}
