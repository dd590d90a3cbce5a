import type { BanAuthor } from '../../domain/ban.ts';
import { AppError } from '../../domain/errors.ts';
import type { FriendEntry, PartyResource, PlayerDetail, PlayerResource } from '../../domain/resources.ts';
import { takesPlayers } from '../../domain/server.ts';
import { escapeText } from '../../domain/text/text.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { BanService } from '../entities/ban-service.ts';
import type { OnlineEntry } from '../models/online-entry.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type {
  EncodedPage,
  ListInPieces,
  OnlineMatch,
  OnlineQuery,
  PlayerDirectory,
  PlayerFacts,
} from '../network.ts';
import type { PartyRegistry } from '../parties/party-registry.ts';
import type { Playtime } from '../models/playtime.ts';
import type { Clock } from '../../runtime/clock.ts';
import type {
  FriendStore,
  Page,
  PlayerPageQuery,
  PlayerRecord,
  PlayerStore,
  ProxyClient,
  KickOutcome,
} from '../ports.ts';
import type { ProxyClients } from '../sessions/proxy-clients.ts';
import type { ProxySessions } from '../sessions/proxy-sessions.ts';
import type { ServerActors } from '../entities/server-actors.ts';
import type { AdmissionControl } from '../admission/admission-control.ts';
import type { PlayerMoves } from '../sessions/locations/player-moves.ts';
import type { ServerKicks } from '../sessions/locations/server-kicks.ts';
import type { StaffNotices } from '../staff/staff-notices.ts';
import type { Views } from '../models/views.ts';

export interface PlayerServiceDeps {
  readonly store: PlayerStore;
  readonly friends: FriendStore;
  readonly online: OnlinePlayers;
  readonly playtime: Playtime;
  readonly bans: BanService;
  readonly parties: PartyRegistry;
  readonly proxyClients: ProxyClients;
  readonly serverKicks: ServerKicks;
  readonly playerMoves: Pick<PlayerMoves, 'move' | 'reachOf'>;
  readonly admissionControl: AdmissionControl;
  readonly proxySessions: ProxySessions;
  readonly serverActors: ServerActors;
  readonly notices: Pick<StaffNotices, 'kicked'>;
  readonly views: Views;
  readonly clock: Clock;
}

/** What admins can read of players and do with them. */
export class PlayerService implements PlayerDirectory {
  readonly #deps: PlayerServiceDeps;

  constructor(deps: PlayerServiceDeps) {
    this.#deps = deps;
  }

  get onlineCount(): number {
    return this.#deps.online.count;
  }

  online(query: OnlineQuery): EncodedPage {
    return this.#deps.online.page(query);
  }

  onlineInPieces(query: OnlineQuery): ListInPieces | null {
    return this.#deps.online.inPieces(query);
  }

  /** Joins, leaves and, for the order by total time, running sessions are written first, so that the page is up to date. */
  async all(query: PlayerPageQuery): Promise<Page<PlayerResource>> {
    const { store, online, playtime, views, clock } = this.#deps;
    await (query.sort === 'totalTime' ? playtime.settleTotals() : playtime.settle());
    const page = await store.page(query);
    const now = clock.now();
    return { ...page, rows: page.rows.map((row) => views.player(row, online.get(row.uuid), now)) };
  }

