import { AppError } from '../domain/errors.ts';

/** So many commands may wait for one entity; one more is told to come back. */
const LONGEST = 32;

/** Runs the work of one key in the order it came, one at a time; different keys do not wait for each other. */
export class Lanes<K> {
  readonly #tails = new Map<K, { tail: Promise<unknown>; length: number }>();

  /** Rejects with `overloaded` when too much waits already. */
  run<T>(key: K, work: () => Promise<T>): Promise<T> {
    const lane = this.#tails.get(key) ?? { tail: Promise.resolve(), length: 0 };
    if (lane.length >= LONGEST) {
      return Promise.reject(new AppError('overloaded', undefined, { retryAfterSeconds: 1 }));
    }
    const result = lane.tail.then(work);
    lane.length += 1;
    const finish = (): void => {
      lane.length -= 1;
      if (lane.length === 0) this.#tails.delete(key);
    };
    lane.tail = result.then(finish, finish);
    this.#tails.set(key, lane);
    return result;
  }

  /** True while work of this key runs or waits. */
  isBusy(key: K): boolean {
    return this.#tails.has(key);
  }
}
