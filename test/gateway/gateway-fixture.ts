import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Network } from '../../src/actors/network.ts';
import { openNetwork } from '../../src/actors/open-network.ts';
import type { LogFields, Logger } from '../../src/runtime/logger.ts';
import type { ProxyClient } from '../../src/actors/ports.ts';
import type { Uuid } from '../../src/domain/uuid.ts';
import { type Gateway, type GatewayOptions, openGateway } from '../../src/gateway/gateway.ts';
import { MemoryStorage } from '../fixtures/memory-storage.ts';
import { RunningClock } from '../fixtures/test-clock.ts';

export const PASSWORD = 'correct horse';
export const API_KEY = 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6';
const SIGNING_KEY = new Uint8Array(32).fill(7);

/** The hash of the password above, at a low cost for tests; the cost is part of the hash. */
export const PASSWORD_HASH =
  'scrypt$1024$8$1$AAAAAAAAAAAAAAAAAAAAAA$6T3EPrWlvRG_y8-HDJ-XRLH2SiAP9RFvuF7ZslX9Uhw';

export const NOTCH = '069a79f4-44e9-4726-a5be-fca90e38aaf5' as Uuid;
export const JEB = '853c80ef-3c37-49fd-aa49-938b674adae6' as Uuid;

export interface TestCoordinator {
  readonly gateway: Gateway;
  readonly network: Network;
  readonly storage: MemoryStorage;
  readonly clock: RunningClock;
  readonly log: ({ level: string } & LogFields)[];
  readonly port: number;
  /** Opens a second gateway over the same network and database. */
  openAnother(options?: Partial<GatewayOptions>): Promise<Gateway>;
}

/** A whole coordinator without channel: the real network over a database in memory, the gateway on a free port. */
export async function openCoordinator(options: Partial<GatewayOptions> = {}): Promise<TestCoordinator> {
  const clock = new RunningClock();
  const storage = new MemoryStorage(clock);
  const log: TestCoordinator['log'] = [];
  const note = (level: string) => (fields: LogFields) => void log.push({ level, ...fields });
  const logger: Logger = {
    debug: note('debug'),
    info: note('info'),
    warn: note('warn'),
    error: note('error'),
  };
  const network = await openNetwork({
    storage,
    clock,
    logger,
    timezone: 'UTC',
    texts: {
      banned: 'Banned: {reason}',
      bannedForever: 'Banned: {reason}',
      maintenance: 'Maintenance',
      joinPrevented: 'Closed',
      networkFull: 'Full',
    },
  });
  const open = (more: Partial<GatewayOptions>) =>
    openGateway({
      network,
      storage,
      clock,
      logger,
      listen: { host: '127.0.0.1', port: 0 },
      auth: { passwordHash: PASSWORD_HASH, apiKey: API_KEY, signingKey: SIGNING_KEY },
      trustedProxies: [],
      corsOrigins: [],
      version: '1.2.3',
      dashboardFolder: join(import.meta.dirname, '../fixtures/dashboard'),
      ...more,
    });
  const gateway = await open(options);
  return {
    gateway,
    network,
    storage,
    clock,
    log,
    port: gateway.port,
    openAnother: (more = {}) => open({ ...options, ...more }),
  };
}

/** The same, closed when the running test is over. */
export async function coordinatorForTest(options: Partial<GatewayOptions> = {}): Promise<TestCoordinator> {
  const coordinator = await openCoordinator(options);
  onTestFinished(() => closeCoordinator(coordinator));
  return coordinator;
}

export async function closeCoordinator(coordinator: TestCoordinator): Promise<void> {
  await coordinator.gateway.close();
  coordinator.storage.away = false;
  await coordinator.network.close();
}

/** Connects a proxy agent that answers every request with success. */
export function attachProxy(network: Network, name = 'proxy-1', client: Partial<ProxyClient> = {}) {
  return network.agents.attachProxy(
    { name, platform: 'modern', version: '3.4.0', epoch: 1 },
    {
      kick: async () => true,
      send: async () => true,
      sendMessage: () => undefined,
      close: () => undefined,
      ...client,
    },
  );
}
