import type { NetworkStatus, ProxyStatus, Server } from '../api/schema.ts';
import { counted, countText } from '../ui/count-text.ts';

/** One number of the network. */
export interface Figure {
  readonly name: string;
  /** A dash where nobody knows it. */
  readonly value: string;
  readonly note: string;
}

/** What the figures are made from. */
export interface FigureSources {
  readonly proxy: Pick<ProxyStatus, 'maintenance' | 'onlinePlayers' | 'maxPlayers' | 'maintenanceBypass'>;
  readonly servers: readonly Pick<Server, 'online' | 'players' | 'maxPlayers'>[];
  readonly status: NetworkStatus | undefined;
  /** When the coordinator was last heard of, as text; undefined while it can be reached. */
  readonly asOf: string | undefined;
}

const UNKNOWN = '–';

/** The numbers on top of the overview. None is shown as of now whose source is lost. */
export function figuresOf({ proxy, servers, status, asOf }: FigureSources): Figure[] {
  const isUnknown = status?.counted === false || status?.proxies.connected === 0;
  const away = status?.proxies.connected === 0 ? 'no proxy is connected' : 'a proxy with players is away';
  const lostProxies = status?.proxies.lost ?? 0;
  const upServers = status?.servers.online ?? servers.filter(({ online }) => online).length;
  const places = freePlaces(proxy, servers);
  const figures = [
    {
      name: 'Players online',
      value: isUnknown ? UNKNOWN : countText(proxy.onlinePlayers),
      note: isUnknown
        ? away
        : lostProxies > 0
          ? `of ${countText(proxy.maxPlayers)} allowed; others may be on lost proxies`
          : `of ${countText(proxy.maxPlayers)} allowed`,
    },
    { name: 'Servers online', value: countText(upServers), note: `of ${countText(servers.length)}` },
    {
      name: 'Free places',
      value: isUnknown ? UNKNOWN : countText(upServers === 0 ? 0 : places.free),
      note: isUnknown ? away : places.isLimited ? 'up to the network’s player limit' : 'on online servers',
    },
  ].map((figure) => (asOf === undefined ? figure : { ...figure, note: `as of ${asOf}` }));
  const maintenance = {
    name: 'Maintenance',
    value: proxy.maintenance ? 'On' : 'Off',
    note: bypassText(proxy.maintenanceBypass.length),
  };
  return [...figures, maintenance];
}

/**
 * How many servers still have the state that they had when they were lost. Not the difference alone: a server that has just
 * come up is in the list a moment before it is in the status.
 */
export function lostButOnline(
  servers: readonly Pick<Server, 'online'>[],
  status: NetworkStatus | undefined,
): number {
  if (status === undefined) return 0;
  const shown = servers.filter(({ online }) => online).length;
  return Math.max(0, Math.min(status.servers.lost, shown - status.servers.online));
}

/** How many more players fit: as many as the online servers take, and no more than the network's limit allows. */
export function freePlaces(
  proxy: Pick<ProxyStatus, 'onlinePlayers' | 'maxPlayers'>,
  servers: FigureSources['servers'],
): { readonly free: number; readonly isLimited: boolean } {
  const onServers = servers
    .filter(({ online }) => online)
    .reduce((sum, { maxPlayers, players }) => sum + Math.max(0, maxPlayers - players), 0);
  const allowed = Math.max(0, proxy.maxPlayers - proxy.onlinePlayers);
  return { free: Math.min(onServers, allowed), isLimited: allowed < onServers };
}

function bypassText(names: number): string {
  if (names === 0) return 'the bypass list is empty';
  return `${counted(names, 'name')} on the bypass list`;
}
