import { AppError } from '../domain/errors.ts';

/** So many commands may wait for one entity; one more is told to come back. */
const MAX_WAITING = 32;

/** Runs the work of one key in the order it came, one at a time; different keys do not wait for each other. */
export class KeyedQueue<K> {
  readonly #tails = new Map<K, { tail: Promise<unknown>; length: number }>();

  /** Rejects with `overloaded` when too much waits already. */
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

  /** True while work of this key runs or waits. */
  isBusy(key: K): boolean {
    return this.#tails.has(key);
  }
}
