import { AppError } from '../../domain/errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import { PendingRequests } from '../../runtime/pending-requests.ts';
import { ASK_TIMEOUT_MS } from './message.ts';

/** The requests of one connection that await their answer; each rejects with `platform_unavailable` after 5 s. */
export function channelRequests<A>(clock: Clock, limit: number): PendingRequests<A> {
  return new PendingRequests({
    clock,
    limit,
    limitMs: ASK_TIMEOUT_MS,
    timedOut: () => unanswered('The other side of the connection did not answer in time'),
  });
}

/** What a caller is told whose request gets no answer. */
export function unanswered(detail: string): AppError {
  return new AppError('platform_unavailable', detail, { retryAfterSeconds: 1 });
}
