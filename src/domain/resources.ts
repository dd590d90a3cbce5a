import { AGENT_ROLES } from './agent-role.ts';
import { BAN_TIMES } from './time/ban-time.ts';
import * as f from './fields/field.ts';
import { epochMs, serverName, uuid } from './fields/network-fields.ts';
import { SERVER_STATES } from './server.ts';

/**
 * The resources of the API as fields: validators for tests and clients, types for the read models, schemas for OpenAPI
 * (docs/api.md "Servers", "Players", "Bans" and "Proxy status").
 */
const seconds = f.described(f.integer(0), { description: 'Seconds.' });
const dateText = f.described(f.string(), {
  description: '`YYYY-MM-DD HH:MM:SS` in the configured time zone; empty if there is no such date.',
  example: '2026-01-31 18:30:00',
});

const serverFields = {
  name: f.string(),
  type: f.described(f.string(), { description: '`HUB`, `GAME`, or another upper-case word.' }),
  state: f.oneOf(SERVER_STATES),
  players: f.integer(0),
  maxPlayers: f.integer(1),
  gameName: f.string(),
  serverId: f.string(),
  online: f.boolean(),
  canRejoin: f.boolean(),
  playersUnknown: f.optional(
    f.described(f.nullable(f.string()), {
      description: 'Why more players may be there than are counted; only where that is so.',
    }),
  ),
};
export const serverResource = f.object(serverFields);
export type ServerResource = f.Infer<typeof serverResource>;

/** The steps of a clean restart in their order; `failed` stays until the next restart begins. */
export const RESTART_PHASES = ['countdown', 'evacuating', 'stopping', 'returning', 'failed'] as const;
const serverRestart = f.object({
  phase: f.oneOf(RESTART_PHASES),
  secondsLeft: f.described(f.integer(0), {
    description: 'Until the server takes no more players; 0 after the countdown.',
  }),
  failure: f.described(f.string(), { description: 'Why it failed; empty unless it has.' }),
});
export type ServerRestart = f.Infer<typeof serverRestart>;

export const serverDetail = f.object({
  ...serverFields,
  gameData: f.string(),
  address: f.described(f.nullable(f.string()), {
    description: '`host:port` where the server can be pinged.',
  }),
  restart: f.described(f.nullable(serverRestart), {
    description: 'The running restart, or the last one that failed.',
  }),
});
export type ServerDetail = f.Infer<typeof serverDetail>;

export const serverPlayer = f.object({
  uuid,
  name: f.string(),
  onlineTime: seconds,
  totalTime: seconds,
});
export type ServerPlayer = f.Infer<typeof serverPlayer>;

const playerFields = {
  uuid,
  name: f.string(),
  isOnline: f.boolean(),
  server: f.described(f.string(), { description: 'Empty when offline or not yet on a server.' }),
  totalTime: seconds,
  totalTimeText: f.described(f.string(), { example: '12h 5m' }),
  lastOnline: dateText,
  joinedDate: dateText,
  isBanned: f.boolean(),
};
export const playerResource = f.object(playerFields);
export type PlayerResource = f.Infer<typeof playerResource>;

export const onlinePlayer = f.object({ ...playerFields, onlineTime: seconds });
export type OnlinePlayer = f.Infer<typeof onlinePlayer>;

export const playerDetail = f.object({
  ...playerFields,
  onlineTime: seconds,
  isPermanent: f.boolean(),
  banExpires: f.described(f.integer(0), {
    description: 'Epoch milliseconds; 0 when permanent or not banned.',
  }),
  bannedTimes: f.integer(0),
  banReason: f.string(),
  banDate: dateText,
  bannedIp: f.string(),
});
export type PlayerDetail = f.Infer<typeof playerDetail>;

const banFields = {
  uuid,
  name: f.string(),
  reason: f.string(),
  bannedDate: dateText,
  bannedTimes: f.integer(0),
  expires: f.described(f.integer(0), { description: 'Epoch milliseconds; 0 when permanent.' }),
  active: f.boolean(),
  permanent: f.boolean(),
  bannedIp: f.string(),
};
export const banEntry = f.object(banFields);
export type BanEntry = f.Infer<typeof banEntry>;

export const friendEntry = f.object({ uuid, name: f.string(), friendSince: dateText });
export type FriendEntry = f.Infer<typeof friendEntry>;

export const proxyStatus = f.object({
  maintenance: f.boolean(),
  motd: f.string(),
  maintenanceMotd: f.string(),
  preventJoin: f.boolean(),
  onlinePlayers: f.integer(0),
  maxPlayers: f.integer(1),
  maintenanceBypass: f.array(f.string()),
});
export type ProxyStatusResource = f.Infer<typeof proxyStatus>;

