import type { Clock } from '../runtime/clock.ts';
import { unavailable } from './failure.ts';

interface Waiter {
  admit(): void;
}

/**
 * Bounds how many callers use the database at once, how many wait for it and for how long. When the database is too
 * slow, further callers fail at once instead of piling up. Fails with `storage_unavailable`.
 */
export class Semaphore {
  readonly #clock: Clock;
  readonly #queueLimit: number;
  readonly #waitMs: () => number;
  readonly #waiting = new Set<Waiter>();
  #free: number;
  #holders = 0;
  #closed = false;
  #whenEmpty: (() => void) | undefined;

  constructor(options: { permits: number; queueLimit: number; waitMs: () => number; clock: Clock }) {
    this.#free = options.permits;
    this.#queueLimit = options.queueLimit;
    this.#waitMs = options.waitMs;
    this.#clock = options.clock;
  }

  /** Resolves with a permit; every `acquire` that resolved needs one `release`. */
  acquire(): Promise<void> {
    if (this.#closed) return Promise.reject(unavailable('CLOSED'));
    if (this.#free > 0) {
      this.#free -= 1;
      this.#holders += 1;
      return Promise.resolve();
    }
    if (this.#waiting.size >= this.#queueLimit) return Promise.reject(unavailable('QUEUE_FULL'));
    return new Promise((resolve, reject) => {
      const timer = this.#clock.setTimeout(() => {
        this.#waiting.delete(entry);
        reject(unavailable('QUEUE_TIMEOUT'));
        this.#settle();
      }, this.#waitMs());
      const entry: Waiter = {
        admit: () => {
          this.#clock.clearTimeout(timer);
          this.#holders += 1;
          resolve();
        },
      };
      this.#waiting.add(entry);
    });
  }

  release(): void {
    this.#holders -= 1;
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
    } else {
      this.#waiting.delete(next);
      next.admit();
    }
    this.#settle();
  }

  /** Refuses new callers and resolves when no permit is held and nobody waits. */
  close(): Promise<void> {
    this.#closed = true;
    return new Promise((resolve) => {
      this.#whenEmpty = resolve;
      this.#settle();
    });
  }

  #settle(): void {
    if (this.#holders === 0 && this.#waiting.size === 0) this.#whenEmpty?.();
  }
}
