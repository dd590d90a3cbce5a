/** The words for what a game server is doing (CONTRACT §3). */
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

/** What a game server may say of itself; the others follow from links and reboots. */
export const REPORTED_STATES = ['STARTING', 'IDLE', 'WAITING', 'RUNNING', 'ENDING'] as const;
export type ReportedState = (typeof REPORTED_STATES)[number];

/** What is configured about a server and kept over a restart. */
export interface ServerProfile {
  readonly name: string;
  /** `HUB`, `GAME`, or another upper-case word. */
  readonly type: string;
  readonly maxPlayers: number;
  readonly serverId: string;
  readonly gameName: string;
  /** Opaque to us, at most 4 096 characters. */
  readonly gameData: string;
  readonly canRejoin: boolean;
  /** `host:port` where the server can be pinged, or null. */
  readonly address: string | null;
}

/** The type and the capacity of a server that says none. */
export const DEFAULT_SERVER_TYPE = 'GAME';
export const DEFAULT_MAX_PLAYERS = 100;

export function isOnlineState(state: ServerState): boolean {
  return state !== 'OFFLINE' && state !== 'STARTING' && state !== 'RESTARTING';
}

/** Only these let a player in: a draining server is being emptied. */
export function takesPlayers(state: ServerState): boolean {
  return isOnlineState(state) && state !== 'DRAINING';
}

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const TYPE = /^[A-Z][A-Z0-9_]{0,31}$/;
const ADDRESS = /^(?:\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253}):([0-9]{1,5})$/;

/** `events` is a path of its own under /api/servers, so no server may have that name. */
export function isServerName(name: string): boolean {
  return NAME.test(name) && name !== 'events';
}

export function isServerType(type: string): boolean {
  return TYPE.test(type);
}

export function isServerAddress(address: string): boolean {
  const port = Number(ADDRESS.exec(address)?.[1] ?? 0);
  return port >= 1 && port <= 65_535;
}
