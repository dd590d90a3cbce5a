import { LRUCache } from 'lru-cache';
import type { PlayerFacts } from '../channel/protocol/coordinator-messages.ts';
import { AppError } from '../domain/errors.ts';
import type { Uuid } from '../domain/uuid.ts';
import type { Clock } from '../runtime/clock.ts';

/** How old values may be before they are requested again, in milliseconds. */
const FRESH_MS = 10_000;
/** After a request without an answer. */
const RETRY_MS = 1_000;
const MAX_PLAYERS = 5_000;
const MAX_REQUESTS = 32;

interface CachedFacts {
  /** Null for a player whom the network does not know; undefined until the first answer. */
  facts: PlayerFacts | null | undefined;
  /** From when they are requested again, as in `Clock.elapsed`; set after a failure too, so that requests are not endless. */
  staleAt: number;
  isRequested: boolean;
}

export interface PlayerFactsCacheOptions {
  /** Rejects with `player_not_found` for a player whom the network does not know. */
  readonly request: (uuid: Uuid) => Promise<PlayerFacts>;
  readonly clock: Clock;
}

/**
 * What placeholders show of players. Answers at once with what it has, and requests in the background what is missing or
 * old. Holds the 5 000 players whose values were used last.
 */
export class PlayerFactsCache {
  readonly #options: PlayerFactsCacheOptions;
  readonly #players = new LRUCache<Uuid, CachedFacts>({ max: MAX_PLAYERS });
  #requests = 0;

  constructor(options: PlayerFactsCacheOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#players.size;
  }

  /** Null for a player whom the network does not know, undefined while the first answer is not there. */
  factsOf(uuid: Uuid): PlayerFacts | null | undefined {
    const known = this.#players.get(uuid) ?? {
      facts: undefined,
      staleAt: Number.NEGATIVE_INFINITY,
      isRequested: false,
    };
    this.#players.set(uuid, known);
    const isOld = this.#options.clock.elapsed() >= known.staleAt;
    if (isOld && !known.isRequested && this.#requests < MAX_REQUESTS) void this.#request(uuid, known);
    return known.facts;
  }

  async #request(uuid: Uuid, known: CachedFacts): Promise<void> {
    const { request, clock } = this.#options;
    known.isRequested = true;
    this.#requests += 1;
    try {
      known.facts = await request(uuid);
      known.staleAt = clock.elapsed() + FRESH_MS;
    } catch (error) {
      // Known values stay while the coordinator is away.
      const isUnknown = error instanceof AppError && error.code === 'player_not_found';
      if (isUnknown) known.facts = null;
      known.staleAt = clock.elapsed() + (isUnknown ? FRESH_MS : RETRY_MS);
    } finally {
      known.isRequested = false;
      this.#requests -= 1;
    }
  }
}
