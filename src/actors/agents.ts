import type { AgentRole } from '../domain/agent-role.ts';
import type { BanAuthor } from '../domain/ban.ts';
import type { Admission } from '../domain/admission.ts';
import type { Party } from '../domain/party.ts';
import type { AgentResource, NewAgent, OwnServer } from '../domain/resources.ts';
import type { ReportedState } from '../domain/server.ts';
import type { Uuid } from '../domain/uuid.ts';
import type { BackendClient, ProxyClient } from './ports.ts';

/** Who an agent says it is in its `hello`. */
export interface AgentIdentity {
  readonly name: string;
  readonly platform: 'modern' | 'legacy' | 'edge' | 'server';
  readonly version: string;
  /** Start of the agent's process; a lease belongs to (name, epoch). */
  readonly epoch: number;
  /** Of an edge: whether the servers behind check accounts, or make uuids of names. Absent where it does not say so. */
  readonly accounts?: ClaimedLogin['identity'] | undefined;
  /** Of an edge without routes: nobody gets anywhere by it. Absent of one that does not say so. */
  readonly leadsNowhere?: boolean;
  /** Of a proxy: players come to it by an edge, and the two have one session. */
  readonly behindEdge?: boolean;
  /** Whether it came by a secret that lets it be anybody, so that it may be a stranger under a name of its own making. */
  readonly isByAnybody?: boolean;
  /** Of a secret of its own; null or absent where it came by another. */
  readonly secretHash?: string | null;
}

/** A player as a proxy reports them. */
export interface ReportedPlayer {
  readonly uuid: Uuid;
  readonly name: string;
  /** Empty when the proxy cannot know it. */
  readonly ip: string;
  readonly server: string | null;
  /** Epoch milliseconds. */
  readonly joinedAt: number;
  /** Of an edge, what the client sent where that is another uuid: null for none. Absent where it sent this one. */
  readonly claim?: Uuid | null | undefined;
}

/** A player as a proxy reports that they come; without a moment they come now. */
export type JoiningPlayer = Omit<ReportedPlayer, 'joinedAt'> & { readonly joinedAt?: number | undefined };

/** Who may connect with a secret of their own. */
export interface AgentCredential {
  readonly name: string;
  readonly role: AgentRole;
  /** Whether staff may ban by it: in its menus, or by its commands. */
  readonly mayBan: boolean;
  readonly secretHash: string;
}

/** The secrets of agents (docs/channel.md "Secrets"). */
export interface AgentSecretDirectory {
  /** With those that were revoked, by name. */
  list(): readonly AgentResource[];
  /**
   * Durable before it resolves, with the secret. Staff ban by it only where that is asked for. 409 `agent_exists`; 422
   * `invalid_body` for an edge, where nobody gives commands, that is to ban.
   */
  create(
    name: string,
    role: AgentRole,
    rights?: { readonly mayBan?: boolean | undefined },
  ): Promise<NewAgent>;
  /** Durable before it resolves; the secret is refused from then on. 404 `agent_not_found`. */
  revoke(name: string): Promise<void>;
  /** Who has a secret of their own under this name; undefined where it was revoked. */
  named(name: string): AgentCredential | undefined;
  /** Whose secret this is; undefined for an unknown or revoked one. */
  agentOf(secret: string): AgentCredential | undefined;
  /** The agent is connected. */
  seen(credential: AgentCredential, version: string): void;
  /** The listener is called for every secret that no longer holds. Returns the way to stop. */
  onRevoked(listener: (credential: AgentCredential) => void): () => void;
  /** Reads the table anew, for what another process changed in it. */
  reload(): Promise<void>;
}

/** Where agents report. The channel has one session for each connection, and calls `lost` exactly once when it is gone. */
export interface AgentSessions {
  attachProxy(identity: AgentIdentity, client: ProxyClient): ProxySession;
  attachBackend(identity: AgentIdentity, client: BackendClient): BackendSession;
}

interface AgentSession {
  /** For the `welcome`. */
  readonly id: string;
  /** The connection is gone: its players or its server stay for the grace of 10 s. `ended`: the agent closed it as it ended. */
  lost(ended?: boolean): void;
}

