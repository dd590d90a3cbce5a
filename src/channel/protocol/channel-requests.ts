import { AppError } from '../../domain/errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import { PendingRequests } from '../../runtime/limits/pending-requests.ts';
import { REQUEST_TIMEOUT_MS } from './message.ts';

/**
 * The requests of one connection that wait for their answer. Each rejects with `platform_unavailable` after 5 s or when
 * the connection is lost, and with `overloaded` when more than `limit` wait.
 */
export class ChannelRequests<A extends { readonly re?: number | undefined }> {
  readonly #pending: PendingRequests<A>;

  constructor(clock: Clock, limit: number) {
    this.#pending = new PendingRequests({
      clock,
      limit,
      limitMs: REQUEST_TIMEOUT_MS,
      timedOut: () => unanswered('The other side of the connection did not answer in time'),
    });
  }

  /** Calls `write` with the `id` that the request must carry, and resolves with its answer. */
  send(write: (id: number) => void): Promise<A> {
    return this.#pending.request(write);
  }

  /** Takes an answer; false when no request waits for it. */
  settle(answer: A): boolean {
    return answer.re !== undefined && this.#pending.settle(answer.re, answer);
  }

  /** Rejects everything that waits: no answer can come any more. */
  failAll(detail: string): void {
    this.#pending.failAll(() => unanswered(detail));
  }
}

function unanswered(detail: string): AppError {
  return new AppError('platform_unavailable', detail, { retryAfterSeconds: 1 });
}
