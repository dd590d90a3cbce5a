import * as f from '../../domain/fields/field.ts';
import { proxyStatus } from '../../domain/resources.ts';
import { SERVER_STATES } from '../../domain/server.ts';
import {
  requestId,
  BACKEND,
  BOTH,
  epochMs,
  errorBody,
  listPart,
  okBody,
  PROXY,
  serverAddress,
  serverName,
  uuid,
} from './message.ts';

const banVersion = f.described(f.integer(0), {
  description: 'Grows with every change of the ban list; a frame with a lower one than seen is older.',
});

const words = f.described(f.string(), {
  description: 'Text with colours: `#RRGGBB`, and codes behind `&` and `§`; a backslash makes a mark text.',
});

const activeBan = f.object({
  uuid,
  name: f.string(),
  expires: f.described(f.integer(0), { description: 'Epoch milliseconds; 0 when permanent.' }),
  reason: f.string(),
  banId: f.described(f.string(), { description: 'The short id a refused player quotes to staff.' }),
});

const addressEntry = f.object({
  name: serverName,
  type: f.string(),
  address: f.described(f.nullable(serverAddress), { description: 'Null when nobody told it.' }),
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
  motd: f.described(f.string(), { description: 'The one that holds now; may have colours.' }),
};

/** So many players fit a frame whatever their names. */
export const MAX_MATCHES = 1_000;

const playerFacts = {
  uuid,
  totalTime: f.described(f.integer(0), { description: 'Seconds, the running session included.' }),
  totalTimeText: f.string(),
  joined: f.described(f.string(), { description: 'First connection, as a date; empty where never.' }),
  banned: f.boolean(),
  server: f.described(f.string(), { description: 'Empty while offline or on none.' }),
  party: f.nullable(f.object({ size: f.integer(0), leader: f.string() })),
  friendsOnline: f.integer(0),
};

/** What the coordinator says to agents (CHANNEL.md "Coordinator → agent"), keyed by `type`. */
export const COORDINATOR_MESSAGES = {
  welcome: {
    roles: BOTH,
    summary: 'Answers `hello`: the link stands, and the agent now reports itself as a whole.',
    field: f.object({
      type: f.literal('welcome'),
      session: f.string(),
      heartbeatMs: f.integer(1),
      now: epochMs,
    }),
  },
  ping: {
    roles: BOTH,
    summary: 'Is this link alive? Answered with `pong`; three unanswered close the link.',
    field: f.object({ type: f.literal('ping'), at: epochMs }),
  },
  admission: {
    roles: PROXY,
    summary: 'Answers `player.login`; a refusal has its code, the words for the player and perhaps a ban id.',
    field: f.object({
      type: f.literal('admission'),
      re: requestId,
      allow: f.boolean(),
      code: f.optional(f.oneOf(['banned', 'maintenance', 'join_prevented', 'network_full'])),
      message: f.optional(words),
      banId: f.optional(f.string()),
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
      'A game server has this player. Tells a proxy that only passes bytes on that who they claimed to be holds, and where they are.',
    field: f.object({ type: f.literal('player.seen'), uuid, server: serverName }),
  },
  'player.kick': {
    roles: PROXY,
    summary: 'Sends a player away with these words. Answered with `ok`, or `error player_not_found`.',
    field: f.object({ type: f.literal('player.kick'), id: requestId, uuid, message: words }),
  },
  'player.send': {
    roles: PROXY,
    summary: 'Moves a player to a server. Answered with `ok` or `error`.',
    field: f.object({ type: f.literal('player.send'), id: requestId, uuid, server: serverName }),
  },
  'player.message': {
    roles: BOTH,
    summary: 'Speaks to one player (proxy) or to everybody on the server (backend).',
    field: f.object({
      type: f.literal('player.message'),
      uuid: f.optional(uuid),
      server: f.optional(serverName),
      message: words,
    }),
  },
  status: {
    roles: PROXY,
    summary: 'The Proxy status, after `welcome` and on change.',
    field: f.object({ type: f.literal('status'), status: proxyStatus }),
  },
  servers: {
    roles: PROXY,
    summary: 'The whole address book, after `welcome`.',
    field: f.object({ type: f.literal('servers'), ...listPart, servers: f.array(addressEntry) }),
  },
  'server.add': {
    roles: PROXY,
    summary: 'A server that is new, or whose entry changed.',
    field: f.object({ type: f.literal('server.add'), server: addressEntry }),
  },
  'server.remove': {
    roles: PROXY,
    summary: 'A server that is no more.',
    field: f.object({ type: f.literal('server.remove'), name: serverName }),
  },
  bans: {
    roles: PROXY,
    summary:
      'All active bans, after `welcome`, so that the proxy decides rightly while the coordinator is away. ' +
      'It comes in parts; `ban.add` and `ban.remove` between them apply to the list that is being built.',
    field: f.object({ type: f.literal('bans'), version: banVersion, ...listPart, bans: f.array(activeBan) }),
  },
  'ban.add': {
    roles: PROXY,
    summary: 'A ban that holds from now on, or whose entry changed.',
    field: f.object({ type: f.literal('ban.add'), version: banVersion, ban: activeBan }),
  },
  'ban.remove': {
    roles: PROXY,
    summary: 'A ban that was lifted or has expired.',
    field: f.object({ type: f.literal('ban.remove'), version: banVersion, uuid }),
  },
  network: {
    roles: BACKEND,
    summary: 'What menus and placeholders show, as a whole, after `welcome`.',
    field: f.object({
      type: f.literal('network'),
      ...listPart,
      servers: f.array(menuServer),
      ...networkFacts,
    }),
  },
  'network.update': {
    roles: BACKEND,
    summary: 'What changed: servers that are new or different, names of those removed, and the counts.',
    field: f.object({
      type: f.literal('network.update'),
      servers: f.array(menuServer),
      removed: f.array(serverName),
      ...networkFacts,
    }),
  },
  facts: {
    roles: BACKEND,
    summary: 'Answers `player.facts`.',
    field: f.object({ type: f.literal('facts'), re: requestId, ...playerFacts }),
  },
  'player.matches': {
    roles: BACKEND,
    summary: 'Answers `player.search`: the first thousand by name, and how many there are.',
    field: f.object({
      type: f.literal('player.matches'),
      re: requestId,
      players: f.array(
        f.object({
          uuid,
          name: f.string(),
          server: f.described(f.string(), { description: 'Empty while on none.' }),
        }),
        MAX_MATCHES,
      ),
      total: f.integer(0),
    }),
  },
  'player.offer': {
    roles: BACKEND,
    summary:
      'Offers a player who is on this server to go to another, as the way back after a reboot: by a click where the host has clicks.',
    field: f.object({ type: f.literal('player.offer'), uuid, server: serverName, message: f.string() }),
  },
  reboot: {
    roles: BACKEND,
    summary: 'Save and stop after the countdown. Answered with `ok` once taken on.',
    field: f.object({
      type: f.literal('reboot'),
      id: requestId,
      reboot: f.string({ min: 1, max: 64 }),
      countdownSeconds: f.integer(0),
      message: f.string(),
    }),
  },
  ok: { roles: BOTH, summary: 'Done; answers a frame of the agent that asked.', field: okBody },
  error: {
    roles: BOTH,
    summary: 'Refused or not understood. Ten frames in a row that are not understood close the link (1008).',
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
/** One line of the address book that proxies keep. */
export type AddressEntry = f.Infer<typeof addressEntry>;
