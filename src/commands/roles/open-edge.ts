import type { CoordinatorAccess } from '../../channel/client/agent-client.ts';
import { parseUpstream } from '../../config/fields/edge-fields.ts';
import type { Settings } from '../../config/tables/coordinator-keys.ts';
import { parseListenAddress } from '../../config/fields/listen-address.ts';
import { type Edge, openEdge } from '../../platform/edge/edge.ts';
import type { EdgeOptions } from '../../platform/edge/edge-options.ts';
import type { HostRoute } from '../../platform/edge/routes.ts';
import type { PlatformDeps } from '../../platform/platform-deps.ts';
import type { NamedUpstream } from '../../platform/edge/transfers/server-upstreams.ts';
import { parseServerAddress } from '../../platform/server-address.ts';
import { refusalTexts } from './refusal-texts.ts';

const SHARE = '; for several edges on one port, set edge.sharePort in all of them';

export interface EdgeDeps extends PlatformDeps {
  readonly settings: Settings;
  readonly name: string;
  readonly version: string;
  readonly coordinator: CoordinatorAccess;
  readonly snapshotSecret?: string;
  readonly dataFolder: string;
  readonly managementOf: EdgeOptions['managementOf'];
}

/**
 * Opens the edge as configured; undefined when `edge.listen` is "off". Rejects with the error of `listen` when its port
 * is taken.
 */
export async function openConfiguredEdge({ settings, ...deps }: EdgeDeps): Promise<Edge | undefined> {
  const listen = parseListenAddress(settings['edge.listen']);
  if (listen === null) return undefined;
  const edge = await openEdge({
    ...deps,
    listen,
    sharePort: settings['edge.sharePort'],
    routes: routesOf(settings),
    servers: serversOf(settings),
    proxyProtocol: settings['edge.proxyProtocol'],
    identity: settings['edge.identity'],
    onUnknown: settings['edge.onUnknown'],
    trustedProxies: settings['edge.trustedProxies'],
    limits: {
      perMinute: settings['edge.limits.connectionsPerMinute'],
      open: settings['edge.limits.connectionsPerAddress'],
      waiting: settings['edge.limits.waiting'],
      joining: settings['edge.limits.joining'],
      loginSeconds: settings['edge.limits.loginSeconds'],
    },
    texts: {
      noUpstream: settings['edge.texts.noUpstream'],
      unreachable: settings['edge.texts.unreachable'],
      unknown: settings['edge.texts.unknown'],
      invalidName: settings['edge.texts.invalidName'],
    },
    refusals: refusalTexts(settings),
  });
  deps.logger.info({ event: 'edge.ready', name: deps.name, host: listen.host, port: edge.port });
  return edge;
}

/** What an operator is told of an edge that cannot listen. */
export interface NoPort {
  readonly reason: string;
  readonly detail: string;
}

/** Why the edge cannot listen and what to type, for an error of `openConfiguredEdge`; undefined for any other error. */
export function noPortOf(error: unknown, option: '--edge' | '--listen'): NoPort | undefined {
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'listen')) return undefined;
  const share = 'code' in error && error.code === 'EADDRINUSE' && option === '--listen' ? SHARE : '';
  const detail = `Game clients cannot connect. Free the port, or choose another one with edge.listen or ${option}${share}`;
  return { reason: error.message, detail };
}

function serversOf(settings: Settings): NamedUpstream[] {
  return Object.entries(settings['edge.servers']).flatMap(([name, address]) => {
    const at = parseServerAddress(address);
    return at === undefined ? [] : [{ name, ...at }];
  });
}

function routesOf(settings: Settings): HostRoute[] {
  return Object.entries(settings['edge.routes']).map(([host, upstreams]) => ({
    host,
    upstreams: upstreams.flatMap((text) => parseUpstream(text) ?? []),
  }));
}
