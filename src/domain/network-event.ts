import type { Field, Infer } from './fields/field.ts';
import {
  banUpdate,
  historyPoint,
  networkStatus,
  playerJoin,
  playerLeave,
  proxyStatus,
  serverUpdate,
} from './resources.ts';

/** Every event that the coordinator publishes, with the shape of its payload (docs/api.md "Events"). A fixed list. */
export const NETWORK_EVENTS = {
  server_update: serverUpdate,
  player_join: playerJoin,
  player_leave: playerLeave,
  ban_update: banUpdate,
  player_history: historyPoint,
  proxy_update: proxyStatus,
  status_update: networkStatus,
} as const satisfies Record<string, Field<unknown>>;

export type NetworkEventType = keyof typeof NETWORK_EVENTS;

export type NetworkEvent = {
  [T in NetworkEventType]: { readonly type: T; readonly data: Infer<(typeof NETWORK_EVENTS)[T]> };
}[NetworkEventType];

export const NETWORK_EVENT_TYPES: readonly NetworkEventType[] = [
  'server_update',
  'player_join',
  'player_leave',
  'ban_update',
  'player_history',
  'proxy_update',
  'status_update',
];

/** The events on each stream of the API. */
export const STREAMS = {
  servers: ['server_update'],
  players: ['player_join', 'player_leave', 'ban_update', 'player_history'],
  proxy: ['proxy_update', 'status_update'],
} as const satisfies Record<string, readonly NetworkEventType[]>;
