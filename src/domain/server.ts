import { isVisibleWord } from './visible-name.ts';

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

/** With so many servers a network takes no new one whose agent may be anybody; those that an admin made are not bounded. */
export const MAX_SERVERS_OF_ANYBODY = 4_096;

/** Whether players can be on a server in this state. */
export function isOnlineState(state: ServerState): boolean {
  return state !== 'OFFLINE' && state !== 'STARTING' && state !== 'RESTARTING';
}

/** Whether players may join a server in this state; a draining server is being emptied. */
export function takesPlayers(state: ServerState): boolean {
  return isOnlineState(state) && state !== 'DRAINING';
}

/** The longest name of a server, in characters. */
export const MAX_SERVER_NAME_LENGTH = 64;
/** For schemas: the part of the rule that regular expressions of every language have. Code calls `isServerName`. */
export const SERVER_NAME_PATTERN = /^[^\s/?#%]+$/;
// Part of a URL's path: these end it, begin an escape, or go up in it; `events` is a path of its own under /api/servers.
const NOT_IN_A_PATH = /[/?#%]/;
const RESERVED_NAMES: ReadonlySet<string> = new Set(['.', '..', 'events']);
/** For schemas; code calls `isServerType`. */
export const SERVER_TYPE_PATTERN = /^[A-Z][A-Z0-9_]{0,31}$/;
/** To how many servers one edge can move players. */
export const MAX_REACHED_SERVERS = 1_000;
const ADDRESS = /^(?:\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253}):([0-9]{1,5})$/;

/** Whether a server or an agent can have this name: 1 to 64 visible characters without `/ ? # %`, and none that is reserved. */
export function isServerName(name: string): boolean {
  return (
    isVisibleWord(name, MAX_SERVER_NAME_LENGTH) && !NOT_IN_A_PATH.test(name) && !RESERVED_NAMES.has(name)
  );
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
