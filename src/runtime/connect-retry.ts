import { backoffMs, type Random } from './backoff.ts';

const FIRST_REFUSED_MS = 15_000;
const MAX_REFUSED_MS = 60_000;

/** The bounds of the pauses between attempts to connect, in milliseconds. */
export interface RetryBounds {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * How long to wait before the next attempt to connect. A refused secret is tried again seldom: it does not become right
 * by itself, and frequent attempts would fill the other side's log.
 */
export function connectRetryMs(
  attempt: number,
  wasSecretRefused: boolean,
  { firstMs, maxMs }: RetryBounds,
  random: Random,
): number {
  return wasSecretRefused
    ? backoffMs(attempt, FIRST_REFUSED_MS, MAX_REFUSED_MS, random)
    : backoffMs(attempt, firstMs, maxMs, random);
}
