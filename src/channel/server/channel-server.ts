import type { HttpRequest, HttpResponse, TemplatedApp, us_socket_context_t, WebSocket } from 'uWebSockets.js';
import type { AgentCredential } from '../../actors/agents.ts';
import type { Network } from '../../actors/network.ts';
import type { Clock } from '../../runtime/clock.ts';
import { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import { FoldedLog } from '../../runtime/folded-log.ts';
import type { Rate } from '../../runtime/limits/allowance.ts';
import { addressBlock } from '../../runtime/ip-address.ts';
import type { Logger } from '../../runtime/logger.ts';
import { whenAborted } from '../../runtime/faults/response-callbacks.ts';
import { CLOSE_CODES } from '../protocol/close-codes.ts';
import { HEARTBEAT_MS, MAX_FRAME_BYTES, type Role, SUB_PROTOCOL, typeOfFrame } from '../protocol/message.ts';
import type { ProxyTexts } from '../protocol/proxies/proxy-orders.ts';
import { type Access, accessBy, isByShared, ownerOf } from './agent-access.ts';
import { AGENT_LIMITS, type AgentLimits, AgentTraffics } from './agent-traffic.ts';
import { Broadcast, type BroadcastDeps } from './broadcast/broadcast.ts';
import { Connection } from './connection.ts';
import { ConnectionSocket } from './connection-socket.ts';
import { FrameTurns, type LaneKind } from './frame-turns.ts';
import { RelayedAgents } from './relay/relayed-agents.ts';
import { slowestReaders } from './unread-bytes.ts';
import { NEWCOMERS, Newcomers } from './strangers/newcomers.ts';
import { OPENINGS, type OpeningLimits, Openings } from './strangers/openings.ts';

/** Bytes that may wait for one agent; when it is further behind its connection is closed, and it reports anew. */
const MAX_BACKLOG_BYTES = 32 * 1024 * 1024;
const MAX_CONNECTIONS = 4_096;
/**
 * An eighth of all is kept for agents with secrets of their own, whoever has the shared one; and no more than an eighth is by the
 * shared one and has not said who it is, because each may hold a frame of the longest kind in memory meanwhile.
 */
const EIGHTH = 1 / 8;
/**
 * Over our limit, so that a frame just too long is closed with 1009: beyond its own limit uWebSockets sends no code. Little over it,
 * because each connection may hold as much in fragments of a message that does not end.
 */
const MAX_MESSAGE_BYTES = MAX_FRAME_BYTES + 16 * 1024;
/**
 * After a close frame uWebSockets.js reads on what an agent sends, and nobody can end that, for 8 s where this is under 32,
 * and for 16 s above. An agent that answers no pings is closed with a reason after 20 s at the latest.
 */
const SILENT_S = 28;
const SHARED_SECRET_DETAIL =
  'Anybody with channel.secret may be any proxy, edge or game server. Give each agent a secret of its own with `portcullis agent add`, then set channel.sharedSecret to "off"';

export interface ChannelOptions {
  readonly network: Network;
  /** `channel.secret`, with which an agent may be anybody. */
  readonly secret: string;
  /** Whether that secret is accepted at all, beside those of single agents; true when left out. */
  readonly acceptShared?: boolean;
  /** A secret for the agents in this process. */
  readonly internalSecret?: string;
  /** The address of a client, for the log; that of the socket when left out. */
  readonly addressOf?: (response: HttpResponse, request: HttpRequest) => string;
  /** Is told of each connection that is opened: the address, and the agent where the secret is its own (`ownerOf`). */
  readonly upgraded?: (address: string, agent?: string) => void;
  readonly clock: Clock;
  readonly logger: Logger;
  /** What an agent of each role may send; `AGENT_LIMITS` when left out. */
  readonly limits?: Readonly<Record<Role, AgentLimits>>;
  /** Connections at a time; 4 096 when left out. */
  readonly maxConnections?: number;
  /** Characters of frames that wait, of all agents of a kind together; `MAX_WAITING` when left out. */
  readonly maxWaiting?: Readonly<Record<LaneKind, number>> | undefined;
  /** Bytes that agents of a kind may leave unread together; `MAX_UNREAD` when left out. */
  readonly maxUnread?: Readonly<Record<LaneKind, number>> | undefined;
  /** New names by the shared secret, of one network of addresses; `NEWCOMERS` when left out. */
  readonly newcomers?: Rate;
  /** Connections by the shared secret; `OPENINGS` when left out. */
  readonly openings?: OpeningLimits;
  /** Of this program; an agent of another version is logged. */
  readonly version: string;
  /** What proxies say to players where they decide themselves; they are sent none when left out. */
  readonly texts?: ProxyTexts;
}

/** Figures for `/metrics`; counts are since the start. */
export interface ChannelStats {
  readonly connections: number;
  readonly goodFrames: number;
  readonly badFrames: number;
  readonly unauthorized: number;
}

/** The channel of a running coordinator. */
export interface ChannelServer {
  stats(): ChannelStats;
  /** Closes every connection with 1001 and refuses new ones. */
  close(): void;
}

interface SocketData {
  readonly access: Access;
  readonly address: string;
  connection: Connection<SocketData> | null;
}

/** Serves `GET /channel` on the app, before it listens (docs/channel.md "Carriers"); docs/asyncapi.json lists the frames. */
export function attachChannel(app: TemplatedApp, options: ChannelOptions): ChannelServer {
  const { network, clock, logger, version, acceptShared = true, addressOf = peerAddress } = options;
  const { maxConnections = MAX_CONNECTIONS } = options;
  const connections = new Set<Connection<SocketData>>();
  /** By the shared secret, and some that have said since who they are. */
  const nameless = new Set<Connection<SocketData>>();
  const counts = { goodFrames: 0, badFrames: 0, unauthorized: 0 };
  const publish: BroadcastDeps['publish'] = (role, framesFor) => {
    for (const connection of connections) {
      const { agent, socket } = connection;
      if (agent?.role === role) safely(connection, () => socket.sendTogether(framesFor(agent.features)));
    }
    dropUnread();
  };
  const broadcast = new Broadcast({
    network,
    clock,
    logger,
    texts: options.texts,
    publish,
    publishRelayed: (frames) => relay.publish(frames),
  });
  const traffics = new AgentTraffics(options.limits ?? AGENT_LIMITS, clock);
  const badFrames = new FoldedLog({
    clock,
    logger,
    level: 'warn',
    event: 'channel.bad_frame',
    by: 'agent',
  });
  const wrongIdentities = new FoldedLog({
    clock,
    logger,
    level: 'warn',
    event: 'channel.wrong-identity',
    by: 'address',
  });
  const tooBig = new FoldedLog({ clock, logger, level: 'error', event: 'channel.frame-too-big', by: 'type' });
  const noteTooBig = (frame: string) => tooBig.note(typeOfFrame(frame), { bytes: Buffer.byteLength(frame) });
  const newcomers = new Newcomers(options.newcomers ?? NEWCOMERS, { network, traffics, clock, logger });
  const openings = new Openings(options.openings ?? OPENINGS, { clock, logger });
  const turns = new FrameTurns(clock, options.maxWaiting);
  const faults = new ConnectionFaults('channel', options);
  const count = (isGood: boolean) => {
    counts[isGood ? 'goodFrames' : 'badFrames'] += 1;
  };
  const sharedSecret = acceptShared ? options.secret : null;
  const relay = new RelayedAgents({
    network,
    clock,
    logger,
    traffics,
    newcomers,
    faults,
    badFrames,
    tooBig,
    count,
    sharedSecret,
    broadcast: () => broadcast,
  });
  const deps = {
    relay,
    network,
    clock,
    logger,
    broadcast,
    version,
    traffics,
    newcomers,
    turns,
    faults,
    count,
    badFrames,
    wrongIdentities,
  };
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const accessOf = accessBy({
    sharedSecret,
    internalSecret: options.internalSecret,
    agentSecrets: network.agentSecrets,
  });
  const unauthorized = new FoldedLog({
    clock,
    logger,
    level: 'warn',
    event: 'channel.unauthorized',
    by: 'address',
  });
  const stopListening = network.agentSecrets.onRevoked(({ secretHash }) => {
    relay.revoked(secretHash);
    for (const connection of connections) safely(connection, () => connection.revoked(secretHash));
  });
  if (acceptShared) logger.warn({ event: 'channel.shared-secret', detail: SHARED_SECRET_DETAIL });
  let isOpen = true;

  let heartbeat = clock.setTimeout(beat, HEARTBEAT_MS);
  function beat(): void {
    heartbeat = clock.setTimeout(beat, HEARTBEAT_MS);
    relay.beat(clock.now());
    for (const connection of connections) safely(connection, () => connection.beat(clock.now()));
    dropUnread();
  }

  /** What nobody reads is written by what all are sent, and by answers: this is called after both, often enough. */
  function dropUnread(): void {
    for (const connection of slowestReaders(connections, options.maxUnread))
      safely(connection, () => connection.dropUnread());
  }

  /** Does something with one connection of several, which is dropped when it throws. */
  function safely({ socket }: Connection<SocketData>, run: () => void): void {
    try {
      run();
    } catch (error) {
      faults.caught(error, () => socket.drop());
    }
  }

  /** Whether the channel has room for one more of these. */
  function hasRoom(access: Access): boolean {
    if (!isByShared(access)) return connections.size < maxConnections;
    const part = maxConnections * EIGHTH;
    if (nameless.size >= part) {
      for (const connection of nameless) if (connection.agent !== null) nameless.delete(connection);
    }
    return nameless.size < part && connections.size < maxConnections - part;
  }

  /** Whether one more connection may be opened by this secret, also if it never says who it is. */
  function mayConnect({ name, role, secretHash }: AgentCredential): boolean {
    const traffic = traffics.of(role === 'backend' ? 'backend' : 'proxy', name, secretHash);
    if (traffic.isPaused) return false;
    const reason = traffic.connection();
    if (reason === undefined) return true;
    logger.warn({ event: 'channel.exceeded', agent: name, reason, pauseMs: traffic.pause() });
    return false;
  }

  function open(response: HttpResponse, request: HttpRequest, context: us_socket_context_t): void {
    // The refusals below come at the end of this turn, which a body need not let come.
    if (hasBody(request)) {
      response.close();
      return;
    }
    const access = accessOf(request.getHeader('authorization'));
    const address = addressOf(response, request);
    if (access === undefined) {
      counts.unauthorized += 1;
      unauthorized.note(addressBlock(address));
      refuse(response, '401 Unauthorized', faults);
    } else if (!namesProtocol(request)) refuse(response, '400 Bad Request', faults);
    else if (access.as === 'itself' && !mayConnect(access.credential))
      refuse(response, '429 Too Many Requests', faults);
    else if (!isOpen || !hasRoom(access)) refuse(response, '503 Service Unavailable', faults);
    else if (isByShared(access) && !openings.mayOpen(address))
      refuse(response, '429 Too Many Requests', faults);
    else upgrade(response, request, context, { access, address, connection: null });
  }

  /** A callback of one connection, which is dropped when it throws. */
  function guarded<A extends readonly unknown[]>(
    callback: (socket: WebSocket<SocketData>, ...given: A) => unknown,
  ): (socket: WebSocket<SocketData>, ...given: A) => void {
    return (socket, ...given) => {
      try {
        callback(socket, ...given);
      } catch (error) {
        faults.caught(error, () => socket.close());
      }
    };
  }

  app.ws<SocketData>('/channel', {
    maxPayloadLength: MAX_MESSAGE_BYTES,
    maxBackpressure: MAX_BACKLOG_BYTES,
    closeOnBackpressureLimit: true,
    idleTimeout: SILENT_S,
    sendPingsAutomatically: false,
    upgrade: (response, request, context) => {
      try {
        open(response, request, context);
      } catch (error) {
        faults.caught(error, () => response.close());
      }
    },
    open: guarded((socket) => {
      const data = socket.getUserData();
      options.upgraded?.(data.address, ownerOf(data.access));
      const connection = new Connection(deps, new ConnectionSocket(socket, faults, noteTooBig), data);
      data.connection = connection;
      connections.add(connection);
      if (isByShared(data.access)) nameless.add(connection);
    }),
    message: guarded((socket, bytes: ArrayBuffer, isBinary: boolean) => {
      if (bytes.byteLength > MAX_FRAME_BYTES)
        return socket.end(CLOSE_CODES.tooBig, 'A frame has at most 256 KiB');
      if (isBinary) return socket.end(CLOSE_CODES.unsupported, 'Frames are text');
      socket.getUserData().connection?.receive(utf8.decode(bytes));
    }),
    ping: guarded((socket) => socket.getUserData().connection?.takeControlFrame()),
    pong: guarded((socket) => socket.getUserData().connection?.takeControlFrame()),
    drain: guarded((socket) => socket.getUserData().connection?.socket.drained()),
    close: guarded((socket, code: number) => {
      const { connection } = socket.getUserData();
      if (connection === null) return;
      connections.delete(connection);
      nameless.delete(connection);
      connection.closed(code);
    }),
  });

  return {
    stats: () => ({ connections: connections.size, ...counts }),
    close: () => {
      isOpen = false;
      clock.clearTimeout(heartbeat);
      broadcast.close();
      relay.close();
      unauthorized.close();
      badFrames.close();
      wrongIdentities.close();
      tooBig.close();
      newcomers.close();
      openings.close();
      faults.close();
      stopListening();
      for (const connection of connections)
        safely(connection, () => connection.socket.end(CLOSE_CODES.goingAway, 'The coordinator is closing'));
    },
  };
}

function namesProtocol(request: HttpRequest): boolean {
  const offered = request.getHeader('sec-websocket-protocol').split(',');
  return offered.some((name) => name.trim() === SUB_PROTOCOL);
}

function hasBody(request: HttpRequest): boolean {
  return request.getHeader('transfer-encoding') !== '' || Number(request.getHeader('content-length')) > 0;
}

function peerAddress(response: HttpResponse): string {
  return Buffer.from(response.getRemoteAddressAsText()).toString();
}

function upgrade(
  response: HttpResponse,
  request: HttpRequest,
  context: us_socket_context_t,
  data: SocketData,
): void {
  const key = request.getHeader('sec-websocket-key');
  const extensions = request.getHeader('sec-websocket-extensions');
  response.upgrade<SocketData>(data, key, SUB_PROTOCOL, extensions, context);
}

/**
 * Refuses at the end of this turn of the event loop, and closes the connection. uWebSockets.js closes one that sends another
 * request meanwhile, so that each refusal costs the refused one a connection.
 */
function refuse(response: HttpResponse, status: string, faults: ConnectionFaults): void {
  let isGone = false;
  whenAborted(response, faults, () => {
    isGone = true;
  });
  const write = (): void => {
    response.writeStatus(status);
    if (status.startsWith('401')) response.writeHeader('WWW-Authenticate', 'Bearer');
    response.end(status, true);
  };
  const later = faults.guard(
    () => response.close(),
    () => isGone || response.cork(write),
  );
  setImmediate(later);
}
