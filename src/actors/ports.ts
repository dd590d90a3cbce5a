import type { AgentRole } from '../domain/agent-role.ts';
import type { Ban, BanAuthor, NewBan } from '../domain/ban.ts';
import type { Audience, MessageStyle, NoticeKind } from '../domain/text/audience.ts';
import type { ClosureTimes, ProxySettings } from '../domain/proxy-status.ts';
import type { ServerProfile } from '../domain/server.ts';
import type { HistoryPoint } from '../domain/resources.ts';
import type { Uuid } from '../domain/uuid.ts';

// --- storage -----------------------------------------------------------------------------------------------------
// Every method of every store rejects with AppError `storage_unavailable` when the database is away or too slow;
// what it should write is then not written, as far as the database knows.

/** A row of `NetworkPD`. Playtime in whole seconds; times are epoch milliseconds, 0 for never. */
export interface PlayerRecord {
  readonly uuid: Uuid;
  readonly name: string;
  readonly playtime: number;
  readonly firstConnection: number;
  readonly lastConnection: number;
}

export type SortOrder = 'asc' | 'desc';

/** A page of `NetworkPD`. */
export interface PlayerPageQuery {
  readonly sort: 'name' | 'totalTime' | 'joinedDate' | 'lastOnline';
  readonly order: SortOrder;
  /** Case-insensitive substring of the name; every character is literal. Empty for all. */
  readonly search: string;
  readonly limit: number;
  readonly offset: number;
  /** From an earlier page of the same sort, order and search; takes the place of `offset`. */
  readonly cursor: string | null;
}

/** A page of rows of a table. */
export interface Page<T> {
  readonly rows: T[];
  /** Rows that match over all pages. */
  readonly total: number;
  /** Where the next page begins; null on the last. */
  readonly next: string | null;
}

/** The table `NetworkPD`. */
export interface PlayerStore {
  find(uuid: Uuid): Promise<PlayerRecord | undefined>;
  /** At most 1 000 uuids a call; unknown ones are left out of the answer. */
  findMany(uuids: readonly Uuid[]): Promise<PlayerRecord[]>;
  /** The player last seen under this name, compared without regard to case. */
  findByName(name: string): Promise<PlayerRecord | undefined>;
  /** Ties are broken by uuid. Rejects with `malformed_parameter` for a cursor that it did not make. */
  page(query: PlayerPageQuery): Promise<Page<PlayerRecord>>;
  /** Inserts or replaces whole rows in multi-row statements, all or nothing. `ip` is stored when given. */
  save(rows: readonly (PlayerRecord & { readonly ip?: string })[]): Promise<void>;
  /** The address a player was last seen from; empty when never. */
  lastAddress(uuid: Uuid): Promise<string>;
}

/** A page of the bans, lifted and expired ones included; `search` as in `PlayerPageQuery`. */
export interface BanPageQuery {
  readonly sort: 'name' | 'expires' | 'times' | 'date';
  readonly order: SortOrder;
  readonly search: string;
  /** null: all of them (docs/api.md "Bans"). */
  readonly limit: number | null;
  readonly offset: number;
}

/** A list that is too long to be held; `total` counts the rows before the offset too. */
export interface WholeList<T> {
  readonly total: number;
  /** Some hundred each, read when they are asked for; to be read once. */
  readonly batches: AsyncIterable<readonly T[]>;
}

/** The bans and the log of who set and lifted them. */
export interface BanStore {
  /**
   * Writes the ban and a line of `NetworkBanLog` in one transaction that is on disk when this resolves, and answers the
   * ban with its count: one more than the row had before. A ban that moves is lifted from whom it moves in the same
   * transaction. Where they are not banned any more nothing is written, and this rejects with `player_not_banned`, unless the
   * ban has moved already. Another ban of theirs stays.
   */
  save(ban: NewBan, by: BanAuthor): Promise<Ban>;
  /** Marks the ban as lifted, likewise durable; answers undefined when there is no row. */
  lift(uuid: Uuid, at: number, by: BanAuthor): Promise<Ban | undefined>;
  find(uuid: Uuid): Promise<Ban | undefined>;
  findMany(uuids: readonly Uuid[]): Promise<Ban[]>;
  /** All bans in force at `now`, in batches, for the index at start. */
  active(now: number): AsyncIterable<readonly Ban[]>;
  page(query: BanPageQuery): Promise<Page<Ban>>;
  /**
   * The whole list: everybody who is in it now, each once and in the order of now, whatever changes until the last batch.
   * A ban that changes meanwhile is shown as it is when its batch is read.
   */
  whole(query: Omit<BanPageQuery, 'limit'>): Promise<WholeList<Ban>>;
  /** Sets `active` to false where `expires` has passed, for readers of the table; answers how many. */
  settleExpired(now: number): Promise<number>;
  /** Stores the address that a banned player tried to join from. */
  noteAddress(uuid: Uuid, ip: string): Promise<void>;
}

