import { AppError } from '../../domain/errors.ts';
import type { Clock } from '../clock.ts';
import { DeadlineQueue } from './deadline-queue.ts';

interface PendingRequest<A> {
  readonly limitMs: number;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: AppError) => void;
}

export interface PendingRequestsOptions {
  readonly clock: Clock;
  /** How many requests may wait at once; further ones are rejected with `overloaded`. */
  readonly limit: number;
  /** How long a request waits by default, in milliseconds. */
  readonly limitMs: number;
  /** The error for a request without an answer in time. */
  readonly timedOut: () => AppError;
}

/** Requests that were sent and have no answer yet, by the id that the answer must carry. */
export class PendingRequests<A> {
  readonly #options: PendingRequestsOptions;
  readonly #pending = new Map<number, PendingRequest<A>>();
  /** One for each time limit in use; there are few. */
  readonly #queues = new Map<number, DeadlineQueue<number>>();
  #nextId = 1;

  constructor(options: PendingRequestsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#pending.size;
  }

  /**
   * Calls `send` with the id that the request must carry, and waits for the answer. Rejects with `overloaded` at once when
   * too many requests wait, with `timedOut` when the time is over, and with any error that `send` throws.
   */
  request(send: (id: number) => void, limitMs = this.#options.limitMs): Promise<A> {
    if (this.#pending.size >= this.#options.limit) return Promise.reject(new AppError('overloaded'));
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { limitMs, resolve, reject });
      this.#queueOf(limitMs).add(id);
      try {
        send(id);
      } catch (error) {
        this.#take(id);
        throw error;
      }
    });
  }

  /** Resolves a request with its answer; false when it no longer waits. */
  settle(id: number, answer: A): boolean {
    const request = this.#take(id);
    request?.resolve(answer);
    return request !== undefined;
  }

  /** Rejects a request; false when it no longer waits. */
  fail(id: number, error: AppError): boolean {
    const request = this.#take(id);
    request?.reject(error);
    return request !== undefined;
  }

  /** Rejects all requests, because there will be no more answers. */
  failAll(error: () => AppError): void {
    for (const id of this.#pending.keys()) this.fail(id, error());
    for (const queue of this.#queues.values()) queue.clear();
  }

  #take(id: number): PendingRequest<A> | undefined {
    const request = this.#pending.get(id);
    if (request === undefined) return undefined;
    this.#pending.delete(id);
    this.#queueOf(request.limitMs).delete(id);
    return request;
  }

  #queueOf(limitMs: number): DeadlineQueue<number> {
    const known = this.#queues.get(limitMs);
    if (known !== undefined) return known;
    const queue = new DeadlineQueue<number>(this.#options.clock, limitMs, (id) =>
      this.fail(id, this.#options.timedOut()),
    );
    this.#queues.set(limitMs, queue);
    return queue;
  }
}
