import type { Ban, BanAuthor } from '../../domain/ban.ts';
import { banExpiry } from '../../domain/time/ban-time.ts';
import { AppError } from '../../domain/errors.ts';
import type { BanEntry } from '../../domain/resources.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { BanIndex } from '../models/ban-index.ts';
import type { BanNaming } from '../models/ban-naming.ts';
import { MAX_TIMER_MS } from '../../runtime/clock.ts';
import type { WritableEventLog } from '../models/event-log.ts';
import type { NameRegistry } from '../models/name-registry.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { Playtime } from '../models/playtime.ts';
import type { ActiveBan, BanDirectory, BanRequest } from '../network.ts';
import type { PlayerActors } from './player-actors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { BanPageQuery, BanStore, Page, PlayerStore, WholeList } from '../ports.ts';
import { activeBanView, type Views } from '../models/views.ts';

/** How many ended bans are handled in one go, so that the event loop is not blocked. */
const MAX_ENDS = 500;

/** Which bans were set on a claim (`BanClaims`). */
export interface BanMarks {
  has(uuid: Uuid): boolean;
  /** Stored bans, before anybody is admitted. Rejects with `storage_unavailable`. */
  load(bans: readonly Ban[]): Promise<void>;
  /** The ban is in force. */
  note(ban: Ban): void;
  /** The ban of this uuid is over. */
  forget(uuid: Uuid): void;
  /** The listener is called when `has` changes of a ban in force. Returns the way to stop. */
  onChange(listener: (uuid: Uuid) => void): () => void;
}

/** Who tells staff in the game of bans. */
export interface BanNotices {
  banned(ban: Ban, by: BanAuthor): void;
  unbanned(ban: Ban, by: BanAuthor): void;
}

export interface BanServiceDeps {
  readonly store: BanStore;
  readonly players: PlayerStore;
  readonly naming: BanNaming;
  readonly names: NameRegistry;
  readonly playtime: Playtime;
  readonly index: BanIndex;
  readonly banClaims: BanMarks;
  readonly playerActors: PlayerActors;
  readonly online: OnlinePlayers;
  readonly notices: BanNotices;
  readonly views: Views;
  readonly events: WritableEventLog;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Sets, lifts and ends bans. A ban that was announced is in the database and in the index that admission reads. */
export class BanService implements BanDirectory {
  readonly #deps: BanServiceDeps;
  #version = 0;
  #timer: unknown;

  constructor(deps: BanServiceDeps) {
    this.#deps = deps;
  }

  get version(): number {
    return this.#version;
  }

  get activeCount(): number {
    return this.#deps.index.size;
  }

  /** Fills the index from the database; no player is admitted before this resolves. */
  async open(): Promise<void> {
    const { store, index, banClaims, clock } = this.#deps;
    for await (const batch of store.active(clock.now())) {
      for (const ban of batch) index.add(ban);
      await banClaims.load(batch);
    }
    this.#arm();
  }

  close(): void {
    this.#deps.clock.clearTimeout(this.#timer);
  }

  async ban(request: BanRequest, by: BanAuthor): Promise<BanEntry> {
    const { playerActors, online, players, naming, notices, clock, views } = this.#deps;
    const { uuid, reason } = request;
    const ban = await playerActors.command(uuid, request.name, async () => {
      const name = await naming.nameOf(uuid, request.name);
      const ip = online.get(uuid)?.ip || (await players.lastAddress(uuid));
      await this.#writeWhoTheyAre(uuid, name);
      const bannedAt = clock.now();
      const draft = { uuid, name, reason, ip, bannedAt, expires: banExpiry(request.time, bannedAt) };
      return (requestId) => ({ type: 'ban.request', requestId, draft, by });
    });
    notices.banned(ban, by);
    return views.ban(ban, clock.now());
  }

  /**
   * Whether a ban was set on a claim stands in the rows of its name and its player. Both are written some time after a login:
   * without them a crash would leave a ban that refuses the player whose uuid was claimed.
   */
  async #writeWhoTheyAre(uuid: Uuid, name: string): Promise<void> {
    const { names, playtime } = this.#deps;
    if (names.isProved(name, uuid)) return;
    await names.written(name);
    if (playtime.isUnread(uuid) || playtime.pending(uuid) !== undefined) await playtime.settle();
  }

