import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

export interface RateLimiterOptions {
  readonly clock: Clock;
  /** How many may come at once after a quiet time. */
  readonly burst: number;
  /** One more is allowed every so many milliseconds. */
  readonly everyMs: number;
  /** How many keys are remembered; beyond it the one not seen for longest is forgotten, and starts with a full burst. */
  readonly remembered: number;
}

/** Holds every key (a player, an address) to its share: a bucket of tokens each. */
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

  /** Counts one; false for one too many. */
  allows(key: K): boolean {
    const { clock, burst, everyMs } = this.#options;
    const now = clock.now();
    const before = this.#buckets.get(key) ?? { tokens: burst, at: now };
    // A clock that is put back gives nothing, and takes nothing away.
    const tokens = Math.min(burst, before.tokens + Math.max(0, now - before.at) / everyMs);
    const isAllowed = tokens >= 1;
    this.#buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, at: now });
    return isAllowed;
  }

  forget(key: K): void {
    this.#buckets.delete(key);
  }
}
