import * as f from '../../domain/fields/field.ts';
import {
  epochMs,
  gameData,
  gameName,
  maxPlayers,
  playerName,
  reason,
  serverAddress,
  serverId,
  serverName,
  serverType,
  uuid,
} from '../../domain/fields/network-fields.ts';
import { MAX_NAME_LENGTH } from '../../domain/player-name.ts';
import { banTime } from '../../domain/resources.ts';
import { MAX_REACHED_SERVERS, REPORTED_STATES } from '../../domain/server.ts';
import {
  requestId,
  BACKEND,
  BOTH,
  errorBody,
  featureNames,
  ip,
  listPart,
  PROXY,
  type Role,
} from './message.ts';
import { PROXY_REPORTS } from './proxies/proxy-reports.ts';
import { STAFF_REQUESTS } from './proxies/staff-requests.ts';

/** How many players of a server one frame may have. */
export const MAX_SERVER_PLAYERS = 5_000;

/** What a server reports as a whole. A frame has a `type` of its own, so the server's goes as `serverType`. */
export const serverFields = {
  serverType,
  maxPlayers,
  serverId,
  gameName,
  gameData,
  canRejoin: f.boolean(),
  state: f.oneOf(REPORTED_STATES),
  players: f.array(uuid, MAX_SERVER_PLAYERS),
  names: f.optional(
    f.described(f.array(playerName, MAX_SERVER_PLAYERS), {
      description: 'The names of `players`, in the same order, where the agent knows them all.',
    }),
  ),
  playersUnknown: f.optional(
    f.described(f.nullable(f.text(255)), {
      description:
        'Why `players` may lack somebody; null where it has everybody. Only to a coordinator that knows the feature `occupancy`.',
    }),
  ),
};

/** How this server is rebooted, where that differs from the coordinator's configuration. */
const rebootOverrides = f.object({
  force: f.optional(
    f.described(f.boolean(), { description: 'Stop also when players could not be moved away.' }),
  ),
  fallbacks: f.optional(
    f.described(f.array(serverName, 64), {
      description: 'Where its players are moved: each of these is tried in order, then the hubs.',
    }),
  ),
});

/** What tells a player's own claim from what others say of them. */
const sentUuid = f.optional(
  f.described(f.nullable(uuid), {
    description: 'Of an edge: the uuid that the client sent, where it is another one; null for none.',
  }),
);

/** A player in the list of a proxy. */
export const reportedPlayer = f.object({
  uuid,
  name: playerName,
  ip,
  server: f.nullable(serverName),
  joinedAt: epochMs,
  claim: sentUuid,
});

/** A party in the list of a proxy. */
export const party = f.object({
  id: f.text(64, 1),
  leader: uuid,
  members: f.array(uuid, 1_000),
  createdAt: epochMs,
});

/** What a server reports of itself, each key by itself. */
export const reportFields = {
  serverType: f.optional(serverFields.serverType),
  maxPlayers: f.optional(serverFields.maxPlayers),
  serverId: f.optional(serverFields.serverId),
  gameName: f.optional(serverFields.gameName),
  gameData: f.optional(serverFields.gameData),
  canRejoin: f.optional(serverFields.canRejoin),
  state: f.optional(serverFields.state),
  players: f.optional(serverFields.players),
  names: serverFields.names,
  playersUnknown: serverFields.playersUnknown,
  address: f.optional(serverAddress),
  reboot: f.optional(rebootOverrides),
};

