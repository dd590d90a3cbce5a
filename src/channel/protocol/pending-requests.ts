import { AppError } from '../../domain/errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import { ASK_TIMEOUT_MS } from './message.ts';

/** A frame that asked waits here for its answer. */
interface PendingRequest<A> {
  readonly deadline: number;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: AppError) => void;
}

/**
 * The frames of one link that asked and have no answer yet. All wait equally long, so the oldest is always the next to
 * run out and one timer serves them all.
 */
export class PendingRequests<A> {
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #pending = new Map<number, PendingRequest<A>>();
  #nextId = 1;
  #timer: unknown = null;

  constructor(clock: Clock, limit: number) {
    this.#clock = clock;
    this.#limit = limit;
  }

  get size(): number {
    return this.#pending.size;
  }

  /**
   * Writes the frame by `send`, given the id it must carry, and waits for the answer: `platform_unavailable` after
   * 5 s or when the link closes, `overloaded` at once when too many wait already.
   */
  ask(send: (id: number) => void): Promise<A> {
    if (this.#pending.size >= this.#limit) return Promise.reject(new AppError('overloaded'));
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { deadline: this.#clock.now() + ASK_TIMEOUT_MS, resolve, reject });
      this.#watch(ASK_TIMEOUT_MS);
      send(id);
    });
  }

  /** Hands an answer to who asked; false when nobody waits for it any more. */
  settle(id: number, answer: A): boolean {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.resolve(answer);
    return pending !== undefined;
  }

  /** The link is gone: nobody will answer. */
  rejectAll(detail: string): void {
    for (const pending of this.#pending.values()) pending.reject(unavailable(detail));
    this.#pending.clear();
    this.#clock.clearTimeout(this.#timer);
    this.#timer = null;
  }

  #watch(milliseconds: number): void {
    this.#timer ??= this.#clock.setTimeout(() => this.#expire(), milliseconds);
  }

  #expire(): void {
    this.#timer = null;
    const now = this.#clock.now();
    for (const [id, pending] of this.#pending) {
      if (pending.deadline > now) {
        this.#watch(pending.deadline - now);
        return;
      }
      this.#pending.delete(id);
      pending.reject(unavailable('The other side of the link did not answer in time'));
    }
  }
}

function unavailable(detail: string): AppError {
  return new AppError('platform_unavailable', detail, { retryAfterSeconds: 1 });
}
