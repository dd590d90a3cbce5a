import type { AgentSecretDirectory, AgentSessions } from './agents.ts';
import type { BanAuthor } from '../domain/ban.ts';
import type { BanTime } from '../domain/time/ban-time.ts';
import type { MachineChart } from '../domain/inspection/chart.ts';
import type {
  ActorDetail,
  ActorSummary,
  InspectionFrame,
  MachineHeat,
  MachineSummary,
} from '../domain/inspection/inspection.ts';
import type { NetworkEvent, NetworkEventType } from '../domain/network-event.ts';
import type { ProxyPatch, ProxySettings } from '../domain/proxy-status.ts';
import type {
  ConnectedProxy,
  BanEntry,
  FriendEntry,
  PartyResource,
  PlayerDetail,
  PlayerResource,
  NetworkStatusResource,
  ProxyStatusResource,
  ServerDetail,
  ServerResource,
} from '../domain/resources.ts';
import type { ServerProfile, ServerState } from '../domain/server.ts';
import type { Uuid } from '../domain/uuid.ts';
import type { BanPageQuery, Page, PlayerPageQuery, SortOrder, WholeList } from './ports.ts';

/**
 * The running network. Gateway and channel use this, and nothing of what implements it.
 * Every method that can fail throws or rejects with an `AppError`.
 */
export interface Network {
  readonly events: EventLog;
  readonly servers: ServerDirectory;
  readonly players: PlayerDirectory;
  readonly bans: BanDirectory;
  readonly proxy: ProxyDirectory;
  readonly status: StatusDirectory;
  readonly parties: PartyDirectory;
  readonly proxies: ProxiesDirectory;
  readonly staff: StaffCommands;
  readonly agents: AgentSessions;
  readonly agentSecrets: AgentSecretDirectory;
  readonly inspection: Inspection;
  /** Figures for `/metrics` and `/readyz`. */
  vitals(): Vitals;
  /** Writes what is left of the playtime, and stops every actor. */
  close(): Promise<void>;
}

