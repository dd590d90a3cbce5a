import type { NetworkStatus, ProxyStatus } from '../api/schema.ts';
import { countText } from '../ui/count-text.ts';

/** `trouble`: nobody can join, or nobody can tell. `unknown`: nothing was loaded yet. */
export type StatusTone = 'ok' | 'warning' | 'trouble' | 'unknown';

/** The state of the network in one sentence, without a full stop. */
export interface StatusSentence {
  readonly tone: StatusTone;
  readonly text: string;
  /** The page where something can be done about it. */
  readonly href: string;
}

/** What the page knows of the network. Times are epoch milliseconds. */
export interface KnownOfNetwork {
  readonly connection: 'connecting' | 'live' | 'behind';
  /** While `behind`: when the coordinator was last heard of; 0 for never. */
  readonly receivedAt: number;
  /** When the connection was found to be lost; 0 for never. */
  readonly lostAt: number;
  readonly isDeviceOnline: boolean;
  readonly proxy:
    | Pick<ProxyStatus, 'maintenance' | 'preventJoin' | 'onlinePlayers' | 'maxPlayers'>
    | undefined;
  readonly status: NetworkStatus | undefined;
}

type Outage = Pick<NetworkStatus['proxies'], 'lost' | 'since'>;

/** Says the most important of what is known: who cannot be reached comes first, then what is closed, then what is lost. */
export function statusSentence(known: KnownOfNetwork, timeText: (at: number) => string): StatusSentence {
  const { connection, proxy, status } = known;
  const since = (at: number | null): string => (at === null || at === 0 ? '' : ` since ${timeText(at)}`);
  if (connection === 'behind') return unreachable(known, since);
  if (proxy === undefined || status === undefined)
    return { tone: 'unknown', text: 'Asking the coordinator…', href: '/' };
  const { proxies, servers } = status;
  if (proxies.connected === 0) {
    const text = `No proxy is connected${since(proxies.since)}: nobody can join`;
    return { tone: 'trouble', text, href: '/machines/link' };
  }
  const parts = [...closures(proxy, status, since), ...losses(status, since)];
  if (parts.length > 0) {
    const isClosed = proxy.maintenance || proxy.preventJoin;
    const href = isClosed
      ? '/proxy'
      : servers.lost > 0 || servers.online === 0
        ? '/servers'
        : '/machines/link';
    // Servers that were stopped while the network is closed are no trouble.
    const isTrouble = !status.playable && (!isClosed || servers.lost > 0);
    return { tone: isTrouble ? 'trouble' : 'warning', text: joined(parts), href };
  }
  if (proxy.onlinePlayers >= proxy.maxPlayers) {
    const text = `The network is full: ${countText(proxy.onlinePlayers)} of ${countText(proxy.maxPlayers)} players`;
    return { tone: 'warning', text, href: '/proxy' };
  }
  return { tone: 'ok', text: 'Open for players', href: '/proxy' };
}

/** Parts that begin with a capital, as one sentence. */
function joined([first = '', ...rest]: readonly string[]): string {
  return [first, ...rest.map((part) => part.slice(0, 1).toLowerCase() + part.slice(1))].join('; ');
}

/** Whether somebody who joins now gets in, in a word or two: from the same source as the sentence. */
export function joiningOf({ connection, proxy, status }: KnownOfNetwork): {
  readonly tone: 'green' | 'amber' | 'red' | 'grey';
  readonly text: string;
} {
  if (connection === 'behind' || proxy === undefined || status === undefined)
    return { tone: 'grey', text: 'Unknown' };
  if (proxy.maintenance) return { tone: 'amber', text: 'Maintenance' };
  if (proxy.preventJoin) return { tone: 'red', text: 'Closed' };
  if (!status.playable) return { tone: 'red', text: 'Nobody can join' };
  return proxy.onlinePlayers < proxy.maxPlayers
    ? { tone: 'green', text: 'Open' }
    : { tone: 'amber', text: 'Full' };
}

/** Whether the number of players is that of all who are online at this moment. */
export function isCounted({ connection, status }: Pick<KnownOfNetwork, 'connection' | 'status'>): boolean {
  return connection !== 'behind' && status?.counted !== false;
}

function unreachable(
  { receivedAt, lostAt, isDeviceOnline }: KnownOfNetwork,
  since: (at: number) => string,
): StatusSentence {
  const who = isDeviceOnline ? 'The coordinator cannot be reached' : 'This device is offline';
  const what = receivedAt === 0 ? 'what you see may be out of date' : 'what you see is of then';
  return { tone: 'trouble', text: `${who}${since(receivedAt || lostAt)}; ${what}`, href: '' };
}

function closures(
  { maintenance, preventJoin }: Pick<ProxyStatus, 'maintenance' | 'preventJoin'>,
  { maintenanceSince, joinPreventedSince }: NetworkStatus,
  since: (at: number | null) => string,
): string[] {
  if (maintenance) return [`Closed for maintenance${since(maintenanceSince)}`];
  return preventJoin ? [`Joining is closed${since(joinPreventedSince)}`] : [];
}

function losses(
  { proxies, servers, playable }: NetworkStatus,
  since: (at: number | null) => string,
): string[] {
  const parts: string[] = [];
  if (proxies.lost > 0)
    parts.push(lossOf('proxy', 'proxies', proxies, proxies.connected + proxies.lost, since));
  if (servers.known === 0) {
    if (!playable) parts.push('No server is connected: nobody can join');
  } else if (servers.online === 0 && servers.lost < servers.known)
    parts.push(`No server is online${since(servers.since)}`);
  else if (servers.lost > 0) parts.push(lossOf('server', 'servers', servers, servers.known, since));
  return parts;
}

function lossOf(
  one: string,
  many: string,
  { lost, since: at }: Outage,
  total: number,
  since: (at: number | null) => string,
): string {
  if (total === 1) return `The only ${one} is lost${since(at)}`;
  const which = lost === total ? `All ${countText(total)}` : `${countText(lost)} of ${countText(total)}`;
  return `${which} ${many} ${lost === 1 ? 'is' : 'are'} lost${since(at)}`;
}