/** What agents send to the coordinator, keyed by `type`. The order of keys is the one in which frames are read fastest. */
export const AGENT_MESSAGES = {
  hello: {
    roles: BOTH,
    summary: 'Who this agent is; the first frame, within 5 s. `epoch` is the start of its process.',
    field: f.object({
      type: f.literal('hello'),
      role: f.oneOf(['proxy', 'backend']),
      name: serverName,
      platform: f.oneOf(['modern', 'legacy', 'edge', 'server']),
      version: f.text(64),
      epoch: epochMs,
      protocol: f.literal(1),
      features: f.optional(featureNames),
      identity: f.optional(
        f.described(f.oneOf(['online', 'offline']), {
          description: 'Of an edge: whether the servers behind check accounts.',
        }),
      ),
      behindEdge: f.optional(
        f.described(f.boolean(), {
          description:
            'Of a proxy: players come to it by an edge, with which it makes one session. Only to a coordinator that knows the feature `behind`.',
        }),
      ),
    }),
  },
  pong: {
    roles: BOTH,
    summary: 'Answers `ping`.',
    field: f.object({ type: f.literal('pong'), at: epochMs }),
  },
  players: {
    roles: PROXY,
    summary:
      'All players on this proxy, after every `welcome`; replaces what was known. `joinedAt` is epoch ms.',
    field: f.object({ type: f.literal('players'), ...listPart, players: f.array(reportedPlayer, 5_000) }),
  },
  'player.login': {
    roles: PROXY,
    summary: 'A player wants to join. Answered with `admission`.',
    field: f.object({
      type: f.literal('player.login'),
      id: requestId,
      uuid,
      name: playerName,
      ip,
      identity: f.optional(
        f.described(f.oneOf(['online', 'offline']), {
          description:
            'Of an edge: whether the servers behind check accounts. The coordinator then finds out who the player is.',
        }),
      ),
      claimed: f.optional(
        f.described(f.boolean(), {
          description: 'With `identity`: whether the client sent this uuid. Nobody has checked it.',
        }),
      ),
    }),
  },
  'player.find': {
    roles: PROXY,
    summary:
      'Which player had this name last? For logins that send no uuid. Answered with `player` or `error`.',
    field: f.object({ type: f.literal('player.find'), id: requestId, name: playerName }),
  },
  'player.join': {
    roles: PROXY,
    summary: 'An admitted player has joined.',
    field: f.object({
      type: f.literal('player.join'),
      uuid,
      name: playerName,
      ip,
      server: f.optional(serverName),
      claim: sentUuid,
      joinedAt: f.optional(
        f.described(epochMs, {
          description:
            'When the session began; now where absent. Only to a coordinator that knows the feature `leave-at`.',
        }),
      ),
    }),
  },
  'player.cancel': {
    roles: PROXY,
    summary:
      'An admitted login will not join: its slot is released. Only to a coordinator that knows the feature `cancel`.',
    field: f.object({ type: f.literal('player.cancel'), uuid }),
  },
  'player.switch': {
    roles: PROXY,
    summary: 'A player switched to another server.',
    field: f.object({
      type: f.literal('player.switch'),
      uuid,
      server: serverName,
      at: f.optional(
        f.described(epochMs, {
          description: 'When; now where absent. Only to a coordinator that knows the feature `leave-at`.',
        }),
      ),
    }),
  },
  'player.leave': {
    roles: PROXY,
    summary: 'A player left.',
    field: f.object({
      type: f.literal('player.leave'),
      uuid,
      joinedAt: f.optional(
        f.described(epochMs, {
          description:
            'Of the session that ended, as it was reported; one that is not known ends nobody. Only to a coordinator that knows the feature `leave-at`.',
        }),
      ),
    }),
  },
  'edge.servers': {
    roles: PROXY,
    summary:
      'The servers to which this edge can take players, after every `welcome`; replaces what was known. Only to a coordinator that knows the feature `transfers`.',
    field: f.object({
      type: f.literal('edge.servers'),
      servers: f.array(serverName, MAX_REACHED_SERVERS),
    }),
  },
  ...PROXY_REPORTS,
  ...STAFF_REQUESTS,
  parties: {
    roles: PROXY,
    summary: 'All parties, on every change; replaces what was known.',
    field: f.object({ type: f.literal('parties'), ...listPart, parties: f.array(party, 5_000) }),
  },
  server: {
    roles: BACKEND,
    summary: 'Everything about this server, after every `welcome`.',
    field: f.object({
      type: f.literal('server'),
      ...serverFields,
      address: f.optional(serverAddress),
      reboot: f.optional(rebootOverrides),
    }),
  },
  'server.update': {
    roles: BACKEND,
    summary: 'What changed about this server.',
    field: f.object({
      type: f.literal('server.update'),
      ...reportFields,
    }),
  },
  'player.send': {
    roles: BACKEND,
    summary:
      'Moves a player who is on this server, for example after a click in a menu. Answered with `ok` or `error`.',
    field: f.object({ type: f.literal('player.send'), id: requestId, uuid, server: serverName }),
  },
  'player.reach': {
    roles: BACKEND,
    summary:
      'To which servers can this player be moved? Answered with `reach`, or with `error player_offline`. Only to a coordinator that knows the feature `transfers`.',
    field: f.object({ type: f.literal('player.reach'), id: requestId, uuid }),
  },
  'player.ban': {
    roles: BACKEND,
    summary:
      'Bans a player, wherever they are, in the name of one who is on this server. Answered with `ok` once the ban is in force everywhere, or with `error`.',
    field: f.object({
      type: f.literal('player.ban'),
      id: requestId,
      by: f.object({ uuid, name: playerName }),
      uuid,
      name: playerName,
      time: banTime,
      reason,
    }),
  },
  'player.facts': {
    roles: BACKEND,
    summary: 'What placeholders show of a player. Answered with `facts` or `error player_not_found`.',
    field: f.object({ type: f.literal('player.facts'), id: requestId, uuid }),
  },
  'player.search': {
    roles: BACKEND,
    summary:
      'Which online players have this text in their name, in upper or lower case? Answered with `player.matches`.',
    field: f.object({ type: f.literal('player.search'), id: requestId, search: f.text(MAX_NAME_LENGTH) }),
  },
  'server.restart': {
    roles: BACKEND,
    summary:
      'Reboots this server cleanly, for a schedule or an admin on it. Answered with `ok` once it has begun, or with `error`.',
    field: f.object({
      type: f.literal('server.restart'),
      id: requestId,
      by: f.described(f.nullable(f.object({ uuid, name: playerName })), {
        description: 'The admin; null for a schedule.',
      }),
    }),
  },
  'reboot.progress': {
    roles: BACKEND,
    summary: 'The phase that a reboot has reached.',
    field: f.object({
      type: f.literal('reboot.progress'),
      reboot: f.string({ min: 1, max: 64 }),
      phase: f.oneOf(['countdown', 'saving', 'stopping', 'failed']),
      detail: f.optional(f.text(255)),
    }),
  },
  ok: {
    roles: BOTH,
    summary: 'Done: answers a request of the coordinator.',
    field: f.object({
      type: f.literal('ok'),
      re: requestId,
      words: f.optional(
        f.described(f.literal(false), {
          description:
            'To `player.kick`: the player is gone and has not read the message. Only to a coordinator that knows the feature `words`.',
        }),
      ),
    }),
  },
  error: { roles: BOTH, summary: 'Refused: answers a request of the coordinator.', field: errorBody },
} as const;

export type AgentMessageType = keyof typeof AGENT_MESSAGES;
export type AgentMessageOf<T extends AgentMessageType> = f.Infer<(typeof AGENT_MESSAGES)[T]['field']>;
/** Any message of an agent; discriminated by `type`. */
export type AgentMessage = { [T in AgentMessageType]: AgentMessageOf<T> }[AgentMessageType];

/** Whether an agent of this role may send messages of this type; false for a type that does not exist. */
export function maySend(role: Role, type: string | undefined): boolean {
  return Object.entries(AGENT_MESSAGES).some(([known, { roles }]) => known === type && roles.includes(role));
}