/** A JSON body, encoded at most once per version of what it shows. `etag` is quoted and ready for the header. */
export interface Encoded {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** A page of a list; `total` counts all pages. */
export interface EncodedPage extends Encoded {
  readonly total: number;
}

/** A list that is too long to be encoded in one go. */
export interface ListInPieces {
  /**
   * Quoted; changes with everything that the list could show. It is sent as a weak one: what changes while the pieces are
   * made may show, so two lists of one tag need not have the same bytes.
   */
  readonly etag: string;
  readonly total: number;
  /** JSON of some entries each, separated by commas, without the brackets; each piece is made when it is asked for. */
  readonly pieces: Iterable<string> | AsyncIterable<string>;
}

// --- events --------------------------------------------------------------------------------------------------------

/** An event with its place in the log. */
export interface LoggedEvent {
  /** Grows without gaps inside one process, and over restarts (it begins at the start time in microseconds). */
  readonly id: number;
  readonly event: NetworkEvent;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** An event as text, made once for all who pass it on. */
export interface EncodedEvent {
  readonly id: number;
  readonly type: NetworkEventType;
  /** The payload as JSON. */
  readonly json: string;
  /** Of the payload, as UTF-8. */
  readonly bytes: number;
}

/** The log of everything that happened; the last 4 096 events can be replayed, or as many of them as are 16 MiB together. */
export interface EventLog {
  /** The id of the newest event, or the one before the first. */
  readonly lastId: number;
  /** The listener is called synchronously for every event; it must be quick and must not throw. Returns the way to stop. */
  subscribe(listener: (entry: LoggedEvent, encoded: EncodedEvent) => void): () => void;
  /** What came after `id`, oldest first; null when the ring does not reach back that far, or `id` is from the future. */
  since(id: number): readonly EncodedEvent[] | null;
  /** How many events of each type there were since the start. */
  counts(): Readonly<Record<NetworkEventType, number>>;
}

// --- reads and commands --------------------------------------------------------------------------------------------

/** The servers: what is configured, what their agents report, and the commands on them. */
export interface ServerDirectory {
  list(): Encoded;
  all(): readonly ServerResource[];
  has(name: string): boolean;
  get(name: string): ServerDetail;
  players(name: string): Encoded;
  /** Durable before it resolves. 409 `server_exists`. */
  add(profile: ServerProfile): Promise<ServerDetail>;
  /** Moves its players to a hub first when one is up; durable before it resolves. */
  remove(name: string): Promise<void>;
  /**
   * Begins a clean reboot; 503 `platform_unavailable` when no agent of the server is connected, 409 `server_restarting`, and
   * 409 `players_unknown` when nobody can tell who is there. Forced: it stops although players are, or may be, there.
   */
  restart(name: string, isForced?: boolean): Promise<ServerState>;
  /** Whether the server answers, within 5 s; by its agent where one is connected. */
  ping(name: string): Promise<{ success: boolean; state: ServerState }>;
}

/** A page of the online players; `limit` null for all of them, `search` as in `PlayerPageQuery`. */
export interface OnlineQuery {
  readonly sort: 'onlineTime' | 'totalTime' | 'name';
  readonly order: SortOrder;
  readonly search: string;
  readonly limit: number | null;
  readonly offset: number;
}

/** What placeholders show of a player. */
export interface PlayerFacts {
  readonly uuid: Uuid;
  /** Seconds, the running session included. */
  readonly totalTime: number;
  readonly totalTimeText: string;
  /** First connection, as a date; empty where never. */
  readonly joined: string;
  readonly banned: boolean;
  /** Empty while offline or on none. */
  readonly server: string;
  readonly party: { readonly size: number; readonly leader: string } | null;
  readonly friendsOnline: number;
}

/** An online player, as a list to choose from shows them. */
export interface OnlineMatch {
  readonly uuid: Uuid;
  readonly name: string;
  /** Empty while on none. */
  readonly server: string;
}

/** The players, online and offline, and the commands on them. */
export interface PlayerDirectory {
  readonly onlineCount: number;
  online(query: OnlineQuery): EncodedPage;
  /** The same list when it is long; null for one that `online` encodes in no time. */
  onlineInPieces(query: OnlineQuery): ListInPieces | null;
  all(query: PlayerPageQuery): Promise<Page<PlayerResource>>;
  detail(uuid: Uuid): Promise<PlayerDetail>;
  /** The player last seen under this name, compared without regard to case. 404 for a name that no player had. */
  find(name: string): Promise<{ uuid: Uuid; name: string }>;
  /**
   * Resolves to whether the player has read the reason. 409 `player_offline`; 503 when the proxy does not answer. Staff
   * in the game are told of a kick by somebody.
   */
  kick(uuid: Uuid, reason: string, by?: BanAuthor): Promise<boolean>;
  /** Moves an online player to another server by the proxy that they are on, or by an edge and their present server. */
  send(uuid: Uuid, server: string): Promise<void>;
  /** To which servers this player can be moved; null for all. Throws `player_offline`. */
  reachOf(uuid: Uuid): readonly string[] | null;
  /** Online players with this in their name, in any case: the first `limit` by name, and how many there are. */
  search(part: string, limit: number): { readonly players: OnlineMatch[]; readonly total: number };
  /** Who is online under this name, in any case; undefined for nobody and for several. */
  uuidOf(name: string): Uuid | undefined;
  /** 404 for an unknown player. */
  facts(uuid: Uuid): Promise<PlayerFacts>;
  friends(uuid: Uuid): Promise<FriendEntry[]>;
  /** 404 for an unknown player. */
  party(uuid: Uuid): Promise<PartyResource | null>;
}

/** Where an online player is. */
export interface PlayerPlace {
  readonly uuid: Uuid;
  readonly name: string;
  readonly proxy: string;
  readonly server: string | null;
}

/** The commands of staff in the game, on the player of a name: who is online under it, or else had it last. */
export interface StaffCommands {
  ban(by: BanAuthor, name: string, time: BanTime, reason: string): Promise<void>;
  /** That which was set under the name, if there is one. */
  unban(by: BanAuthor, name: string): Promise<void>;
  kick(by: BanAuthor, name: string, reason: string): Promise<void>;
  send(name: string, server: string): Promise<void>;
  /** Shows a text with colours to everybody. */
  alert(message: string): void;
  /** Rejects with `player_offline` or `player_not_found`. */
  find(name: string): Promise<PlayerPlace>;
}

/** A ban as it is ordered, before it has an id and a count. */
export interface BanRequest {
  readonly uuid: Uuid;
  readonly name: string;
  readonly time: BanTime;
  readonly reason: string;
}

/** The bans: those in force, from memory, and all others from the database. */
export interface BanDirectory {
  /** Grows with every change that a ban list could show. */
  readonly version: number;
  readonly activeCount: number;
  /** Resolves when the ban is durable and in force everywhere (docs/api.md "Bans"). 409 `player_already_banned`. */
  ban(request: BanRequest, by: BanAuthor): Promise<BanEntry>;
  unban(uuid: Uuid, by: BanAuthor): Promise<BanEntry>;
  list(query: BanPageQuery): Promise<Page<BanEntry>>;
  /** All of them, as `BanStore.whole` promises. */
  all(query: Omit<BanPageQuery, 'limit'>): Promise<WholeList<BanEntry>>;
  get(uuid: Uuid): Promise<BanEntry>;
  /** What a proxy needs to decide alone. May be read slowly: like a Map's own iterator, it allows changes between two steps. */
  active(): Iterable<ActiveBan>;
  /** The ban of this player that is in force; a look-up in memory. */
  activeOf(uuid: Uuid): ActiveBan | undefined;
  /** The listener is called when `claimed` of an `ActiveBan` changes without an event. Returns the way to stop. */
  onClaim(listener: (uuid: Uuid) => void): () => void;
}

/** A ban in force; `expires` in epoch milliseconds, 0 for permanent. */
export interface ActiveBan {
  readonly uuid: Uuid;
  readonly name: string;
  readonly expires: number;
  readonly reason: string;
  readonly banId: string;
  /** The uuid was only claimed under this name: the ban holds for the name, and for no other name that claims the uuid. */
  readonly claimed?: boolean;
}

/** The settings that hold for the whole network, its status, and the history of the player count. */
export interface ProxyDirectory {
  status(): Encoded;
  current(): ProxyStatusResource;
  settings(): ProxySettings;
  /** Durable before it resolves. `kickPlayers` kicks players without bypass when maintenance is turned on. */
  update(patch: ProxyPatch, kickPlayers?: boolean): Promise<ProxyStatusResource>;
  addBypass(name: string): Promise<readonly string[]>;
  /** 404 `bypass_not_found`. */
  removeBypass(name: string): Promise<readonly string[]>;
  history(): Encoded;
}

/** Whether players can join, and since when they cannot (docs/api.md "Network status"). */
export interface StatusDirectory {
  encoded(): Encoded;
  current(): NetworkStatusResource;
}

/** The proxies and edges that vouch for players (docs/api.md "Proxies"). */
export interface ProxiesDirectory {
  /** By name. */
  list(): readonly ConnectedProxy[];
}

/** The parties that the proxies report. */
export interface PartyDirectory {
  list(): EncodedPage;
  /** The same list when it is long; null for one that `list` encodes in no time. */
  listInPieces(): ListInPieces | null;
}

/** The figures of one moment. */
export interface Vitals {
  readonly onlinePlayers: number;
  readonly slotsReserved: number;
  readonly servers: Readonly<Record<ServerState, number>>;
  readonly connections: { readonly proxy: number; readonly backend: number };
  readonly activeBans: number;
  readonly admissions: Readonly<
    Record<'allowed' | 'banned' | 'maintenance' | 'join_prevented' | 'network_full', number>
  >;
  readonly actors: Readonly<Record<'player' | 'server' | 'proxy' | 'reboot' | 'link', number>>;
  /** Actors that died and were rebuilt. */
  readonly rebuilt: number;
  /** Database clock minus ours in milliseconds as last compared; null when never. */
  readonly clockSkewMs: number | null;
}

// --- inspection ----------------------------------------------------------------------------------------------------

export interface ActorQuery {
  /** null for all machines. */
  readonly machine: string | null;
  /** The id of a state that the actor must be in; null for any. */
  readonly state: string | null;
  /** Part of the name or id, without regard to case. */
  readonly search: string;
  readonly limit: number;
}

/** Shows the statecharts and their running actors; changes nothing. Unknown ones are 404. */
export interface Inspection {
  machines(): readonly MachineSummary[];
  chart(machine: string): MachineChart;
  /** The machine in XState's own format, for tools that know XState. */
  definition(machine: string): string;
  /** At most a second old. */
  heat(machine: string): MachineHeat;
  /** `total` counts all that match, also beyond `limit`. */
  actors(query: ActorQuery): { readonly total: number; readonly actors: readonly ActorSummary[] };
  actor(machine: string, id: string): ActorDetail;
  /** Attaches to one actor until closed. `wake` must be quick and must not throw: it is called inside a transition. */
  watch(machine: string, id: string, wake: () => void): ActorViewing;
}

/** One viewer of one actor; keeps frames for a slow viewer, within bounds. */
export interface ActorViewing {
  /** Everything since the last time, oldest first; begins with a `snapshot`, and after `gone` nothing follows. */
  take(): InspectionFrame[];
  close(): void;
}