  async unban(uuid: Uuid, by: BanAuthor): Promise<BanEntry> {
    const { playerActors, notices, clock, views } = this.#deps;
    const ban = await playerActors.command(uuid, '', async () => {
      const at = clock.now();
      return (requestId) => ({ type: 'ban.lift', requestId, at, by });
    });
    notices.unbanned(ban, by);
    return views.ban(ban, clock.now());
  }

  async list(query: BanPageQuery): Promise<Page<BanEntry>> {
    const { store, clock, views } = this.#deps;
    const page = await store.page(query);
    const now = clock.now();
    return { ...page, rows: page.rows.map((ban) => views.ban(ban, now)) };
  }

  async all(query: Omit<BanPageQuery, 'limit'>): Promise<WholeList<BanEntry>> {
    const { total, batches } = await this.#deps.store.whole(query);
    return { total, batches: this.#entriesOf(batches) };
  }

  async *#entriesOf(batches: AsyncIterable<readonly Ban[]>): AsyncGenerator<readonly BanEntry[]> {
    const { clock, views } = this.#deps;
    for await (const batch of batches) {
      const now = clock.now();
      yield batch.map((ban) => views.ban(ban, now));
    }
  }

  async get(uuid: Uuid): Promise<BanEntry> {
    const ban = await this.last(uuid);
    if (ban === undefined) throw new AppError('ban_not_found');
    return this.#deps.views.ban(ban, this.#deps.clock.now());
  }

  /** The player's last ban, whether it holds or not. */
  async last(uuid: Uuid): Promise<Ban | undefined> {
    const { index, clock, store } = this.#deps;
    return index.activeAt(uuid, clock.now()) ?? (await store.find(uuid));
  }

  *active(): Iterable<ActiveBan> {
    const { index, banClaims } = this.#deps;
    for (const ban of index.values()) yield activeBanView(ban, banClaims.has(ban.uuid));
  }

  activeOf(uuid: Uuid): ActiveBan | undefined {
    const { index, banClaims, clock } = this.#deps;
    const ban = index.activeAt(uuid, clock.now());
    return ban === undefined ? undefined : activeBanView(ban, banClaims.has(uuid));
  }

  onClaim(listener: (uuid: Uuid) => void): () => void {
    return this.#deps.banClaims.onChange(listener);
  }

  /** The ban is in the database: from now on admission refuses the player. */
  index(ban: Ban): void {
    this.#deps.index.add(ban);
    this.#deps.banClaims.note(ban);
    this.#arm();
  }

  /** The ban is over: from now on admission no longer refuses the player for it. */
  unindex(ban: Ban): void {
    this.#deps.index.remove(ban.uuid);
    this.#deps.banClaims.forget(ban.uuid);
  }

  /** Announces a ban that began or is over, after the index was changed. */
  announce(ban: Ban, action: 'ban' | 'unban' | 'expire'): void {
    const { events, views, clock, online } = this.#deps;
    this.#version += 1;
    online.touch();
    events.append({ type: 'ban_update', data: { ...views.ban(ban, clock.now()), action } });
  }

  /** A banned player tried to join from this address, which may be a new one. */
  noteAddress(uuid: Uuid, ip: string): void {
    const { index, store, clock, logger } = this.#deps;
    const ban = index.activeAt(uuid, clock.now());
    if (ban === undefined || ip === '' || ban.ip === ip) return;
    index.amend(ban, { ip });
    this.#version += 1;
    store.noteAddress(uuid, ip).catch((error: unknown) => {
      logger.warn({ event: 'ban.address-not-written', uuid, err: error });
    });
  }

  #arm(): void {
    const { index, clock } = this.#deps;
    clock.clearTimeout(this.#timer);
    const next = index.nextEnd();
    if (next === undefined) return;
    const wait = Math.min(Math.max(0, next - clock.now()), MAX_TIMER_MS);
    this.#timer = clock.setTimeout(() => this.#endDue(), wait);
  }

  #endDue(): void {
    const { index, playerActors, clock, store, logger } = this.#deps;
    const now = clock.now();
    const ended = index.takeEnded(now, MAX_ENDS);
    for (const ban of ended) playerActors.expire(ban);
    this.#arm();
    if (ended.length === 0) return;
    // For other readers of the table. The coordinator itself goes by `expires`, so a failure does no harm.
    store.settleExpired(now).catch((error: unknown) => {
      logger.warn({ event: 'ban.ends-not-written', err: error });
    });
  }
}
