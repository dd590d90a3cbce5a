import { AppError } from '../domain/errors.ts';
import type { Clock } from './clock.ts';
import { DeadlineQueue } from './deadline-queue.ts';

interface PendingRequest<A> {
  readonly limitMs: number;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: AppError) => void;
}

export interface PendingRequestsOptions {
  readonly clock: Clock;
  /** How many may wait at once; one more is refused with `overloaded`. */
  readonly limit: number;
  /** How long each may wait, in milliseconds, unless it says otherwise. */
  readonly limitMs: number;
  /** What the caller is told when no answer came in time. */
  readonly timedOut: () => AppError;
}

/** Requests that were sent and have no answer yet, by the number that the answer must carry. */
export class PendingRequests<A> {
  readonly #options: PendingRequestsOptions;
  readonly #pending = new Map<number, PendingRequest<A>>();
  /** One for each time limit that is in use, which are few. */
  readonly #queues = new Map<number, DeadlineQueue<number>>();
  #nextId = 1;

  constructor(options: PendingRequestsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#pending.size;
  }

  /**
   * Calls `send` with the number that the request must carry, and waits for its answer. Rejects with `overloaded` at once
   * when too many wait already, with `timedOut` when the time is over, and with what `send` throws.
   */
  ask(send: (id: number) => void, limitMs = this.#options.limitMs): Promise<A> {
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

  /** Hands an answer to who waits for it; false when nobody does any more. */
  settle(id: number, answer: A): boolean {
    const request = this.#take(id);
    request?.resolve(answer);
    return request !== undefined;
  }

  /** Tells who waits for this answer that there is none; false when nobody waits any more. */
  fail(id: number, error: AppError): boolean {
    const request = this.#take(id);
    request?.reject(error);
    return request !== undefined;
  }

  /** Nobody will answer any more: everybody who waits is told so. */
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
