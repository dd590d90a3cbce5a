import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

export interface RateLimiterOptions {
  readonly clock: Clock;
  /** How many are allowed at once after a pause. */
  readonly burst: number;
  /** The milliseconds after which one more is allowed. */
  readonly everyMs: number;
  /** How many keys are remembered. Above this the one not seen for longest is forgotten, and starts with a full burst. */
  readonly remembered: number;
}

/** Limits how often each key (a player, an address) may do something, with a token bucket for each. */
export class RateLimiter<K extends string> {
  readonly #options: RateLimiterOptions;
  readonly #buckets: LRUCache<K, Bucket>;

  constructor(options: RateLimiterOptions) {
    this.#options = options;
    this.#buckets = new LRUCache({ max: options.remembered });
  }

  /** How many keys are remembered. */
  get remembered(): number {
    return this.#buckets.size;
  }

  /** Counts one attempt; false when it is one too many. */
  allows(key: K): boolean {
    const tokens = this.#tokensOf(key);
    const isAllowed = tokens >= 1;
    this.#buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, at: this.#options.clock.elapsed() });
    return isAllowed;
  }

  /** Whether an attempt would be allowed now; counts none. */
  wouldAllow(key: K): boolean {
    return this.#tokensOf(key) >= 1;
  }

  forget(key: K): void {
    this.#buckets.delete(key);
  }

  #tokensOf(key: K): number {
    const { clock, burst, everyMs } = this.#options;
    const before = this.#buckets.get(key);
    if (before === undefined) return burst;
    return Math.min(burst, before.tokens + (clock.elapsed() - before.at) / everyMs);
  }
}
