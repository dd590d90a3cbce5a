import * as f from '../../domain/fields/field.ts';
import { epochMs, playerName, serverAddress, serverName, uuid } from '../../domain/fields/network-fields.ts';
import { MESSAGE_STYLES } from '../../domain/text/audience.ts';
import { proxyStatus } from '../../domain/resources.ts';
import { SERVER_STATES } from '../../domain/server.ts';
import {
  requestId,
  BACKEND,
  BOTH,
  errorBody,
  featureNames,
  ip,
  listPart,
  markedText,
  okBody,
  PROXY,
} from './message.ts';
import { PROXY_ORDERS } from './proxies/proxy-orders.ts';

const banVersion = f.described(f.integer(0), {
  description:
    'Grows with every change of the ban list; a frame with a lower version than one before it is older.',
});

const activeBan = f.object({
  uuid,
  name: f.string(),
  expires: f.described(f.integer(0), { description: 'Epoch milliseconds; 0 when permanent.' }),
  reason: f.string(),
  banId: f.described(f.string(), { description: 'A short id that a refused player can give to staff.' }),
  claimed: f.optional(
    f.described(f.boolean(), {
      description:
        'The uuid was only claimed under this name: the ban holds for the name, and for no other name that claims the uuid.',
    }),
  ),
});

const ONLY_STATES = 'For proxies with the feature `states`.';

const addressEntry = f.object({
  name: serverName,
  type: f.string(),
  address: f.described(f.nullable(serverAddress), { description: 'Null when it is not known.' }),
  state: f.optional(f.described(f.oneOf(SERVER_STATES), { description: ONLY_STATES })),
  players: f.optional(f.described(f.integer(0), { description: ONLY_STATES })),
  maxPlayers: f.optional(f.described(f.integer(1), { description: ONLY_STATES })),
});

const menuServer = f.object({
  name: serverName,
  type: f.string(),
  state: f.oneOf(SERVER_STATES),
  players: f.integer(0),
  maxPlayers: f.integer(1),
  gameName: f.string(),
  canRejoin: f.boolean(),
});

const networkFacts = {
  onlinePlayers: f.integer(0),
  maxPlayers: f.integer(1),
  maintenance: f.boolean(),
  motd: f.described(f.string(), { description: 'The MOTD that is shown now; may have colours.' }),
};

/** How many servers a player can be told of. */
export const MAX_REACHED = 10_000;

/** An answer has so many players at most, and no more than fit the frame. */
export const MAX_MATCHES = 1_000;
const playerFacts = {
  uuid,
  totalTime: f.described(f.integer(0), { description: 'Seconds, with the running session.' }),
  totalTimeText: f.string(),
  joined: f.described(f.string(), {
    description: 'Date of the first connection; empty when there was none.',
  }),
  banned: f.boolean(),
  server: f.described(f.string(), { description: 'Empty while offline or on no server.' }),
  party: f.nullable(f.object({ size: f.integer(0), leader: f.string() })),
  friendsOnline: f.integer(0),
};

