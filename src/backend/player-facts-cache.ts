import { LRUCache } from 'lru-cache';
import type { Clock } from '../runtime/clock.ts';
import type { PlayerFacts } from '../channel/protocol/coordinator-messages.ts';
import { AppError } from '../domain/errors.ts';
import type { Uuid } from '../domain/uuid.ts';

/** Values may be this old before they are asked for anew, in milliseconds. */
const FRESH_MS = 10_000;
/** After a question that nobody answered. */
const RETRY_MS = 1_000;
const MAX_PLAYERS = 5_000;
const ASKS_AT_ONCE = 32;

interface Remembered {
  /** Null for a player whom nobody knows; undefined until the first answer. */
  facts: PlayerFacts | null | undefined;
  /** Epoch milliseconds from which on it is asked for anew; also after a failure, so that nobody is asked without end. */
  staleAt: number;
  isAsked: boolean;
}

export interface PlayerFactsCacheOptions {
  /** Rejects with `player_not_found` for a player whom nobody knows. */
  readonly ask: (uuid: Uuid) => Promise<PlayerFacts>;
  readonly clock: Clock;
}

/**
 * What placeholders show of players, answered at once: what is not known yet, or is old, is asked for in the background
 * and there the next time. Holds the 5 000 players asked for last.
 */
export class PlayerFactsCache {
  readonly #options: PlayerFactsCacheOptions;
  readonly #players = new LRUCache<Uuid, Remembered>({ max: MAX_PLAYERS });
  #asking = 0;

  constructor(options: PlayerFactsCacheOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#players.size;
  }

  /** Null for a player whom nobody knows, undefined for one of whom nothing is known yet. */
  factsOf(uuid: Uuid): PlayerFacts | null | undefined {
    const known = this.#players.get(uuid) ?? { facts: undefined, staleAt: 0, isAsked: false };
    this.#players.set(uuid, known);
    const isOld = this.#options.clock.now() >= known.staleAt;
    if (isOld && !known.isAsked && this.#asking < ASKS_AT_ONCE) void this.#ask(uuid, known);
    return known.facts;
  }

  async #ask(uuid: Uuid, known: Remembered): Promise<void> {
    const { ask, clock } = this.#options;
    known.isAsked = true;
    this.#asking += 1;
    try {
      known.facts = await ask(uuid);
      known.staleAt = clock.now() + FRESH_MS;
    } catch (error) {
      // While the coordinator is away, what was true last stays.
      const isNobody = error instanceof AppError && error.code === 'player_not_found';
      if (isNobody) known.facts = null;
      known.staleAt = clock.now() + (isNobody ? FRESH_MS : RETRY_MS);
    } finally {
      known.isAsked = false;
      this.#asking -= 1;
    }
  }
}
