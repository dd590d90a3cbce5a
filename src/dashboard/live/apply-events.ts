import type { QueryClient } from '@tanstack/react-query';
import {
  historyQuery,
  playerQuery,
  proxyQuery,
  restartQuery,
  serverQuery,
  serversQuery,
  statusQuery,
} from '../api/queries.ts';
import type { ApiEvents } from '../api/schema.ts';
import { activityStore, type Arrival } from './activity-store.ts';
import type { ServerSentEvent } from './sse-parser.ts';

const HISTORY_POINTS = 60;

/**
 * Applies events to the data of the page. It takes a batch, so that a thousand joins a second change the page once.
 * Lists that are read in pages are not patched but loaded again; `refreshLists` is called with their keys.
 */
export function applyEvents(
  client: QueryClient,
  events: readonly ServerSentEvent[],
  now: number,
  refreshLists: (key: readonly string[]) => void,
): void {
  const arrivals: Arrival[] = [];
  let onlinePlayers: number | undefined;
  for (const { type, data } of events) {
    if (type === 'player_join') {
      const joined: ApiEvents['player_join'] = JSON.parse(data);
      onlinePlayers = joined.onlinePlayers;
      arrivals.push({ uuid: joined.uuid, name: joined.name, server: joined.server, at: now });
      refreshPlayer(client, joined.uuid, refreshLists);
    } else if (type === 'player_leave') {
      const left: ApiEvents['player_leave'] = JSON.parse(data);
      onlinePlayers = left.onlinePlayers;
      refreshPlayer(client, left.uuid, refreshLists);
    } else if (type === 'server_update') applyServer(client, JSON.parse(data), now, refreshLists);
    else if (type === 'ban_update') applyBan(client, JSON.parse(data), refreshLists);
    else if (type === 'player_history') applyHistory(client, JSON.parse(data));
    else if (type === 'proxy_update') {
      client.setQueryData(proxyQuery.queryKey, JSON.parse(data));
      onlinePlayers = undefined;
    } else if (type === 'status_update') client.setQueryData(statusQuery.queryKey, JSON.parse(data));
    else if (type === 'reset') void client.invalidateQueries();
  }
  if (arrivals.length > 0) activityStore.send({ type: 'arrived', arrivals });
  if (onlinePlayers !== undefined) {
    const count = onlinePlayers;
    client.setQueryData(proxyQuery.queryKey, (known) => known && { ...known, onlinePlayers: count });
    refreshLists(['players']);
  }
}

function applyServer(
  client: QueryClient,
  { name, removed, restart, ...changed }: ApiEvents['server_update'],
  now: number,
  refreshLists: (key: readonly string[]) => void,
): void {
  const known = client.getQueryData(serversQuery.queryKey);
  const before = known?.find((server) => server.name === name);
  if (removed === true) {
    client.setQueryData(serversQuery.queryKey, (list) => list?.filter((server) => server.name !== name));
    client.removeQueries({ queryKey: ['server', name], type: 'inactive' });
    refreshLists(['server', name]);
    return;
  }
  if (before === undefined) refreshLists(['servers']);
  else {
    client.setQueryData(serversQuery.queryKey, (list) =>
      list?.map((server) => (server.name === name ? { ...server, ...changed } : server)),
    );
  }
  client.setQueryData(serverQuery(name).queryKey, (detail) => detail && { ...detail, ...changed });
  const sameState = before?.state === changed.state || changed.state === undefined;
  if (before?.players !== changed.players) refreshLists(['server', name]);
  if (restart !== undefined) client.setQueryData(restartQuery(name).queryKey, restart);
  if (sameState || changed.state === undefined) return;
  const from = before?.state ?? null;
  const isRestart = [from, changed.state].some((state) => state === 'DRAINING' || state === 'RESTARTING');
  refreshLists(['server', name]);
  if (!isRestart) return;
  const change = { name, state: changed.state, at: now };
  activityStore.send({ type: 'serverChanged', change });
}

/** Loads a player again, but only one that the page has shown: a busy network has too many others. */
function refreshPlayer(
  client: QueryClient,
  uuid: string,
  refreshLists: (key: readonly string[]) => void,
): void {
  if (client.getQueryState(playerQuery(uuid).queryKey) !== undefined) refreshLists(['player', uuid]);
}

function applyBan(
  client: QueryClient,
  ban: ApiEvents['ban_update'],
  refreshLists: (key: readonly string[]) => void,
): void {
  refreshLists(['bans']);
  refreshPlayer(client, ban.uuid, refreshLists);
  refreshLists(['players']);
}

function applyHistory(client: QueryClient, point: ApiEvents['player_history']): void {
  client.setQueryData(historyQuery.queryKey, (points) => {
    if (points === undefined || points.at(-1)?.timestamp === point.timestamp) return points;
    return [...points, point].slice(-HISTORY_POINTS);
  });
}
