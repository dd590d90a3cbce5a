import { backoffMs } from '../runtime/backoff.ts';
import { connectRetryMs, type RetryBounds } from '../runtime/connect-retry.ts';
import type { PlatformDeps } from './platform-deps.ts';

/** Why a connection ended: it was lost or never made, its secret was refused, or the server exceeded a bound. */
export type EndOfConnection = 'lost' | 'refused' | 'exceeded';

/** A connection that was good for this long was a good one: after its loss the pauses begin anew. */
export const STEADY_MS = 10_000;
/** A server that exceeds a bound may have had a bad moment; one that does it again and again is left alone for long. */
const EXCEEDED = { firstMs: 1_000, maxMs: 300_000 };

/**
 * How long to wait before a server is connected again. The pauses grow until a connection was good for a while: for 10 s
 * after a loss, and for five minutes, the longest pause, after an excess.
 */
export class ReconnectPause {
  readonly #bounds: RetryBounds;
  readonly #deps: Pick<PlatformDeps, 'clock' | 'random'>;
  #attempt = 0;
  #excesses = 0;
  #goodSince: number | null = null;

  constructor(bounds: RetryBounds, deps: Pick<PlatformDeps, 'clock' | 'random'>) {
    this.#bounds = bounds;
    this.#deps = deps;
  }

  /** The connection works; only the first call for a connection counts. */
  good(): void {
    this.#goodSince ??= this.#deps.clock.elapsed();
  }

  /** The connection ended; returns the milliseconds to wait. */
  after(end: EndOfConnection): number {
    const { clock, random } = this.#deps;
    const goodMs = this.#goodSince === null ? 0 : clock.elapsed() - this.#goodSince;
    this.#goodSince = null;
    if (goodMs >= STEADY_MS) this.#attempt = 0;
    if (goodMs >= EXCEEDED.maxMs) this.#excesses = 0;
    if (end === 'exceeded') {
      this.#excesses += 1;
      return backoffMs(this.#excesses - 1, EXCEEDED.firstMs, EXCEEDED.maxMs, random);
    }
    this.#attempt += 1;
    return connectRetryMs(this.#attempt - 1, end === 'refused', this.#bounds, random);
  }
}