/** The configured servers. */
export interface ServerStore {
  all(): Promise<ServerProfile[]>;
  save(profile: ServerProfile): Promise<void>;
  remove(name: string): Promise<void>;
}

/** The settings that hold for the whole network; undefined until they are first saved. */
export interface SettingsStore {
  load(): Promise<ProxySettings | undefined>;
  save(settings: ProxySettings): Promise<void>;
  /** Nulls where none were ever saved. */
  loadClosures(): Promise<ClosureTimes>;
  saveClosures(times: ClosureTimes): Promise<void>;
  /** The names of the proxies that had players last; empty where none were ever saved. */
  loadCountedProxies(): Promise<readonly string[]>;
  saveCountedProxies(names: readonly string[]): Promise<void>;
}

/** The player count of the last day, a point a minute. */
export interface HistoryStore {
  /** Points from `since` on, oldest first. */
  load(since: number): Promise<HistoryPoint[]>;
  /** Writes a point, replacing one of the same minute, and forgets those older than a day. */
  append(point: HistoryPoint): Promise<void>;
}

/** The friendships that another plugin writes (docs/api.md "Friends"). */
export interface FriendStore {
  /** Both directions, each friend once, oldest friendship first; `[]` when there is no table. */
  friendsOf(uuid: Uuid): Promise<{ uuid: Uuid; name: string; since: number }[]>;
}

/** Tokens that were logged out before their time. */
export interface TokenStore {
  /** Those that expire later than this, in epoch milliseconds. */
  revoked(after: number): Promise<{ id: string; expires: number }[]>;
  /** Durable when it resolves. Forgets those that expired before `forgetBefore` or then. */
  revoke(id: string, expires: number, forgetBefore: number): Promise<void>;
  /** Of the tokens that are valid; empty before the first `beginGeneration`. */
  generation(): Promise<string>;
  /** Durable when it resolves. */
  beginGeneration(generation: string): Promise<void>;
}

/** A row of `NetworkLoginBlocks`: an address block from which somebody logged in, or an agent came. */
export interface LoginBlock {
  /** HMAC-SHA-256 in hexadecimal. */
  readonly hash: string;
  /** Epoch milliseconds. */
  readonly lastLogin: number;
}

export interface LoginBlockStore {
  /** Those that logged in later than this, in epoch milliseconds: the newest first, at most `limit`. */
  newest(after: number, limit: number): Promise<LoginBlock[]>;
  /** Inserts or replaces rows, and forgets those that logged in before `forgetBefore` or then, and all but the newest `keep`. */
  save(blocks: readonly LoginBlock[], forgetBefore: number, keep: number): Promise<void>;
}

/** A row of `NetworkAgents`. Times are epoch milliseconds, 0 for never. */
export interface AgentRecord {
  readonly name: string;
  readonly role: AgentRole;
  /** Whether staff may ban by it: in its menus, or by its commands; not of edges. */
  readonly mayBan: boolean;
  /** SHA-256 in hexadecimal. */
  readonly secretHash: string;
  readonly createdAt: number;
  readonly revokedAt: number;
  readonly lastSeen: number;
  /** As the agent said last; empty for never. */
  readonly version: string;
}

/** That the agent with this secret was connected. */
export type AgentSighting = Pick<AgentRecord, 'name' | 'secretHash' | 'lastSeen' | 'version'>;

