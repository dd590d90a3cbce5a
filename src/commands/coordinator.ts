import { systemClock } from '../actors/clock.ts';
import { openNetwork } from '../actors/open-network.ts';
import type { Logger } from '../actors/ports.ts';
import { attachChannel } from '../channel/channel-server.ts';
import { parseListenAddress } from '../config/listen-address.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Settings } from '../config/keys.ts';
import { openGateway } from '../gateway/gateway.ts';
import { reachStorage } from './reach-storage.ts';

export interface Coordinator {
  /** Where it listens, with the port the system chose if it was 0. */
  readonly url: string;
  /** Stops accepting, finishes what is in flight, writes down what is in memory, lets go of the database. */
  close(): Promise<void>;
}

export interface CoordinatorParts {
  readonly config: LoadedConfig;
  readonly dataFolder: string;
  readonly logger: Logger;
  readonly version: string;
}

/**
 * Puts the rooms of the house together, bottom first: storage, network, channel and gateway. What was opened before a
 * failure is closed again.
 */
export async function openCoordinator(parts: CoordinatorParts): Promise<Coordinator> {
  const opened: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (let step = opened.pop(); step !== undefined; step = opened.pop()) await step();
  };
  try {
    const url = await open(parts, opened);
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  { config, dataFolder, logger, version }: CoordinatorParts,
  opened: (() => Promise<void> | void)[],
): Promise<string> {
  const { settings, signingKey } = config;
  const clock = systemClock;
  const listen = parseListenAddress(settings['gateway.listen']);
  if (listen === null) throw new Error('gateway.listen was not checked');

  const storage = await reachStorage({ settings, dataFolder, logger, clock });
  opened.push(() => storage.close());
  const network = await openNetwork({
    storage,
    clock,
    logger,
    timezone: settings.timezone,
    texts: textsOf(settings),
  });
  opened.push(() => network.close());
  const gateway = await openGateway({
    network,
    storage,
    clock,
    logger,
    listen,
    auth: { passwordHash: settings['auth.password'], apiKey: settings.api_key, signingKey },
    trustedProxies: settings['gateway.trustedProxies'],
    corsOrigins: settings['gateway.corsOrigins'],
    version,
    mount: (app) => {
      const channel = attachChannel(app, {
        network,
        secret: settings['channel.secret'],
        clock,
        logger,
        version,
      });
      opened.push(() => channel.close());
    },
  });
  opened.push(() => gateway.close());
  const host = listen.host.includes(':') ? `[${listen.host}]` : listen.host;
  return `http://${host}:${gateway.port}`;
}

function textsOf(settings: Settings) {
  return {
    banned: settings['messages.banned'],
    bannedForever: settings['messages.bannedForever'],
    maintenance: settings['messages.maintenance'],
    joinPrevented: settings['messages.joinPrevented'],
    networkFull: settings['messages.networkFull'],
  };
}
