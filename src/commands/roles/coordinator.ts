import { hostname } from 'node:os';
import { systemClock } from '../../runtime/clock.ts';
import type { Network } from '../../actors/network.ts';
import { openNetwork } from '../../actors/open-network.ts';
import type { Logger } from '../../runtime/logger.ts';
import { SYSTEM_TURNS } from '../../runtime/turns.ts';
import type { RebootRules } from '../../actors/sessions/reboots/reboot-rules.ts';
import { attachChannel, type ChannelServer } from '../../channel/server/channel-server.ts';
import { parseListenAddress } from '../../config/fields/listen-address.ts';
import { lockDatabaseFile } from '../../config/files/database-file-lock.ts';
import { recordInstallation } from '../../config/files/installation.ts';
import type { LoadedConfig } from '../../config/load-config.ts';
import type { Settings } from '../../config/tables/coordinator-keys.ts';
import { openGateway } from '../../gateway/gateway.ts';
import { addressOf, readAddressesVia } from '../../gateway/http/client-address.ts';
import { AccountClient } from '../../platform/accounts/account-client.ts';
import { AccountRequests } from '../../platform/accounts/account-requests.ts';
import type { Edge } from '../../platform/edge/edge.ts';
import type { ManagedNetwork } from '../../platform/managed-network.ts';
import type { PlatformDeps } from '../../platform/platform-deps.ts';
import { createStatusProbe } from '../../platform/status-ping/ping-server.ts';
import { parseStorageUrl, storagePlace } from '../../storage/storage-url.ts';
import { ownHttpUrl } from '../http-url.ts';
import { openManagedNetwork } from './open-managed-network.ts';
import { watchAgentTable } from './agent-table-watch.ts';
import { type EdgeDeps, noPortOf, openConfiguredEdge } from './open-edge.ts';
import { reachStorage } from './reach-storage.ts';
import { noticeTexts, proxyTexts, refusalTexts } from './refusal-texts.ts';

/** The name of the edge in the coordinator's own process. */
const OWN_EDGE = 'edge';

/** A running coordinator. */
export interface Coordinator {
  /** URL of the gateway, with the port that the system chose if it was 0. */
  readonly url: string;
  /** `host:port` where game clients connect; undefined when the edge is off. */
  readonly edge: string | undefined;
  readonly network: Network;
  /** Resolves with the name of another coordinator that has taken the database: this one must end. */
  readonly replaced: Promise<string>;
  /** Stops accepting, finishes what is in flight, stores what is only in memory, and closes the database. */
  close(): Promise<void>;
}

export interface CoordinatorOptions {
  readonly config: LoadedConfig;
  readonly dataFolder: string;
  readonly logger: Logger;
  readonly version: string;
  /** With which the agents of this process connect; it is in no file. */
  readonly internalSecret: string;
  /** Resolves when the process is asked to stop; ends the wait for a database that is away. */
  readonly stopping: Promise<void>;
}

/**
 * Assembles the coordinator, bottom first: storage, network, channel, gateway, managed servers and edge. What was
 * opened before a failure is closed again.
 */