/** The agents that have a secret of their own. */
export interface AgentStore {
  /** With those that were revoked, by name. */
  all(): Promise<AgentRecord[]>;
  /** In the place of a revoked one of this name; resolves false when there is another. Durable when it resolves. */
  add(agent: Pick<AgentRecord, 'name' | 'role' | 'mayBan' | 'secretHash' | 'createdAt'>): Promise<boolean>;
  /** Resolves false when there is none, or it was revoked before. Durable when it resolves. */
  revoke(name: string, at: number): Promise<boolean>;
  /** Removes the row of a revoked agent. */
  forget(name: string): Promise<void>;
  /** Those whose secret is another one by now are left as they are. */
  noteSeen(sightings: readonly AgentSighting[]): Promise<void>;
}

/** Who vouched for a name: the account service, an agent that authenticates, or a game server. */
export type NameProof = 'account' | 'agent' | 'server';

/** A row of `NetworkNames`: the player of one name. Times are epoch milliseconds. */
export interface NameRecord {
  /** As `foldName` makes it. */
  readonly key: string;
  readonly uuid: Uuid;
  /** Null: nobody has vouched for it. */
  readonly provedBy: NameProof | null;
  /** 0 when never. */
  readonly provedAt: number;
  /** 0: from before this table, so that nothing is known of how the name came. */
  readonly firstSeen: number;
  readonly lastSeen: number;
}

export interface NameStore {
  /** By names as `foldName` makes them; unknown ones are left out of the answer. */
  findMany(keys: readonly string[]): Promise<NameRecord[]>;
  /** The names of these players, those that were seen last first, and at most 20 of each. */
  namesOf(uuids: readonly Uuid[]): Promise<NameRecord[]>;
  /** Inserts or replaces whole rows. */
  save(rows: readonly NameRecord[]): Promise<void>;
}

/**
 * That this coordinator, and no other, decides on what is in a database that others can reach (docs/decisions/0118).
 */
export interface DatabaseLease {
  /** Asked before every answer that bans decide: false from when another coordinator may have taken the database. */
  mayDecide(): boolean;
  /** Resolves when another coordinator has taken the database, with its name; that is final. */
  readonly lost: Promise<string>;
}

/** What one call forgot, and where the next one goes on; null when the table is done. */
export interface ForgottenPart {
  readonly forgotten: number;
  readonly next: string | null;
}

/**
 * Forgets rows of before a moment, in epoch milliseconds. Each call looks at a bounded part of the table, which begins
 * after `after`: null for the first call, then what the call before answered.
 */
export interface RetentionStore {
  /** The addresses of players who were seen there last before `before`. */
  forgetAddresses(before: number, after: string | null): Promise<ForgottenPart>;
  /** The addresses of bans that were over before `before`; the bans stay. */
  forgetBanAddresses(before: number, now: number, after: string | null): Promise<ForgottenPart>;
  /** Lines of the ban log, without those of players who are banned. */
  forgetBanLog(before: number, after: string | null): Promise<ForgottenPart>;
}

/** The database. */
export interface Storage {
  readonly names: NameStore;
  readonly players: PlayerStore;
  readonly bans: BanStore;
  readonly servers: ServerStore;
  readonly settings: SettingsStore;
  readonly history: HistoryStore;
  readonly friends: FriendStore;
  readonly tokens: TokenStore;
  readonly loginBlocks: LoginBlockStore;
  /** Of agents: apart from the others, and bounded by itself. */
  readonly agentBlocks: LoginBlockStore;
  readonly agents: AgentStore;
  /** Absent where no other process can reach the database. */
  readonly lease?: DatabaseLease;
  readonly retention: RetentionStore;
  /** `full` from a write that found no room until one that works, `away` while its files, tables or rights are gone. */
  state(): 'ok' | 'full' | 'away';
  /** The database's own clock in epoch milliseconds; rejects when it is away. */
  now(): Promise<number>;
  /** Finishes what was begun, then closes; later calls reject. */
  close(): Promise<void>;
}

// --- agents --------------------------------------------------------------------------------------------------------

