import type { Uuid } from '../domain/uuid.ts';
import { backoffMs, type Random } from './backoff.ts';
import { type OnlineEntry, totalSeconds } from './models/online-entry.ts';
import type { OnlinePlayers } from './models/online-players.ts';
import type { Clock, Logger, PlayerRecord, PlayerStore } from './ports.ts';

/** A join is written within this, so that lists know the newcomer; many joins share one statement. */
const ARRIVAL_DELAY_MS = 250;
/** How much playtime a crash may cost. */
const FLUSH_EVERY_MS = 60_000;
const LOOKUP_SIZE = 1000;

export interface PlaytimeDeps {
  readonly store: PlayerStore;
  readonly online: OnlinePlayers;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}

/**
 * Counts playtime and keeps `NetworkPD`. Rows are written whole and absolute, so a write that is repeated after an unclear
 * failure counts nothing twice. Nothing here is waited for by a join; what could not be written is kept and tried again.
 */
export class Playtime {
  readonly #deps: PlaytimeDeps;
  /** Players whose row has not been read yet, with the end of the session if it is over. */
  readonly #unread = new Map<OnlineEntry, number | null>();
  /** Rows to be written, the newest of each player. */
  readonly #rows = new Map<Uuid, PlayerRecord & { ip?: string }>();
  #writing: Promise<void> | null = null;
  #arrivalTimer: unknown;
  #flushTimer: unknown;
  #failures = 0;
  #lastFullFlush = 0;
  #closed = false;

  constructor(deps: PlaytimeDeps) {
    this.#deps = deps;
    this.#lastFullFlush = deps.clock.now();
    this.#scheduleFlush();
  }

  arrive(entry: OnlineEntry): void {
    this.#unread.set(entry, null);
    this.#scheduleArrivals();
  }

  depart(entry: OnlineEntry): void {
    const now = this.#deps.clock.now();
    if (this.#unread.has(entry)) this.#unread.set(entry, now);
    else this.#rows.set(entry.uuid, rowOf(entry, now));
    this.#scheduleArrivals();
  }

  /** The player's row as it will be once all is written; what a read of the database may not show yet. */
  pending(uuid: Uuid): PlayerRecord | undefined {
    return this.#rows.get(uuid);
  }

  /** Resolves when every join and leave up to now is in the database; rejects when it cannot be written. */
  async settle(): Promise<void> {
    if (this.#unread.size === 0 && this.#rows.size === 0) return;
    await this.#write();
  }

  /** The same with the running sessions of everybody, at most once a second: for lists sorted by total time. */
  async settleTotals(): Promise<void> {
    if (this.#deps.clock.now() - this.#lastFullFlush >= 1000) this.#collectRunning();
    await this.settle();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#deps.clock.clearTimeout(this.#arrivalTimer);
    this.#deps.clock.clearTimeout(this.#flushTimer);
    this.#collectRunning();
    await this.settle();
  }

  #collectRunning(): void {
    const now = this.#deps.clock.now();
    this.#lastFullFlush = now;
    for (const entry of this.#deps.online.values()) {
      if (!this.#unread.has(entry)) this.#rows.set(entry.uuid, rowOf(entry, now));
    }
  }

  #scheduleFlush(): void {
    this.#flushTimer = this.#deps.clock.setTimeout(() => {
      this.#collectRunning();
      this.#writeQuietly();
      if (!this.#closed) this.#scheduleFlush();
    }, FLUSH_EVERY_MS);
  }

  #scheduleArrivals(): void {
    if (this.#arrivalTimer !== undefined || this.#closed) return;
    const { clock, random } = this.#deps;
    const delay = this.#failures === 0 ? ARRIVAL_DELAY_MS : backoffMs(this.#failures, 500, 30_000, random);
    this.#arrivalTimer = clock.setTimeout(() => {
      this.#arrivalTimer = undefined;
      this.#writeQuietly();
    }, delay);
  }

  #writeQuietly(): void {
    this.#write().catch(() => this.#scheduleArrivals());
  }

  /** One write at a time; who asks during one gets a further one that begins after it, shared with all who ask. */
  #write(): Promise<void> {
    const before = this.#writing;
    if (before !== null) return before.catch(() => undefined).then(() => this.settle());
    this.#writing = this.#writeCounting().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  async #writeCounting(): Promise<void> {
    try {
      await this.#writeOnce();
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      this.#deps.logger.warn({ event: 'playtime.not-written', rows: this.#rows.size, err: error });
      throw error;
    }
  }

  async #writeOnce(): Promise<void> {
    await this.#readArrivals();
    if (this.#rows.size === 0) return;
    const batch = [...this.#rows.values()];
    await this.#deps.store.save(batch);
    for (const row of batch) {
      // A row that changed while it was written is still to be written.
      if (this.#rows.get(row.uuid) === row) this.#rows.delete(row.uuid);
    }
  }

  async #readArrivals(): Promise<void> {
    const { store, online, clock } = this.#deps;
    const arrivals = [...this.#unread.keys()];
    for (let from = 0; from < arrivals.length; from += LOOKUP_SIZE) {
      const chunk = arrivals.slice(from, from + LOOKUP_SIZE);
      const stored = await store.findMany(chunk.map((entry) => entry.uuid));
      const known = new Map(stored.map((row) => [row.uuid, row]));
      for (const entry of chunk) {
        const row = this.#rows.get(entry.uuid) ?? known.get(entry.uuid);
        online.settle(entry, row?.playtime ?? 0, row?.firstConnection || entry.joinedAt);
        const leftAt = this.#unread.get(entry) ?? null;
        this.#unread.delete(entry);
        this.#rows.set(entry.uuid, { ...rowOf(entry, leftAt ?? clock.now()), ip: entry.ip });
      }
    }
  }
}

function rowOf(entry: OnlineEntry, now: number): PlayerRecord {
  return {
    uuid: entry.uuid,
    name: entry.name,
    playtime: totalSeconds(entry, now),
    firstConnection: entry.firstConnection,
    lastConnection: entry.joinedAt,
  };
}
