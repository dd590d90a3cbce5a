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
    const { clock, burst, everyMs } = this.#options;
    const now = clock.elapsed();
    const before = this.#buckets.get(key) ?? { tokens: burst, at: now };
    const tokens = Math.min(burst, before.tokens + (now - before.at) / everyMs);
    const isAllowed = tokens >= 1;
    this.#buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, at: now });
    return isAllowed;
  }

  forget(key: K): void {
    this.#buckets.delete(key);
  }
}
