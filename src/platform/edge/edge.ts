import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { AgentClient, type Order } from '../../channel/client/agent-client.ts';
import { AppError } from '../../domain/errors.ts';
import { AddressLimits } from './limits/address-limits.ts';
import { ClientConnection, type EdgeContext } from './client-connection.ts';
import type { EdgeOptions } from './edge-options.ts';
import { FloodLog } from './limits/flood-log.ts';
import { EdgeAdmission } from './edge-admission.ts';
import { networkMatcher } from '../../runtime/ip-address.ts';
import { EdgeReplica } from './replica/edge-replica.ts';
import { PlayerSessions } from './player-sessions.ts';
import { RouteTable } from './routes.ts';
import { loadServerIcon } from './status/server-icon.ts';
import { loadSnapshot } from './replica/snapshot-file.ts';
import { SnapshotWriter } from './replica/snapshot-writer.ts';
import { StatusCache } from './status/status-cache.ts';
import { GreetingQueue } from './limits/greeting-queue.ts';

/** How long a client may take to say what it wants. */
const GREET_WITHIN_MS = 5_000;
/** How long to wait for the coordinator before players are judged without it. */
const INFORMED_WITHIN_MS = 1_000;
const BACKLOG = 1_024;

/** The front door: where game clients connect. */
export interface Edge {
  readonly host: string;
  /** The port it listens on, which the system chose if it was 0. */
  readonly port: number;
  /** Whether there is a link to the coordinator now. */
  readonly isLinked: boolean;
  vitals(): EdgeVitals;
  /** Lets nobody in any more, ends every connection and the link, and writes down what is to be remembered. */
  close(): Promise<void>;
}

export interface EdgeVitals {
  /** Sockets of clients, whatever they are at. */
  readonly connections: number;
  /** Those that have not said what they want, or are hearing the last word. */
  readonly waiting: number;
  readonly players: number;
  /** Whether enough is known of the network to decide logins alone. */
  readonly isInformed: boolean;
}

/**
 * Opens an edge, and waits a moment for the coordinator, so that the first player is not told to come back. Rejects with
 * the error of `listen` when the port is taken, and then nothing is left running.
 */
export async function openEdge(options: EdgeOptions): Promise<Edge> {
  const { name, clock, logger, coordinator, dataFolder } = options;
  const memory = new EdgeReplica();
  const path = join(dataFolder, `edge-${name}.snapshot`);
  await remember(path, options, memory);
  const favicon = await loadServerIcon(dataFolder, logger);

  const players: PlayerSessions = new PlayerSessions(
    (report) => client.send(report),
    () => clock.now(),
  );
  const edgeAdmission = new EdgeAdmission(
    { ...options, unknownText: options.texts.unknown },
    () => client,
    memory,
    players,
  );
  const context: EdgeContext = {
    options,
    limits: new AddressLimits(options.limits, clock),
    waiting: new GreetingQueue(clock, options.limits.waiting, GREET_WITHIN_MS),
    statusCache: new StatusCache(memory, players, options.version, favicon),
    edgeAdmission,
    routes: new RouteTable(options.routes),
    players,
    memory,
    floodLog: new FloodLog(clock, logger),
    isTrusted: networkMatcher(options.trustedProxies),
  };
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    void new ClientConnection(context, socket);
  });
  const port = await listen(server, options);
  server.on('error', (error) => logger.error({ event: 'edge.socket-failed', err: error }));

  let informed: (() => void) | undefined;
  const keeper = new SnapshotWriter({ path, secret: coordinator.secret }, memory, clock, logger);
  const client: AgentClient = new AgentClient({
    ...coordinator,
    hello: { role: 'proxy', name, platform: 'edge', version: options.version, epoch: clock.now() },
    clock,
    logger,
    random: options.random,
    resync: () => client.sendPlayers(players.report()),
    receive: (order) => {
      if (!memory.apply(order)) return obey(order, players);
      if (memory.isComplete) informed?.();
      keeper.note();
      return undefined;
    },
  });
  await new Promise<void>((resolve) => {
    informed = resolve;
    clock.setTimeout(resolve, INFORMED_WITHIN_MS);
  });
  return {
    host: options.listen.host,
    port,
    get isLinked() {
      return client.connected;
    },
    vitals: () => ({
      connections: sockets.size,
      waiting: context.waiting.size,
      players: players.online,
      isInformed: memory.isComplete,
    }),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      context.waiting.close();
      context.floodLog.close();
      for (const socket of sockets) socket.destroy();
      await Promise.all([closed, client.close(), keeper.close()]);
    },
  };
}

async function remember(path: string, options: EdgeOptions, memory: EdgeReplica): Promise<void> {
  const { logger, coordinator } = options;
  try {
    const load = await loadSnapshot(path, coordinator.secret, memory);
    if (load === 'unusable') {
      const detail = 'The file is not signed with this channel secret; it is not used and will be replaced';
      logger.warn({ event: 'edge.snapshot-unusable', path, detail });
    }
  } catch (error) {
    logger.warn({ event: 'edge.snapshot-unreadable', path, err: error });
  }
}

function listen(server: Server, { listen: at, sharePort }: EdgeOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ ...at, backlog: BACKLOG, reusePort: sharePort }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : at.port);
    });
  });
}

function obey(order: Order, players: PlayerSessions): void | Promise<void> {
  switch (order.type) {
    case 'player.kick':
      return players.dismiss(order.uuid, order.message);
    case 'player.seen':
      return players.seen(order.uuid, order.server);
    case 'player.message':
      return order.uuid === undefined ? undefined : players.sessionOf(order.uuid)?.say(order.message);
    case 'player.send':
      throw new AppError(
        'platform_unavailable',
        'An edge passes bytes on and cannot move players; that takes a proxy behind it',
      );
    default:
      return undefined;
  }
}