export async function openCoordinator(options: CoordinatorOptions): Promise<Coordinator> {
  const opened: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (let step = opened.pop(); step !== undefined; step = opened.pop()) await step();
  };
  try {
    const addresses = await open(options, opened);
    return { ...addresses, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  { config, dataFolder, logger, version, internalSecret, stopping }: CoordinatorOptions,
  opened: (() => Promise<void> | void)[],
): Promise<Omit<Coordinator, 'close'>> {
  const { settings, signingKey } = config;
  const clock = systemClock;
  const listen = parseListenAddress(settings['gateway.listen']);
  if (listen === null) throw new Error('gateway.listen was not checked');

  const database = parseStorageUrl(settings['storage.url'], dataFolder);
  if (database.dialect === 'sqlite') opened.push(lockDatabaseFile(database.file, dataFolder));
  const storage = await reachStorage({
    settings,
    dataFolder,
    logger,
    clock,
    stopping,
    holdAs: `${hostname()}, process ${process.pid}`,
  });
  opened.push(() => storage.close());
  await recordInstallation(dataFolder, { database: storagePlace(database), keys: config.keys }, clock.now());
  const accounts = accountsOf(settings['edge.accounts.url'], { clock, logger, random: Math.random });
  opened.push(() => accounts?.close());
  let managed: ManagedNetwork | undefined;
  const network = await openNetwork({
    ...(accounts === undefined ? {} : { accounts }),
    storage,
    clock,
    logger,
    random: Math.random,
    turns: SYSTEM_TURNS,
    timezone: settings.timezone,
    texts: refusalTexts(settings),
    notices: noticeTexts(settings),
    slotsPerAddress: settings['admission.slotsPerAddress'],
    reboot: rebootRules(settings),
    keep: { addresses: settings['storage.keep.addresses'], banLog: settings['storage.keep.banLog'] },
    edgeIdentity: settings['edge.identity'],
    probe: createStatusProbe(clock, logger),
    closedReasonOf: (server) => managed?.closedReasonOf(server),
  });
  opened.push(() => network.close());
  if (!settings['storage.url'].startsWith('sqlite:')) {
    const { agentSecrets } = network;
    opened.push(watchAgentTable({ agentSecrets, clock, logger, random: Math.random }));
  }
  const addresses = readAddressesVia(settings['gateway.trustedProxies']);
  let channel: ChannelServer | undefined;
  const gateway = await openGateway({
    network,
    storage,
    clock,
    logger,
    random: Math.random,
    listen,
    auth: { passwordHash: settings['auth.password'], apiKey: settings.api_key, signingKey },
    trustedProxies: settings['gateway.trustedProxies'],
    corsOrigins: settings['gateway.corsOrigins'],
    statelyInspector: settings['inspect.stately'],
    version,
    timezone: settings.timezone,
    mount: (app, upgraded) => {
      channel = attachChannel(app, {
        network,
        secret: settings['channel.secret'],
        acceptShared: settings['channel.sharedSecret'] === 'on',
        internalSecret,
        addressOf: (response, request) => addressOf(response, request, addresses),
        upgraded,
        clock,
        logger,
        version,
        texts: proxyTexts(settings),
      });
      opened.push(() => channel?.close());
    },
  });
  opened.push(() => gateway.close());
  // Closed before the gateway, which drops every socket: agents get a closing frame that way.
  opened.push(() => channel?.close());
  const agents = {
    settings,
    dataFolder,
    coordinator: { url: ownHttpUrl(listen.host, gateway.port), secret: internalSecret },
    version,
    clock,
    logger,
    random: Math.random,
  };
  managed = await openManagedNetwork({ ...agents, network });
  opened.push(() => managed?.close());
  const managementOf: EdgeDeps['managementOf'] = (name) => managed?.managementOf(name);
  const edge = await openOwnEdge({
    ...agents,
    name: OWN_EDGE,
    managementOf,
    // Not the secret of this process: the file is for the next one.
    snapshotSecret: settings['channel.secret'],
  });
  if (edge !== undefined) opened.push(() => edge.close());
  return {
    url: gateway.address,
    edge: edge && `${edge.host}:${edge.port}`,
    network,
    replaced: storage.lease?.lost ?? new Promise<never>(() => undefined),
  };
}

/** A taken port must not keep the coordinator from starting: the API and everything else work without an edge. */
async function openOwnEdge(deps: EdgeDeps): Promise<Edge | undefined> {
  try {
    return await openConfiguredEdge(deps);
  } catch (error) {
    const noPort = noPortOf(error, '--edge');
    if (noPort === undefined) throw error;
    deps.logger.warn({ event: 'edge.no-port', ...noPort });
    return undefined;
  }
}

function accountsOf(url: string, deps: PlatformDeps): AccountClient | undefined {
  return url === 'off' ? undefined : new AccountClient(new AccountRequests(url), deps);
}

function rebootRules(settings: Settings): RebootRules {
  return {
    countdownSeconds: settings['restart.countdownSeconds'],
    announceAt: settings['restart.announceAt'],
    announcement: settings['restart.announcement'],
    message: settings['restart.message'],
    force: settings['restart.force'],
    fallbacks: settings['restart.fallbacks'],
    wayBack: settings['restart.wayBack'],
  };
}
