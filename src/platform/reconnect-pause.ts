import { backoffMs } from '../runtime/backoff.ts';
import { connectRetryMs, type RetryBounds } from '../runtime/connect-retry.ts';
import type { PlatformDeps } from './platform-deps.ts';

/** Why a connection ended: it was lost or never made, its secret was refused, or the server exceeded a bound. */
export type EndOfConnection = 'lost' | 'refused' | 'exceeded';

/** A connection that was good for this long was a good one: after its loss the pauses of failed attempts begin anew. */
export const STEADY_MS = 10_000;
/**
 * A connection that answers and does not last costs more than one that is never made, and says nothing that lasts: the
 * pauses after such ones grow for longer, until one has lasted for a minute.
 */
const BRIEF = { untilMs: 60_000, maxMs: 300_000 };
/** So many of them in a row may be a server that starts. */
const MAX_BRIEF = 1;
/** A server that exceeds a bound may have had a bad moment; one that does it again and again is left alone for long. */
const EXCEEDED = { firstMs: 1_000, maxMs: 300_000 };

/**
 * How long to wait before a server is connected again. The pauses grow until a connection was good for a while: for 10 s
 * after attempts that failed, for a minute after connections that did not last, and for five minutes after an excess.
 */
export class ReconnectPause {
  readonly #bounds: RetryBounds;
  readonly #deps: Pick<PlatformDeps, 'clock' | 'random'>;
  #attempt = 0;
  #excesses = 0;
  /** Connections in a row that were good and did not last. */
  #brief = 0;
  #goodSince: number | null = null;

  constructor(bounds: RetryBounds, deps: Pick<PlatformDeps, 'clock' | 'random'>) {
    this.#bounds = bounds;
    this.#deps = deps;
  }

  /** The connection works; only the first call for a connection counts. */
  good(): void {
    this.#goodSince ??= this.#deps.clock.elapsed();
  }

  /** Whether the connection has worked. */
  get isGood(): boolean {
    return this.#goodSince !== null;
  }

  /** Whether the connections of late answered and did not last. */
  get isFlapping(): boolean {
    return this.#brief > MAX_BRIEF;
  }

  /** Whether what this connection says will last, as far as that can be told: not before 10 s where those before did not. */
  get isTrusted(): boolean {
    return !this.isFlapping || this.#goodMs() >= STEADY_MS;
  }

  /** The connection ended; returns the milliseconds to wait. */
  after(end: EndOfConnection): number {
    const { random } = this.#deps;
    const wasGood = this.isGood;
    const goodMs = this.#goodMs();
    this.#goodSince = null;
    if (goodMs >= BRIEF.untilMs) this.#brief = 0;
    if (goodMs >= STEADY_MS) this.#attempt = 0;
    if (goodMs >= EXCEEDED.maxMs) this.#excesses = 0;
    if (end === 'exceeded') {
      this.#excesses += 1;
      return backoffMs(this.#excesses - 1, EXCEEDED.firstMs, EXCEEDED.maxMs, random);
    }
    this.#attempt += 1;
    if (wasGood && end === 'lost' && goodMs < BRIEF.untilMs) {
      this.#brief += 1;
      return backoffMs(this.#brief - 1, this.#bounds.firstMs, BRIEF.maxMs, random);
    }
    return connectRetryMs(this.#attempt - 1, end === 'refused', this.#bounds, random);
  }

  #goodMs(): number {
    return this.#goodSince === null ? 0 : this.#deps.clock.elapsed() - this.#goodSince;
  }
}
