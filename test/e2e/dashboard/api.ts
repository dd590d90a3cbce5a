import { inject } from 'vitest';
import { request } from './coordinator-api.ts';

/** Calls the API of the shared network, like another admin without a window. */
export function api(method: string, path: string, body?: unknown): Promise<Response> {
  const { url, apiKey } = inject('network');
  return request(url, apiKey, method, path, body);
}

/** The reply of a GET of the shared network. */
export async function read<T>(path: string): Promise<T> {
  const value: T = await (await api('GET', path)).json();
  return value;
}

/** A player who is online. */
export interface OnlinePlayer {
  readonly uuid: string;
  readonly name: string;
  readonly server: string;
}

/** The player at this index of those who are online, the longest online first. */
export async function onlinePlayer(index = 0): Promise<OnlinePlayer> {
  const [player] = await read<OnlinePlayer[]>(`/players?limit=1&offset=${index}`);
  if (player === undefined) throw new Error(`fewer than ${index + 1} players are online`);
  return player;
}
