import { AppError } from '../../domain/errors.ts';

/** How many commands of one key may wait; further ones are rejected. */
const MAX_WAITING = 32;

/** Runs the work of each key one at a time, in the order in which it came; different keys do not wait for each other. */
export class KeyedQueue<K> {
  readonly #tails = new Map<K, { tail: Promise<unknown>; length: number }>();

  /** Rejects with `overloaded` when too much work of this key is waiting. */
  run<T>(key: K, work: () => Promise<T>): Promise<T> {
    const queue = this.#tails.get(key) ?? { tail: Promise.resolve(), length: 0 };
    if (queue.length >= MAX_WAITING) {
      return Promise.reject(new AppError('overloaded', undefined, { retryAfterSeconds: 1 }));
    }
    const result = queue.tail.then(work);
    queue.length += 1;
    const finish = (): void => {
      queue.length -= 1;
      if (queue.length === 0) this.#tails.delete(key);
    };
    queue.tail = result.then(finish, finish);
    this.#tails.set(key, queue);
    return result;
  }

  /** Whether work of this key is running or waiting. */
  isBusy(key: K): boolean {
    return this.#tails.has(key);
  }
}