/** What the coordinator sends to agents, keyed by `type`. */
export const COORDINATOR_MESSAGES = {
  welcome: {
    roles: BOTH,
    summary: 'Answers `hello`: the agent is connected, and now reports everything about itself.',
    field: f.object({
      type: f.literal('welcome'),
      session: f.string(),
      heartbeatMs: f.integer(1),
      now: epochMs,
      protocol: f.optional(f.literal(1)),
      features: f.optional(featureNames),
    }),
  },
  ping: {
    roles: BOTH,
    summary: 'Checks the connection. Answered with `pong`; three unanswered pings close the connection.',
    field: f.object({ type: f.literal('ping'), at: epochMs }),
  },
  admission: {
    roles: PROXY,
    summary: 'Answers `player.login`. A refusal has a code, a message for the player and, for a ban, its id.',
    field: f.object({
      type: f.literal('admission'),
      re: requestId,
      allow: f.boolean(),
      code: f.optional(f.oneOf(['banned', 'maintenance', 'join_prevented', 'network_full'])),
      message: f.optional(markedText),
      banId: f.optional(f.string()),
      uuid: f.optional(
        f.described(uuid, { description: 'Which player it is, where `identity` was asked for.' }),
      ),
    }),
  },
  player: {
    roles: PROXY,
    summary: 'Answers `player.find`.',
    field: f.object({ type: f.literal('player'), re: requestId, uuid, name: f.string() }),
  },
  'player.seen': {
    roles: PROXY,
    summary:
      'A game server reports this player. An edge only passes bytes on: this says through which server to kick them. It makes nobody present.',
    field: f.object({ type: f.literal('player.seen'), uuid, server: serverName }),
  },
  'player.identify': {
    roles: PROXY,
    summary: 'Who is at this edge under this name is this player: a game server has checked it.',
    field: f.object({ type: f.literal('player.identify'), name: playerName, uuid }),
  },
  'player.kick': {
    roles: BOTH,
    summary:
      'Kicks a player with this message. Answered with `ok`, or `error player_not_found`. To a game server only with the feature `kicks`.',
    field: f.object({
      type: f.literal('player.kick'),
      id: requestId,
      uuid,
      message: markedText,
      name: f.optional(
        f.described(f.string(), {
          description: 'Kicks only who is there under this name; others with this uuid stay.',
        }),
      ),
    }),
  },
  'player.send': {
    roles: PROXY,
    summary: 'Moves a player to a server. Answered with `ok` or `error`.',
    field: f.object({ type: f.literal('player.send'), id: requestId, uuid, server: serverName }),
  },
  'player.target': {
    roles: PROXY,
    summary:
      'A player is about to be sent back to this edge: it connects them to this server when they come, within 30 s and from this address. Answered with `ok`, or with `error` where it cannot. For edges with the feature `transfers`.',
    field: f.object({
      type: f.literal('player.target'),
      id: requestId,
      name: playerName,
      ip,
      server: serverName,
    }),
  },
  'player.transfer': {
    roles: BACKEND,
    summary:
      'Sends a player on this server back to the address by which they came to the network. Answered with `ok` when they are gone, or with `error`. Only with the feature `transfers`.',
    field: f.object({
      type: f.literal('player.transfer'),
      id: requestId,
      uuid,
      name: f.described(f.string(), {
        description: 'Whom it finds: it may know the player by another uuid.',
      }),
    }),
  },
  'player.message': {
    roles: BOTH,
    summary:
      'A message for one player (to a proxy) or for all players of a server (to a backend). To a proxy with the feature `styles` it may have `server` in place of `uuid`, for all its players on that server, or neither, for everybody on it.',
    field: f.object({
      type: f.literal('player.message'),
      uuid: f.optional(uuid),
      server: f.optional(serverName),
      message: markedText,
      style: f.optional(
        f.described(f.oneOf(MESSAGE_STYLES), {
          description: 'Where it is shown; absent for the chat. For proxies with the feature `styles`.',
        }),
      ),
    }),
  },
  status: {
    roles: PROXY,
    summary: 'The Proxy status, after `welcome` and on every change.',
    field: f.object({ type: f.literal('status'), status: proxyStatus }),
  },
  'status.count': {
    roles: PROXY,
    summary:
      'How many players are online, where nothing else of the status changed. For proxies with the feature `count`.',
    field: f.object({ type: f.literal('status.count'), onlinePlayers: f.integer(0) }),
  },
  servers: {
    roles: PROXY,
    summary: 'All servers and their addresses, after `welcome`.',
    field: f.object({ type: f.literal('servers'), ...listPart, servers: f.array(addressEntry) }),
  },
  'server.add': {
    roles: PROXY,
    summary: 'A server that is new or has changed.',
    field: f.object({ type: f.literal('server.add'), server: addressEntry }),
  },
  'server.remove': {
    roles: PROXY,
    summary: 'A server that was removed.',
    field: f.object({ type: f.literal('server.remove'), name: serverName }),
  },
  bans: {
    roles: PROXY,
    summary:
      'All active bans, after `welcome`, so that the proxy can refuse banned players while the coordinator is away. ' +
      'A `ban.add` or `ban.remove` between its parts applies to the list that is being sent.',
    field: f.object({ type: f.literal('bans'), version: banVersion, ...listPart, bans: f.array(activeBan) }),
  },
  'ban.add': {
    roles: PROXY,
    summary: 'A ban that is new or has changed.',
    field: f.object({ type: f.literal('ban.add'), version: banVersion, ban: activeBan }),
  },
  'ban.remove': {
    roles: PROXY,
    summary: 'A ban that was lifted or has expired.',
    field: f.object({ type: f.literal('ban.remove'), version: banVersion, uuid }),
  },
  ...PROXY_ORDERS,
  network: {
    roles: BACKEND,
    summary: 'Everything that menus and placeholders show, after `welcome`.',
    field: f.object({
      type: f.literal('network'),
      ...listPart,
      servers: f.array(menuServer),
      ...networkFacts,
    }),
  },
  'network.update': {
    roles: BACKEND,
    summary: 'What changed: servers that are new or different, names of removed servers, and the counts.',
    field: f.object({
      type: f.literal('network.update'),
      servers: f.array(menuServer),
      removed: f.array(serverName),
      ...networkFacts,
    }),
  },
  reach: {
    roles: BACKEND,
    summary: 'Answers `player.reach`.',
    field: f.object({
      type: f.literal('reach'),
      re: requestId,
      servers: f.described(f.nullable(f.array(serverName, MAX_REACHED)), {
        description:
          'The servers to which an edge can take the player, as many as fit the frame; null for all, where a proxy moves them.',
      }),
    }),
  },
  facts: {
    roles: BACKEND,
    summary: 'Answers `player.facts`.',
    field: f.object({ type: f.literal('facts'), re: requestId, ...playerFacts }),
  },
  'player.matches': {
    roles: BACKEND,
    summary:
      'Answers `player.search`: the first thousand in the order of their names, or as many as fit the frame, and how many there are in all.',
    field: f.object({
      type: f.literal('player.matches'),
      re: requestId,
      players: f.array(
        f.object({
          uuid,
          name: f.string(),
          server: f.described(f.string(), { description: 'Empty while on no server.' }),
        }),
        MAX_MATCHES,
      ),
      total: f.integer(0),
    }),
  },
  'player.offer': {
    roles: BOTH,
    summary:
      'Offers a player to go to another server, for example back after a reboot. To a backend: by a menu where it has menus, else by a message. To a proxy with the feature `offers`: by a message that a click turns into a move.',
    field: f.object({ type: f.literal('player.offer'), uuid, server: serverName, message: markedText }),
  },
  reboot: {
    roles: BACKEND,
    summary: 'Save and stop after the countdown. Answered with `ok` when the agent has accepted it.',
    field: f.object({
      type: f.literal('reboot'),
      id: requestId,
      reboot: f.string({ min: 1, max: 64 }),
      countdownSeconds: f.integer(0),
      message: f.string(),
    }),
  },
  ok: { roles: BOTH, summary: 'Done: answers a request of the agent.', field: okBody },
  error: {
    roles: BOTH,
    summary:
      'Refused, not understood, or taken but for the parts that `detail` names. Ten frames in a row that are no message close the connection (1008).',
    field: errorBody,
  },
} as const;

export type CoordinatorMessageType = keyof typeof COORDINATOR_MESSAGES;
export type CoordinatorMessageOf<T extends CoordinatorMessageType> = f.Infer<
  (typeof COORDINATOR_MESSAGES)[T]['field']
>;
/** Any message of the coordinator; discriminated by `type`. */
export type CoordinatorMessage = {
  [T in CoordinatorMessageType]: CoordinatorMessageOf<T>;
}[CoordinatorMessageType];
/** One server as backends show it. */
export type MenuServer = f.Infer<typeof menuServer>;
/** What placeholders show of a player. */
export type PlayerFacts = Omit<CoordinatorMessageOf<'facts'>, 'type' | 're'>;
/** A server and where proxies reach it. */
export type AddressEntry = f.Infer<typeof addressEntry>;
