import type { Uuid } from '../../domain/uuid.ts';
import { backoffMs, type Random } from '../../runtime/backoff.ts';
import { type OnlineEntry, onlineSeconds, countedSeconds } from './online-entry.ts';
import type { OnlinePlayers } from './online-players.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { PlayerRecord, PlayerStore } from '../ports.ts';

/** A join is written after this, so that lists have the player soon; many joins share one statement. */
const ARRIVAL_DELAY_MS = 250;
/** How much playtime a crash may lose. */
const FLUSH_EVERY_MS = 60_000;
const LOOKUP_SIZE = 1000;
/** Two starts this close are one session by two clocks: ours when it began, the proxy's when it was reported. */
const SAME_START_MS = 60_000;

export interface PlaytimeDeps {
  readonly store: PlayerStore;
  readonly online: OnlinePlayers;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}

/** A player whose row has not been read yet. One for each, however often they join and leave while the database is away. */
interface Arrival {
  readonly entry: OnlineEntry;
  /** When the session ended, if it did. */
  leftAt: number | null;
  /** Seconds of sessions that began and ended unread before this one. */
  readonly earlier: number;
  /** The first unread session: its start, and how long it had run when it was reported to us. */
  readonly began: number;
  readonly already: number;
}

/**
 * Counts playtime and writes `NetworkPD`. Rows are written whole, with totals, so a write that is repeated after an
 * unclear failure counts nothing twice. A join does not wait for it; what could not be written is kept and tried again.
 */
export class Playtime {
  readonly #deps: PlaytimeDeps;
  readonly #unread = new Map<Uuid, Arrival>();
  /** Rows to be written, the newest of each player. */
  readonly #rows = new Map<Uuid, PlayerRecord & { ip?: string }>();
  #writing: Promise<void> | null = null;
  /** The write after the one under way, shared by all callers of this time. */
  #queued: Promise<void> | null = null;
  #arrivalTimer: unknown;
  #flushTimer: unknown;
  #failures = 0;
  #lastFullFlush = 0;
  #closed = false;

  constructor(deps: PlaytimeDeps) {
    this.#deps = deps;
    this.#lastFullFlush = deps.clock.elapsed();
    this.#scheduleFlush();
  }

  arrive(entry: OnlineEntry): void {
    const already = onlineSeconds(entry, this.#deps.clock.now());
    const before = this.#unread.get(entry.uuid);
    this.#unread.set(entry.uuid, {
      entry,
      leftAt: null,
      earlier: before === undefined ? 0 : before.earlier + secondsBefore(before, entry.joinedAt, already),
      began: before?.began ?? entry.joinedAt,
      already: before?.already ?? already,
    });
    this.#scheduleArrivals();
  }

  depart(entry: OnlineEntry): void {
    const now = this.#deps.clock.now();
    const arrival = this.#unread.get(entry.uuid);
    if (arrival?.entry === entry) arrival.leftAt = now;
    else this.#keep(rowOf(entry, now));
    this.#scheduleArrivals();
  }

  /** The player, who is online, is there from another address from now on. */
  readdress(entry: OnlineEntry, ip: string): void {
    entry.ip = ip;
    // Else it is written with the rest, once their row is read.
    if (this.#unread.has(entry.uuid)) return;
    this.#rows.set(entry.uuid, { ...rowOf(entry, this.#deps.clock.now()), ip });
    this.#scheduleArrivals();
  }

  /** The player's row as it will be once it is written; undefined when the database is up to date. */
  pending(uuid: Uuid): PlayerRecord | undefined {
    return this.#rows.get(uuid);
  }

  /** True while the row of a player who joined has not been read: their playtime since then is in no row yet. */
  isUnread(uuid: Uuid): boolean {
    return this.#unread.has(uuid);
  }

  /** Resolves when every join and leave up to now is in the database; rejects when it cannot be written. */
  async settle(): Promise<void> {
    if (this.#unread.size === 0 && this.#rows.size === 0) return;
    await this.#write();
  }

  /** The same with all running sessions, at most once a second: for lists sorted by total time. */
  async settleTotals(): Promise<void> {
    if (this.#deps.clock.elapsed() - this.#lastFullFlush >= 1000) this.#collectRunning();
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
    this.#lastFullFlush = this.#deps.clock.elapsed();
    for (const entry of this.#deps.online.values()) {
      if (!this.#unread.has(entry.uuid)) this.#keep(rowOf(entry, now));
    }
  }

  /** A row that replaces one still to be written keeps its address. */
  #keep(row: PlayerRecord): void {
    const ip = this.#rows.get(row.uuid)?.ip;
    this.#rows.set(row.uuid, ip === undefined ? row : { ...row, ip });
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

  /** One write at a time; all callers during a write share the next one. */
  #write(): Promise<void> {
    if (this.#writing === null) return this.#begin();
    this.#queued ??= this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#queued = null;
        return this.#writing ?? this.#begin();
      });
    return this.#queued;
  }

  #begin(): Promise<void> {
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
      // A row that changed while it was written has to be written again.
      if (this.#rows.get(row.uuid) === row) this.#rows.delete(row.uuid);
    }
  }

  async #readArrivals(): Promise<void> {
    const { store, online, clock } = this.#deps;
    const arrivals = [...this.#unread.keys()];
    for (let from = 0; from < arrivals.length; from += LOOKUP_SIZE) {
      const chunk = arrivals.slice(from, from + LOOKUP_SIZE);
      const stored = await store.findMany(chunk);
      const known = new Map(stored.map((row) => [row.uuid, row]));
      for (const uuid of chunk) {
        // Looked up again: the player may have left and joined again while their row was read.
        const arrival = this.#unread.get(uuid);
        if (arrival === undefined) continue;
        const { entry, leftAt } = arrival;
        const row = this.#rows.get(uuid) ?? known.get(uuid);
        online.settle(entry, baseOf(arrival, row), row?.firstConnection || arrival.began);
        this.#unread.delete(uuid);
        const seenFrom = entry.ip === '' ? {} : { ip: entry.ip };
        this.#rows.set(uuid, { ...rowOf(entry, leftAt ?? clock.now()), ...seenFrom });
      }
    }
  }
}

/** What an unread session adds when another one has begun; a session that is reported again is not counted twice. */
function secondsBefore({ entry, leftAt }: Arrival, joinedAt: number, already: number): number {
  const length = onlineSeconds(entry, leftAt ?? joinedAt);
  return isSameSession(entry.joinedAt, joinedAt) ? length - already : length;
}

/**
 * Playtime before this session. After a restart, or when a proxy was away for long, the row may contain a part of the
 * session that is reported: then that part is subtracted.
 */
function baseOf({ earlier, began, already }: Arrival, row: PlayerRecord | undefined): number {
  if (row === undefined) return earlier;
  return row.playtime + earlier - (isSameSession(row.lastConnection, began) ? already : 0);
}

/** True when the start in the row is not clearly earlier: a player has no session later than the present one. */
function isSameSession(onRecord: number, reported: number): boolean {
  return onRecord + SAME_START_MS > reported;
}

function rowOf(entry: OnlineEntry, now: number): PlayerRecord {
  return {
    uuid: entry.uuid,
    name: entry.name,
    playtime: countedSeconds(entry, now),
    firstConnection: entry.firstConnection,
    lastConnection: entry.joinedAt,
  };
}