/** How the network reaches a connected proxy. Requests reject with `platform_unavailable` when no answer comes in time. */
export interface ProxyClient {
  /** Resolves to what became of it. With a name, only who is there under that name is kicked. */
  kick(uuid: Uuid, message: string, name?: string): Promise<KickOutcome>;
  /** Resolves false when the proxy could not move the player. */
  send(uuid: Uuid, server: string): Promise<boolean>;
  /** Shows a message to one player; not acknowledged. */
  sendMessage(uuid: Uuid, message: string): void;
  /** Says that a game server has this player. For proxies that only pass bytes on; not acknowledged. */
  reportSeen?(uuid: Uuid, server: string): void;
  /**
   * Says to which server a player comes back whom a server is about to send away. Rejects with `server_not_found` or
   * `platform_unavailable`, in words. For an edge that knows the feature only.
   */
  readonly expect?: ((player: ReturningPlayer, server: string) => Promise<void>) | undefined;
  /** To which servers it can take players so; none where absent. */
  readonly reaches?: ReadonlySet<string> | undefined;
  /** Says that who is there under this name is this player. For proxies that only pass bytes on; not acknowledged. */
  readonly identify?: ((name: string, uuid: Uuid) => void) | undefined;
  /** Shows a message to one or many of its players; not acknowledged. For a proxy that knows the feature only. */
  readonly show?: ((audience: Audience, message: string, style: MessageStyle) => void) | undefined;
  /** Offers a player to go to another server, by a click; not acknowledged. For a proxy that knows the feature only. */
  readonly offer?: ((uuid: Uuid, server: string, message: string) => void) | undefined;
  /** Tells the staff among its players; not acknowledged. For a proxy that knows the feature only. */
  readonly notify?: ((kind: NoticeKind, message: string) => void) | undefined;
  close(reason: string): void;
}

/** A player as an edge finds them when they come back. */
export interface ReturningPlayer {
  readonly name: string;
  readonly ip: string;
}

/** False: the proxy has no such player. `without-words`: the player is gone and has not read the message. */
export type KickOutcome = boolean | 'without-words';

/** A player as a game server finds them: by the name, where there is one. */
export interface ServerPlayer {
  readonly uuid: Uuid;
  readonly name?: string | undefined;
}

/** How the network reaches a connected game server. */
export interface BackendClient {
  /** Requests save and stop; resolves once the agent has accepted it. */
  reboot(id: string, countdownSeconds: number, message: string): Promise<void>;
  /** Shows a message to all players of the server; not acknowledged. */
  announce(server: string, message: string): void;
  /** Offers a player of the server to go to another one: by a menu, or by a message alone. Not acknowledged. */
  offer?(uuid: Uuid, server: string, message: string): void;
  /** Whether it says that it offers by a menu. */
  readonly hasMenus?: boolean;
  /**
   * Ends the connection of a player with this message, text with colours; resolves false where they are not there. For agents
   * of hosts that can.
   */
  readonly kick?: ((player: ServerPlayer, message: string) => Promise<boolean>) | undefined;
  /**
   * Sends a player back to the address by which they came to the network; resolves when they are gone. Rejects with
   * `platform_unavailable`, in words. For agents of hosts that can.
   */
  readonly transfer?: ((player: Required<ServerPlayer>) => Promise<void>) | undefined;
  close(reason: string): void;
}

/** Pings a server that has an address: its players and capacity, or null for no answer. */
export interface StatusProbe {
  probe(address: string, timeoutMs: number): Promise<{ players: number; maxPlayers: number } | null>;
}

// --- accounts ------------------------------------------------------------------------------------------------------

/** Which account has a name, by the service that sells accounts. */
export interface AccountService {
  /**
   * The uuid of the account with the name of a login from this address, null when there is none; that there is none may be
   * half a minute old. Rejects with `platform_unavailable` when it cannot be had: the service is away, too slow, or was
   * asked too often.
   */
  uuidOf(name: string, ip: string): Promise<Uuid | null>;
  /**
   * The same where a ban in force has the name, so that its innocent heir is refused until it is known whose it is: logins
   * under other names do not use up these questions. May take 20 s.
   */
  uuidOfBanned(name: string, ip: string): Promise<Uuid | null>;
  /** The same of a name under which somebody is online: logins do not use up these questions, and no answer is old. */
  uuidOfOnline(name: string): Promise<Uuid | null>;
}
