import { freePort } from '../../fixtures/free-port.ts';
import { RunningClock } from '../../fixtures/test-clock.ts';
import { MemoryStorage } from '../../fixtures/memory-storage.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Network } from '../../../src/actors/network.ts';
import { openNetwork } from '../../../src/actors/open-network.ts';
import type { LogFields, Logger } from '../../../src/runtime/logger.ts';
import { attachChannel, type ChannelServer } from '../../../src/channel/server/channel-server.ts';
import type { RefusalTexts } from '../../../src/domain/admission.ts';
import { type Gateway, openGateway } from '../../../src/gateway/gateway.ts';
import { type Edge, openEdge } from '../../../src/platform/edge/edge.ts';
import type { EdgeLimits, EdgeOptions } from '../../../src/platform/edge/edge-options.ts';
import { API_KEY, PASSWORD_HASH } from '../../gateway/gateway-fixture.ts';
import { FakeUpstream } from './fake-upstream.ts';
import { writeFrame } from '../../../src/platform/edge/protocol/frame.ts';
import { GameClient, handshake, type LoginOptions, loginBytes, MODERN } from './game-client.ts';

export const SECRET = 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeE';
const SIGNING_KEY = new Uint8Array(32).fill(7);

export const TEXTS: RefusalTexts = {
  banned: 'Banned for {remaining}.\nReason: {reason}\nBan id: {id}',
  bannedForever: 'Banned forever.\nReason: {reason}\nBan id: {id}',
  maintenance: 'Maintenance',
  joinPrevented: 'Closed',
  networkFull: 'Full',
};

/** So many that no test meets them by chance. */
export const LIMITS: EdgeLimits = {
  perMinute: 10_000,
  open: 10_000,
  waiting: 1_000,
  joining: 1_000,
  loginSeconds: 30,
};

export const EDGE_TEXTS = {
  noUpstream: 'No server is connected yet.',
  unreachable: 'Not reachable.',
  unknown: 'Starting.',
  invalidName: 'Not a name.',
};

/** A coordinator in this process, with storage that outlives it. */
export class Coordinator {
  readonly network: Network;
  readonly port: number;
  readonly #gateway: Gateway;
  readonly #channel: () => ChannelServer | undefined;

  constructor(network: Network, gateway: Gateway, channel: () => ChannelServer | undefined) {
    this.network = network;
    this.#gateway = gateway;
    this.port = gateway.port;
    this.#channel = channel;
  }

  static async open(
    storage: MemoryStorage,
    clock: RunningClock,
    logger: Logger,
    port: number,
  ): Promise<Coordinator> {
    const network = await openNetwork({ storage, clock, logger, timezone: 'UTC', texts: TEXTS });
    let channel: ChannelServer | undefined;
    const gateway = await openGateway({
      network,
      storage,
      clock,
      logger,
      listen: { host: '127.0.0.1', port },
      auth: { passwordHash: PASSWORD_HASH, apiKey: API_KEY, signingKey: SIGNING_KEY },
      trustedProxies: [],
      corsOrigins: [],
      version: '1.0.0',
      mount: (app) => {
        channel = attachChannel(app, { network, secret: SECRET, clock, logger, version: '1.0.0' });
      },
    });
    return new Coordinator(network, gateway, () => channel);
  }

  async close(): Promise<void> {
    this.#channel()?.close();
    await this.#gateway.close();
    await this.network.close();
  }
}

export interface EdgeFixture {
  readonly clock: RunningClock;
  readonly log: LogFields[];
  readonly storage: MemoryStorage;
  readonly upstream: FakeUpstream;
  readonly folder: string;
  readonly edge: Edge;
  readonly network: Network;
  /** A client of the edge. */
  connect(): GameClient;
  /** A client that has sent its login. */
  login(options?: LoginOptions): GameClient;
  /** Stops the coordinator. */
  stopCoordinator(): Promise<void>;
  /** Starts it again on the same port, with the same storage. */
  startCoordinator(): Promise<void>;
  /** Another edge of the same network, closed with the test. */
  openAnother(options?: Partial<EdgeOptions>): Promise<Edge>;
  logged(event: string): LogFields | undefined;
  /** Waits until the edge has every change so far. Changes the MOTD. */
  synced(): Promise<void>;
}