/** A login at an edge, where only the server behind proves the name. */
export interface ClaimedLogin {
  readonly name: string;
  /** The uuid that the client sent; null when it sent none. Nobody has checked it. */
  readonly claim: Uuid | null;
  /** Where the client connects from. */
  readonly ip: string;
  /** Whether the servers behind check accounts, or make uuids of names. */
  readonly identity: 'online' | 'offline';
}

/** Which player a login is. */
export interface ResolvedLogin {
  readonly uuid: Uuid;
  /** Whether the account service or an agent that authenticates vouched for it. */
  readonly proved: boolean;
}

/** A login that is to be decided. */
export interface Login {
  readonly uuid: Uuid;
  readonly name: string;
  readonly ip: string;
  /** What `resolve` answered; absent where the agent is believed, or cannot be told. */
  readonly proved?: boolean;
  /** What the client claimed: a ban of that uuid holds too, while nothing is proved. */
  readonly claim?: Uuid | null;
}

/** One connection of a proxy. Once a later one has taken its place, its reports are ignored; logins are still answered. */
export interface ProxySession extends AgentSession {
  /** Which player a login at an edge is. Rejects with `overloaded` only, and takes some seconds at most. */
  resolve(login: ClaimedLogin): Promise<ResolvedLogin>;
  /** Decides from memory, at once; an allowed login reserves a slot for 30 s. */
  login(player: Login): Admission;
  /** An allowed login will not join: releases its slot, unless another login of the same player needs it. */
  cancel(uuid: Uuid): void;
  /** Without `joinedAt` the session begins now. */
  join(player: JoiningPlayer): void;
  /** One of before the session began moves nobody; `at` as the proxy says, in epoch milliseconds. */
  switch(uuid: Uuid, server: string, at?: number): void;
  /** With `joinedAt` only that session ends, as the proxy reported it. */
  leave(uuid: Uuid, joinedAt?: number): void;
  /** All players of this proxy; only differences become joins and leaves. */
  sync(players: readonly ReportedPlayer[]): void;
  parties(parties: readonly Party[]): void;
  /** Whether it has somebody on this server, whose connection can carry plugin messages. */
  hasPlayersOn(server: string): boolean;
  /** The servers in the proxy's own configuration, in place of those it said before. */
  ownServers(servers: readonly OwnServer[]): void;
  /**
   * In whose name staff at this proxy give a command; null for its console. Throws `not_permitted` for a player who is not on it.
   */
  authorOf(by: { readonly uuid: Uuid } | null): BanAuthor;
}

/** What an agent says of its game server; the first report after `welcome` is whole. */
export interface ServerReport {
  readonly type?: string;
  readonly maxPlayers?: number;
  readonly serverId?: string;
  readonly gameName?: string;
  readonly gameData?: string;
  readonly canRejoin?: boolean;
  readonly address?: string;
  readonly state?: ReportedState;
  readonly players?: readonly Uuid[];
  /** The names of `players`, in the same order; absent when the agent does not know them. */
  readonly names?: readonly string[];
  /** Why `players` may lack somebody; null where it has everybody. */
  readonly playersUnknown?: string | null;
  readonly reboot?: RebootOverrides;
}

/** How a server is rebooted where that differs from what is configured for all. */
export interface RebootOverrides {
  /** Stop although players could not be moved. */
  readonly force?: boolean;
  /** Where its players are moved to: each is tried in this order, then the hubs. */
  readonly fallbacks?: readonly string[];
}

/** One connection of a game server's agent. Once a later one has taken its place, its reports are ignored. */
export interface BackendSession extends AgentSession {
  report(report: ServerReport): void;
  /**
   * The player in whose name the server gives a command. Throws `not_permitted` for one who is not on the server, as far as
   * the network knows.
   */
  authorOf(by: { readonly uuid: Uuid; readonly name: string }): BanAuthor;
  /** Throws `not_permitted` for a player who is not on the server, as `authorOf` does, and 409 `player_offline`. */
  assertHolds(uuid: Uuid): void;
  rebootProgress(
    reboot: string,
    phase: 'countdown' | 'saving' | 'stopping' | 'failed',
    detail?: string,
  ): void;
}
