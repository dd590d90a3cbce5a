import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { App, type TemplatedApp } from 'uWebSockets.js';
import { systemClock } from '../../src/runtime/clock.ts';
import type { Network } from '../../src/actors/network.ts';
import { openNetwork } from '../../src/actors/open-network.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import { attachChannel } from '../../src/channel/server/channel-server.ts';
import { type Listening, listenOn } from '../../src/gateway/listen.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { freePort } from '../fixtures/free-port.ts';
import { KeptLog, SECRET } from './channel-fixture.ts';

export interface Coordinator {
  readonly url: string;
  readonly network: Network;
  readonly log: KeptLog;
  /** Breaks every connection and accepts new ones on the same port. */
  hangUp(): Promise<void>;
  close(): Promise<void>;
}

/** The real network over the embedded database and the real channel; only the gateway is missing. */
export async function openCoordinator(clock: Clock = systemClock): Promise<Coordinator> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'portcullis-channel-'));
  const log = new KeptLog();
  const storage = await openStorage({ url: 'sqlite:', dataFolder, logger: log, clock });
  const network = await openNetwork({
    storage,
    clock,
    logger: log,
    timezone: 'UTC',
    texts: {
      banned: 'Banned: {reason}',
      bannedForever: 'Banned for good: {reason}',
      maintenance: 'Maintenance',
      joinPrevented: 'Closed',
      networkFull: 'Full',
    },
  });
  // A connection of another test could be given a port of the system's choice while nobody listens.
  let server = await openServer(network, clock, log, await freePort());
  return {
    url: `http://127.0.0.1:${server.port}`,
    network,
    log,
    hangUp: async () => {
      server.close();
      server = await openServer(network, clock, log, server.port);
    },
    close: async () => {
      server.close();
      await network.close();
      await storage.close();
      rmSync(dataFolder, { recursive: true });
    },
  };
}

async function openServer(network: Network, clock: Clock, log: KeptLog, port: number) {
  const app = App();
  const channel = attachChannel(app, { network, secret: SECRET, clock, logger: log, version: '1.0.0' });
  const listening = await listen(app, port);
  return {
    port: listening.port,
    close: () => {
      channel.close();
      listening.close();
    },
  };
}

/** A port that was just closed may be in use for a few turns more. */
async function listen(app: TemplatedApp, port: number): Promise<Listening> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await listenOn(app, { host: '127.0.0.1', port });
    } catch (error) {
      if (tries === 1_000) throw error;
      await setImmediate();
    }
  }
}