const since = f.nullable(epochMs);
export const networkStatus = f.object({
  proxies: f.object({
    connected: f.described(f.integer(0), { description: 'Edges without routes are not counted.' }),
    lost: f.described(f.integer(0), {
      description: 'Were connected within the last 24 hours and are not now.',
    }),
    since: f.described(since, {
      description:
        'Since when no proxy is connected (at the earliest the start of the coordinator); where some are, since when the first is lost; null where none is.',
    }),
  }),
  servers: f.object({
    known: f.integer(0),
    online: f.described(f.integer(0), {
      description: 'In a state in which players can be on them, and not lost.',
    }),
    lost: f.described(f.integer(0), {
      description: 'Were online within the last 24 hours, and their agent or address does not answer.',
    }),
    since: f.described(since, { description: 'As that of `proxies`; null without servers.' }),
  }),
  playable: f.described(f.boolean(), {
    description:
      'Whether a player who is let in gets to a server: a proxy is connected, or an edge with routes, and a server is online. Where no server is known, such an edge or a player who is online says that there are some.',
  }),
  counted: f.described(f.boolean(), {
    description: 'Whether the players who are known are all who are online: no proxy that had some is away.',
  }),
  maintenanceSince: f.described(since, {
    description: 'Null while maintenance is off, and where the time was not written.',
  }),
  joinPreventedSince: f.described(since, { description: 'The same for `preventJoin`.' }),
});
export type NetworkStatusResource = f.Infer<typeof networkStatus>;

export const historyPoint = f.object({
  timestamp: epochMs,
  count: f.integer(0),
  missing: f.optional(
    f.described(f.literal(true), {
      description:
        'Only where nobody counted all: the coordinator was down, or a proxy with players was away.',
    }),
  ),
});
export type HistoryPoint = f.Infer<typeof historyPoint>;

const partyMember = f.object({
  uuid,
  name: f.string(),
  isOnline: f.boolean(),
  server: f.string(),
});
export const partyResource = f.object({
  id: f.string(),
  leader: f.object({ uuid, name: f.string() }),
  members: f.array(partyMember),
  size: f.integer(0),
  createdAt: epochMs,
});
export type PartyResource = f.Infer<typeof partyResource>;

/** The payload of `ban_update`: the ban entry and what happened to it. */
export const banUpdate = f.object({ ...banFields, action: f.oneOf(['ban', 'unban', 'expire']) });
export const serverUpdate = f.object({
  name: f.string(),
  state: f.optional(f.oneOf(SERVER_STATES)),
  players: f.optional(f.integer(0)),
  maxPlayers: f.optional(f.integer(1)),
  online: f.optional(f.boolean()),
  removed: f.optional(f.literal(true)),
  playersUnknown: f.optional(
    f.described(f.nullable(f.string()), {
      description: 'Only if it changed: why more players may be there than are counted; null for no longer.',
    }),
  ),
  restart: f.optional(
    f.described(f.nullable(serverRestart), {
      description: 'Only if a restart made a step; null when it is over.',
    }),
  ),
});
export const playerJoin = f.object({
  uuid,
  name: f.string(),
  server: f.string(),
  onlinePlayers: f.integer(0),
});
export const playerLeave = f.object({ uuid, name: f.string(), onlinePlayers: f.integer(0) });

export const banTime = f.described(f.oneOf(BAN_TIMES), { description: '`1Y` is 365 days; case matters.' });

const agentFields = {
  name: serverName,
  role: f.oneOf(AGENT_ROLES),
  mayBan: f.described(f.boolean(), {
    description:
      'Whether staff may ban by this agent: in the menus of a game server, or by the commands of a proxy.',
  }),
  createdAt: epochMs,
  revokedAt: f.described(f.nullable(epochMs), {
    description: 'Since when the secret is refused; null while it holds.',
  }),
  lastSeen: f.described(f.nullable(epochMs), {
    description: 'When it was connected last, to the minute; null for never.',
  }),
  version: f.described(f.nullable(f.string()), { description: 'The version it had then.' }),
};
/** A server in a proxy's own configuration; null for an address that is no host and port. */
export interface OwnServer {
  readonly name: string;
  readonly address: string | null;
}
const serverDifferences = f.object({
  onlyAtProxy: f.described(f.array(f.string()), { description: 'Names that the coordinator does not know.' }),
  onlyHere: f.described(f.array(f.string()), {
    description: 'Names of servers with an address that the proxy does not know.',
  }),
  otherAddress: f.array(f.object({ name: f.string(), proxy: f.string(), coordinator: f.string() })),
});
export type ServerDifferences = f.Infer<typeof serverDifferences>;
/** A proxy or an edge that is connected, or was lost less than 10 s ago. */
export const connectedProxy = f.object({
  name: f.string(),
  platform: f.described(f.oneOf(['modern', 'legacy', 'edge', 'server']), {
    description: '`modern` is Velocity, `legacy` BungeeCord.',
  }),
  version: f.described(f.string(), { description: 'As its agent says.' }),
  connected: f.described(f.boolean(), { description: 'False in the grace after its connection was lost.' }),
  players: f.described(f.integer(0), { description: 'Who is online by it.' }),
  servers: f.described(f.nullable(serverDifferences), {
    description:
      'In what the servers of its own configuration differ from those of the coordinator, at most 1000 of each; null where it does not say which it has.',
  }),
});
export type ConnectedProxy = f.Infer<typeof connectedProxy>;

/** An agent that has a secret of its own. */
export const agentResource = f.object(agentFields);
export type AgentResource = f.Infer<typeof agentResource>;
/** The answer to adding an agent: the only one with the secret. */
export const newAgent = f.object({
  ...agentFields,
  secret: f.described(f.string(), { description: 'Shown this once: only its hash is stored.' }),
});
export type NewAgent = f.Infer<typeof newAgent>;