  async detail(uuid: Uuid): Promise<PlayerDetail> {
    const { bans, views, online, clock } = this.#deps;
    const [stored, last] = await Promise.all([this.#row(uuid), bans.last(uuid)]);
    const entry = online.get(uuid);
    if (stored === undefined && entry === undefined && last === undefined)
      throw new AppError('player_not_found');
    const name = entry?.name ?? last?.name ?? '';
    const row = stored ?? { uuid, name, playtime: 0, firstConnection: 0, lastConnection: 0 };
    return views.playerDetail(row, entry, last, clock.now());
  }

  async find(name: string): Promise<{ uuid: Uuid; name: string }> {
    const row = await this.#deps.store.findByName(name);
    if (row === undefined) throw new AppError('player_not_found');
    return { uuid: row.uuid, name: row.name };
  }

  async kick(uuid: Uuid, reason: string, by?: BanAuthor): Promise<boolean> {
    const { online, notices } = this.#deps;
    const known = online.get(uuid)?.name;
    const isSaid = await this.#kick(uuid, reason);
    if (by !== undefined)
      notices.kicked({ name: known ?? (await this.#row(uuid))?.name ?? uuid, reason }, by);
    return isSaid;
  }

  async #kick(uuid: Uuid, reason: string): Promise<boolean> {
    // The message of a kick may have colours; a reason is plain text.
    const message = escapeText(reason);
    const isUnderWay = this.#deps.admissionControl.loginsOf(uuid).length > 0;
    if (isUnderWay && this.#deps.online.get(uuid) === undefined) return this.#kickUnderWay(uuid, message);
    await this.#assertKnown(uuid);
    const { proxySessions } = this.#deps;
    const entry = this.#entryOf(uuid);
    const closers = proxySessions.closersOf(entry).map((lease) => ({ lease, client: this.#clientOf(lease) }));
    proxySessions.thrownOut(entry);
    const isSaid = await proxySessions.kickByServer(entry, message);
    const outcomes = await Promise.all(
      closers.map(async ({ lease, client }) => {
        // By the name as well: others who claim this uuid at the same edge stay.
        const outcome = await client.kick(uuid, message, entry.name);
        if (outcome === false && isSaid !== true) proxySessions.playerAbsent(lease, uuid);
        return outcome;
      }),
    );
    if (outcomes.includes('without-words')) return false;
    if (isSaid === true || outcomes.includes(true)) return true;
    throw new AppError('player_offline');
  }

  /** The player was admitted and does not count as online yet: the doors that asked for them close. */
  async #kickUnderWay(uuid: Uuid, message: string): Promise<boolean> {
    const { admissionControl, proxyClients, proxySessions, serverKicks, online } = this.#deps;
    const { agents, others } = proxySessions.bySide(admissionControl.loginsOf(uuid));
    const name = (await this.#row(uuid))?.name ?? '';
    // Whoever is online under the name is another.
    const by = name === '' || online.named(name).length > 0 ? {} : { name };
    const isSaid = await serverKicks.kick({ uuid, ...by }, [], message);
    const kickAt = async (lease: string): Promise<KickOutcome> =>
      (await proxyClients.of(lease)?.kick(uuid, message)) ?? false;
    // They have words, and an edge that closes first has none.
    const byAgents = await Promise.all(agents.map((lease) => kickAt(lease).catch(() => false)));
    const outcomes = await Promise.all(others.map(kickAt));
    const isRead = isSaid === true || byAgents.includes(true);
    if (outcomes.includes('without-words')) return byAgents.includes(true);
    if (isRead || outcomes.includes(true)) return true;
    throw new AppError('player_offline');
  }

  async send(uuid: Uuid, server: string): Promise<void> {
    const { serverActors, playerMoves } = this.#deps;
    const entry = this.#entryOf(uuid);
    this.#clientOf(entry.lease);
    if (!takesPlayers(serverActors.state(server))) {
      throw new AppError('platform_unavailable', 'The server takes no players now', { retryAfterSeconds: 5 });
    }
    await playerMoves.move(entry, server);
  }

  reachOf(uuid: Uuid): readonly string[] | null {
    return this.#deps.playerMoves.reachOf(uuid);
  }

  search(part: string, limit: number): { players: OnlineMatch[]; total: number } {
    const { rows, total } = this.#deps.online.byName(part, limit);
    return { players: rows.map(({ uuid, name, server }) => ({ uuid, name, server: server ?? '' })), total };
  }

  uuidOf(name: string): Uuid | undefined {
    const [entry, ...others] = this.#deps.online.named(name);
    return others.length === 0 ? entry?.uuid : undefined;
  }

  async facts(uuid: Uuid): Promise<PlayerFacts> {
    const { friends, online, parties } = this.#deps;
    const [detail, known] = await Promise.all([this.detail(uuid), friends.friendsOf(uuid)]);
    const party = parties.of(uuid);
    return {
      uuid,
      totalTime: detail.totalTime,
      totalTimeText: detail.totalTimeText,
      joined: detail.joinedDate,
      banned: detail.isBanned,
      server: detail.server,
      party: party === null ? null : { size: party.size, leader: party.leader.name },
      friendsOnline: known.filter((friend) => online.get(friend.uuid) !== undefined).length,
    };
  }

  async friends(uuid: Uuid): Promise<FriendEntry[]> {
    const { friends, views } = this.#deps;
    const found = await friends.friendsOf(uuid);
    if (found.length === 0) await this.#assertKnown(uuid);
    return found.map(({ uuid: friend, name, since }) => ({
      uuid: friend,
      name,
      friendSince: views.friendSince(since),
    }));
  }

  async party(uuid: Uuid): Promise<PartyResource | null> {
    const party = this.#deps.parties.of(uuid);
    if (party === null) await this.#assertKnown(uuid);
    return party;
  }

  #entryOf(uuid: Uuid): OnlineEntry {
    const entry = this.#deps.online.get(uuid);
    if (entry === undefined) throw new AppError('player_offline');
    return entry;
  }

  #clientOf(lease: string): ProxyClient {
    const client = this.#deps.proxyClients.of(lease);
    if (client === undefined) {
      throw new AppError('platform_unavailable', 'The proxy of this player is away', {
        retryAfterSeconds: 5,
      });
    }
    return client;
  }

  async #row(uuid: Uuid): Promise<PlayerRecord | undefined> {
    const { playtime, online, store } = this.#deps;
    // A player who came and left a moment ago may have no row yet.
    if (online.get(uuid) === undefined && playtime.isUnread(uuid)) await playtime.settle();
    return playtime.pending(uuid) ?? (await store.find(uuid));
  }

  async #assertKnown(uuid: Uuid): Promise<void> {
    if (this.#deps.online.get(uuid) !== undefined) return;
    const [row, ban] = await Promise.all([this.#row(uuid), this.#deps.bans.last(uuid)]);
    if (row === undefined && ban === undefined) throw new AppError('player_not_found');
  }
}
