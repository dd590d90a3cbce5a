/** What a game server is doing (docs/api.md "Servers"). */
export const SERVER_STATES = [
  'OFFLINE',
  'STARTING',
  'IDLE',
  'WAITING',
  'RUNNING',
  'ENDING',
  'DRAINING',
  'RESTARTING',
] as const;
export type ServerState = (typeof SERVER_STATES)[number];

/** The states that a game server may report of itself; the others follow from its connection and from reboots. */
export const REPORTED_STATES = ['STARTING', 'IDLE', 'WAITING', 'RUNNING', 'ENDING'] as const;
export type ReportedState = (typeof REPORTED_STATES)[number];

/** What is stored about a server. */
export interface ServerProfile {
  readonly name: string;
  /** `HUB`, `GAME`, or another upper-case word. */
  readonly type: string;
  readonly maxPlayers: number;
  readonly serverId: string;
  readonly gameName: string;
  /** Opaque to Portcullis, at most 4 096 characters. */
  readonly gameData: string;
  readonly canRejoin: boolean;
  /** `host:port` where the server can be pinged, or null. */
  readonly address: string | null;
}

/** For servers that neither report nor configure another value. */
export const DEFAULT_SERVER_TYPE = 'GAME';
export const DEFAULT_MAX_PLAYERS = 100;

/** Whether players can be on a server in this state. */
export function isOnlineState(state: ServerState): boolean {
  return state !== 'OFFLINE' && state !== 'STARTING' && state !== 'RESTARTING';
}

/** Whether players may join a server in this state; a draining server is being emptied. */
export function takesPlayers(state: ServerState): boolean {
  return isOnlineState(state) && state !== 'DRAINING';
}

/** For schemas; code calls `isServerName`, which also refuses `events`. */
export const SERVER_NAME_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;
/** For schemas; code calls `isServerType`. */
export const SERVER_TYPE_PATTERN = /^[A-Z][A-Z0-9_]{0,31}$/;
const ADDRESS = /^(?:\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253}):([0-9]{1,5})$/;

/** `events` is a path of its own under /api/servers, so no server may have that name. */
export function isServerName(name: string): boolean {
  return SERVER_NAME_PATTERN.test(name) && name !== 'events';
}

/** Whether a server can have this type: capitals, digits and underscores, at most 32. */
export function isServerType(type: string): boolean {
  return SERVER_TYPE_PATTERN.test(type);
}

/** Whether this is `host:port`, with IPv6 addresses in brackets. Looks nothing up. */
export function isServerAddress(address: string): boolean {
  const port = Number(ADDRESS.exec(address)?.[1] ?? 0);
  return port >= 1 && port <= 65_535;
}