export interface EdgeFixtureOptions {
  readonly edge?: Partial<EdgeOptions>;
  /** False: the edge opens while no coordinator runs. */
  readonly withCoordinator?: boolean;
}

/** A coordinator, an edge that is connected to it, and an upstream; all closed when the running test is over. */
export async function openEdgeFixture({
  edge: edgeOptions = {},
  withCoordinator = true,
}: EdgeFixtureOptions = {}): Promise<EdgeFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-edge-'));
  const clock = new RunningClock();
  const log: LogFields[] = [];
  const note = (fields: LogFields): void => void log.push(fields);
  const logger: Logger = { debug: note, info: note, warn: note, error: note };
  const storage = new MemoryStorage(clock);
  const upstream = await FakeUpstream.open();
  const port = await freePort();
  let coordinator: Coordinator | undefined = await Coordinator.open(storage, clock, logger, port);
  const url = `http://127.0.0.1:${port}`;
  const clients: GameClient[] = [];
  let marks = 0;
  const edges: Edge[] = [];

  const stopCoordinator = async (): Promise<void> => {
    const stopped = coordinator;
    coordinator = undefined;
    await stopped?.close();
  };
  if (!withCoordinator) await stopCoordinator();

  const open = async (more: Partial<EdgeOptions>): Promise<Edge> => {
    const edge = await openEdge({
      name: 'edge',
      version: '1.0.0',
      coordinator: { url, secret: SECRET },
      listen: { host: '127.0.0.1', port: 0 },
      sharePort: false,
      routes: [{ host: '*', upstreams: [{ name: null, host: '127.0.0.1', port: upstream.port }] }],
      servers: [],
      proxyProtocol: 'none',
      identity: 'online',
      onUnknown: 'deny',
      trustedProxies: [],
      limits: LIMITS,
      texts: EDGE_TEXTS,
      refusals: TEXTS,
      dataFolder: folder,
      managementOf: () => undefined,
      clock,
      logger,
      random: () => 0.5,
      ...edgeOptions,
      ...more,
    });
    edges.push(edge);
    return edge;
  };
  onTestFinished(async () => {
    for (const { socket } of clients) socket.destroy();
    await Promise.all(edges.map((edge) => edge.close()));
    upstream.close();
    await stopCoordinator();
    await rm(folder, { recursive: true });
  });
  const edge = await open({});
  const fixture: EdgeFixture = {
    clock,
    log,
    storage,
    upstream,
    folder,
    edge,
    get network() {
      if (coordinator === undefined) throw new Error('the coordinator is away');
      return coordinator.network;
    },
    connect() {
      const client = new GameClient(edge.port);
      clients.push(client);
      return client;
    },
    login: (options) => fixture.connect().send(loginBytes(options)),
    stopCoordinator,
    startCoordinator: async () => {
      coordinator = await Coordinator.open(storage, clock, logger, port);
    },
    openAnother: open,
    logged: (event) => log.find((line) => line.event === event),
    synced: async () => {
      marks += 1;
      const mark = `mark ${marks}`;
      await fixture.network.proxy.update({ motd: mark });
      // The coordinator gathers changes for a moment before it sends them.
      await settled(() => true, fixture, 100);
      while (!(await motdShownTo(fixture.connect())).includes(mark)) await settled(() => true, fixture, 100);
    },
  };
  if (withCoordinator) await informed(edge, fixture);
  return fixture;
}

async function motdShownTo(client: GameClient): Promise<string> {
  return (await client.send(handshake(MODERN, 1), writeFrame(0)).packet()).text();
}

/** Waits until the edge has the status and the bans, which come right after the welcome. */
export async function informed(edge: Edge, fixture: Pick<EdgeFixture, 'clock'>): Promise<void> {
  await settled(() => edge.isConnected && edge.vitals().isInformed, fixture);
}

/** Waits until `holds` returns true, and moves the clock by `pushMs` at every try, so that retries come sooner. */
export async function settled(
  holds: () => boolean,
  fixture: Pick<EdgeFixture, 'clock'>,
  pushMs = 0,
): Promise<void> {
  if (pushMs > 0) fixture.clock.push(pushMs);
  while (!holds()) {
    fixture.clock.push(pushMs);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
