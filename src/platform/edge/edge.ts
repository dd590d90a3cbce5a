import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { AgentClient, type Order, type OrderOutcome } from '../../channel/client/agent-client.ts';
import { AppError } from '../../domain/errors.ts';
import { MAX_REACHED_SERVERS } from '../../domain/server.ts';
import { AddressLimits } from './limits/address-limits.ts';
import { ClientConnection, type EdgeContext } from './client-connection.ts';
import type { EdgeOptions } from './edge-options.ts';
import { DoorWarnings } from './door-warnings.ts';
import { FloodLog } from './limits/flood-log.ts';
import { LoginLogs } from './limits/login-logs.ts';
import { EdgeAdmission } from './edge-admission.ts';
import { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import { networkMatcher } from '../../runtime/ip-address.ts';
import { EdgeReplica } from './replica/edge-replica.ts';
import { type PlayerSession, PlayerSessions } from './player-sessions.ts';
import { RouteTable } from './routes.ts';
import { ServerUpstreams } from './transfers/server-upstreams.ts';
import { TransferTargets } from './transfers/transfer-targets.ts';
import { Transfers } from './transfers/transfers.ts';
import { loadServerIcon } from './status/server-icon.ts';
import { loadSnapshot } from './replica/snapshot-file.ts';
import { SnapshotWriter } from './replica/snapshot-writer.ts';
import { StatusCache } from './status/status-cache.ts';
import { PendingConnections } from './limits/pending-connections.ts';
import { pendingLimit } from './limits/pending-limit.ts';

/** How long a client may take for its greeting. */
const GREET_WITHIN_MS = 5_000;
/** How long the start waits for the coordinator's bans and status. */
const INFORMED_WITHIN_MS = 1_000;
const BACKLOG = 1_024;

/** A running edge, where game clients connect. */
export interface Edge {
  readonly host: string;
  /** The port it listens on, which the system chose if it was 0. */
  readonly port: number;
  /** Whether the edge is connected to the coordinator now. */
  readonly isConnected: boolean;
  vitals(): EdgeVitals;
  /** Stops listening, ends every connection, and writes the snapshot. */
  close(): Promise<void>;
}

/** Figures of a running edge. */
export interface EdgeVitals {
  /** Open sockets of clients. */
  readonly connections: number;
  /** Sockets that have not sent their greeting, or are reading the last bytes before the end. */
  readonly waiting: number;
  /** Connections that are admitted and that no server has let in yet. */
  readonly joining: number;
  readonly players: number;
  /** Whether bans and status are known, so that logins can be decided without the coordinator. */
  readonly isInformed: boolean;
}

/**
 * Opens an edge, and waits a moment for the coordinator: without its bans and status the first players would be
 * refused. Rejects with the error of `listen` when the port is taken, and then nothing is left running.
 */
export async function openEdge(options: EdgeOptions): Promise<Edge> {
  const { name, clock, logger, coordinator, dataFolder } = options;
  const replica = new EdgeReplica();
  const path = join(dataFolder, `edge-${name}.snapshot`);
  await loadReplica(path, options, replica);
  const favicon = await loadServerIcon(dataFolder, logger);

  const sessions: PlayerSessions = new PlayerSessions(
    {
      send: (report) => client.send(report),
      cancel: (uuid) => client.cancel(uuid),
      supports: (feature) => client.supports(feature),
    },
    () => clock.now(),
  );
  const admission = new EdgeAdmission(
    { ...options, unknownText: options.texts.unknown },
    { client: () => client, replica, sessions },
  );
  const upstreams = new ServerUpstreams(options.routes, options.servers, replica);
  const transfers = new Transfers(new TransferTargets(clock), upstreams);
  const context: EdgeContext = {
    options,
    limits: new AddressLimits(options.limits, clock),
    greetings: new PendingConnections(
      clock,
      pendingLimit('waiting', options.limits.waiting, logger),
      GREET_WITHIN_MS,
    ),
    joining: new PendingConnections(
      clock,
      pendingLimit('joining', options.limits.joining, logger),
      options.limits.loginSeconds * 1000,
    ),
    statusCache: new StatusCache(replica, sessions, options.version, favicon),
    admission,
    routes: new RouteTable(options.routes),
    transfers,
    sessions,
    replica,
    floodLog: new FloodLog(clock, logger),
    doorWarnings: new DoorWarnings(options),
    loginLogs: new LoginLogs(clock, logger),
    faults: new ConnectionFaults('edge', options),
    isTrusted: networkMatcher(options.trustedProxies),
  };
  const sockets = new Set<Socket>();
  const opened = (socket: Socket): void => {
    sockets.add(socket);
    const closed = context.faults.guard(
      () => undefined,
      () => sockets.delete(socket),
    );
    socket.once('close', closed);
    void new ClientConnection(context, socket);
  };
  const accept = context.faults.guard((socket) => socket.destroy(), opened);
  const server = createServer({ allowHalfOpen: true, noDelay: true }, accept);
  const port = await listen(server, options);
  server.on('error', (error) => logger.error({ event: 'edge.socket-failed', err: error }));

  let informed: (() => void) | undefined;
  const snapshots = new SnapshotWriter({ path, secret: snapshotSecretOf(options) }, replica, clock, logger);
  const client: AgentClient = new AgentClient({
    ...coordinator,
    hello: {
      role: 'proxy',
      name,
      platform: 'edge',
      version: options.version,
      epoch: clock.now(),
      identity: options.identity,
    },
    transfers: true,
    leadsNowhere: options.routes.every(({ upstreams }) => upstreams.length === 0),
    clock,
    logger,
    random: options.random,
    resync: () => {
      // First: menus of players who are reported ask for it.
      const servers = upstreams.names.slice(0, MAX_REACHED_SERVERS);
      if (client.supports('transfers')) client.send({ type: 'edge.servers', servers });
      client.sendPlayers(sessions.report());
    },
    receive: (order) => {
      if (!replica.apply(order)) return receiveOrder(order, { sessions, transfers }, options);
      if (order.type === 'servers' || order.type === 'server.add') sessions.serversChanged();
      if (order.type === 'ban.add') refuseBanned(sessions.underWay(order.ban), admission);
      if (order.type === 'bans') refuseBanned(sessions.underWay(), admission);
      if (replica.isComplete) informed?.();
      snapshots.note();
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
    get isConnected() {
      return client.connected;
    },
    vitals: () => ({
      connections: sockets.size,
      waiting: context.greetings.size,
      joining: context.joining.size,
      players: sessions.online,
      isInformed: replica.isComplete,
    }),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      context.joining.close();
      context.greetings.close();
      context.floodLog.close();
      context.doorWarnings.close();
      context.loginLogs.close();
      context.faults.close();
      for (const socket of sockets) socket.destroy();
      await Promise.all([closed, client.close(), snapshots.close()]);
    },
  };
}

function snapshotSecretOf({ coordinator, snapshotSecret = coordinator.secret }: EdgeOptions): string {
  return snapshotSecret;
}

/** Fills the replica from the snapshot of an earlier run, if there is one that can be used. */
async function loadReplica(path: string, options: EdgeOptions, replica: EdgeReplica): Promise<void> {
  const { logger } = options;
  try {
    const load = await loadSnapshot(path, snapshotSecretOf(options), replica);
    if (load === 'unusable') {
      const detail = 'The file is not signed with this channel.secret; it is ignored and will be replaced';
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

/** A ban ends at once also the logins that have not joined: nobody else knows of them, and one after the other would play. */
function refuseBanned(logins: readonly PlayerSession[], admission: EdgeAdmission): void {
  for (const login of logins) {
    const decision = admission.bannedSince(login);
    if (!decision.allow) login.refuse(decision);
  }
}

function receiveOrder(
  order: Order,
  { sessions, transfers }: Pick<EdgeContext, 'sessions' | 'transfers'>,
  { identity }: Pick<EdgeOptions, 'identity'>,
): void | Promise<OrderOutcome | void> {
  switch (order.type) {
    case 'player.kick':
      return sessions.kick(order.uuid, order.message, order.name).then((words) => ({ words }));
    case 'player.seen':
      return sessions.seen(order.uuid, order.server);
    case 'player.identify':
      // Servers that check no accounts prove no names.
      return identity === 'online' ? sessions.identify(order.name, order.uuid) : undefined;
    case 'player.message':
      return order.uuid === undefined ? undefined : sessions.sessionOf(order.uuid)?.message(order.message);
    case 'player.target':
      return transfers.expect(order, order.server);
    case 'player.send':
      throw new AppError(
        'platform_unavailable',
        'An edge only forwards bytes and cannot move players by itself; that takes a proxy behind it',
      );
    default:
      return undefined;
  }
}
