import { LRUCache } from 'lru-cache';
import { backoffMs, type Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { AgentRecord, AgentSighting, AgentStore } from '../ports.ts';

const WRITE_AFTER_MS = 10_000;
const MAX_RETRY_MS = 300_000;
/** An agent that stays connected is noted this often. */
const SEEN_EVERY_MS = 60_000;
const MAX_AT_ONCE = 256;
const MAX_KEPT = 8_192;

interface AgentSightingsDeps {
  readonly store: AgentStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}

/** When each agent was connected last, and its version: kept in memory, and written a little later, many at once. */
export class AgentSightings {
  readonly #deps: AgentSightingsDeps;
  readonly #kept = new LRUCache<string, AgentSighting>({ max: MAX_KEPT });
  readonly #waiting = new Set<string>();
  #timer: unknown;
  #isClosed = false;

  constructor(deps: AgentSightingsDeps) {
    this.#deps = deps;
  }

  note({ name, secretHash }: Pick<AgentRecord, 'name' | 'secretHash'>, version: string): void {
    const { clock } = this.#deps;
    const lastSeen = clock.now();
    const known = this.#kept.get(secretHash);
    const isNews = known?.version !== version || Math.abs(lastSeen - known.lastSeen) >= SEEN_EVERY_MS;
    if (this.#isClosed || !isNews) return;
    this.#kept.set(secretHash, { name, secretHash, lastSeen, version });
    this.#waiting.add(secretHash);
    this.#timer ??= clock.setTimeout(() => void this.#write(0), WRITE_AFTER_MS);
  }

  /** What the table does not say yet of this agent. */
  of({ secretHash }: AgentRecord): Pick<AgentSighting, 'lastSeen' | 'version'> | undefined {
    return this.#kept.get(secretHash);
  }

  close(): void {
    this.#isClosed = true;
    this.#deps.clock.clearTimeout(this.#timer);
  }

  async #write(attempt: number): Promise<void> {
    const { store, clock, logger, random } = this.#deps;
    let wait = WRITE_AFTER_MS;
    let next = 0;
    const batch = [...this.#waiting].slice(0, MAX_AT_ONCE);
    for (const hash of batch) this.#waiting.delete(hash);
    try {
      await store.noteSeen(batch.flatMap((hash) => this.#kept.peek(hash) ?? []));
    } catch (error) {
      logger.warn({ event: 'agent.sightings-not-written', err: error });
      for (const hash of batch) if (this.#kept.has(hash)) this.#waiting.add(hash);
      next = attempt + 1;
      wait = backoffMs(attempt, WRITE_AFTER_MS, MAX_RETRY_MS, random);
    }
    this.#timer = undefined;
    if (this.#isClosed || this.#waiting.size === 0) return;
    this.#timer = clock.setTimeout(() => void this.#write(next), wait);
  }
}
