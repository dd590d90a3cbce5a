import type { HttpRequest, HttpResponse, TemplatedApp, us_socket_context_t, WebSocket } from 'uWebSockets.js';
import type { Network } from '../../actors/network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { secretMatcher } from '../../runtime/secret-comparison.ts';
import { CLOSE_CODES } from '../protocol/close-codes.ts';
import { HEARTBEAT_MS, MAX_FRAME_BYTES, type Role, SUB_PROTOCOL } from '../protocol/message.ts';
import { Broadcast } from './broadcast.ts';
import { Connection } from './connection.ts';
import { ConnectionSocket } from './connection-socket.ts';

/** Bytes that may wait for one agent; when it is further behind its connection is closed, and it reports anew. */
const MAX_BACKLOG_BYTES = 32 * 1024 * 1024;
const MAX_CONNECTIONS = 4_096;

export interface ChannelOptions {
  readonly network: Network;
  /** `channel.secret`; an agent without it is refused with 401. */
  readonly secret: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Of this program; an agent of another version is logged. */
  readonly version: string;
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
  connection: Connection<SocketData> | null;
}

/** Serves `GET /channel` on the app, before it listens (docs/channel.md "Carriers"); docs/asyncapi.json lists the frames. */
export function attachChannel(app: TemplatedApp, options: ChannelOptions): ChannelServer {
  const { network, clock, logger, version } = options;
  const connections = new Set<Connection<SocketData>>();
  const counts = { goodFrames: 0, badFrames: 0, unauthorized: 0 };
  const publish = (role: Role, frames: readonly string[]) => {
    for (const connection of connections)
      if (connection.agent?.role === role) connection.socket.sendTogether(frames);
  };
  const broadcast = new Broadcast({ network, clock, logger, publish });
  const deps = { network, clock, logger, broadcast, version };
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const isSecret = secretMatcher(`Bearer ${options.secret}`);
  let isOpen = true;

  let heartbeat = clock.setTimeout(beat, HEARTBEAT_MS);
  function beat(): void {
    heartbeat = clock.setTimeout(beat, HEARTBEAT_MS);
    for (const connection of connections) connection.beat(clock.now());
  }

  function refusal(request: HttpRequest): string | null {
    if (!isSecret(request.getHeader('authorization'))) {
      counts.unauthorized += 1;
      logger.warn({ event: 'channel.unauthorized', times: counts.unauthorized });
      return '401 Unauthorized';
    }
    if (!namesProtocol(request)) return '400 Bad Request';
    return isOpen && connections.size < MAX_CONNECTIONS ? null : '503 Service Unavailable';
  }

  app.ws<SocketData>('/channel', {
    // Over our limit, so that a frame just too long is closed with 1009: beyond its own limit uWebSockets sends no code.
    maxPayloadLength: 2 * MAX_FRAME_BYTES,
    maxBackpressure: MAX_BACKLOG_BYTES,
    closeOnBackpressureLimit: true,
    idleTimeout: 60,
    sendPingsAutomatically: false,
    upgrade: (response, request, context) => {
      const refused = refusal(request);
      if (refused === null) upgrade(response, request, context);
      else refuse(response, refused);
    },
    open: (socket) => {
      const connection = new Connection(deps, new ConnectionSocket(socket));
      socket.getUserData().connection = connection;
      connections.add(connection);
    },
    message: (socket, bytes, isBinary) => {
      if (bytes.byteLength > MAX_FRAME_BYTES)
        return socket.end(CLOSE_CODES.tooBig, 'A frame has at most 256 KiB');
      if (isBinary) return socket.end(CLOSE_CODES.unsupported, 'Frames are text');
      const good = socket.getUserData().connection?.receive(utf8.decode(bytes));
      counts[good === true ? 'goodFrames' : 'badFrames'] += 1;
    },
    drain: (socket: WebSocket<SocketData>) => socket.getUserData().connection?.socket.drained(),
    close: (socket, code) => {
      const { connection } = socket.getUserData();
      if (connection === null) return;
      connections.delete(connection);
      connection.closed(code);
    },
  });

  return {
    stats: () => ({ connections: connections.size, ...counts }),
    close: () => {
      isOpen = false;
      clock.clearTimeout(heartbeat);
      broadcast.close();
      for (const connection of connections)
        connection.socket.end(CLOSE_CODES.goingAway, 'The coordinator is closing');
    },
  };
}

function namesProtocol(request: HttpRequest): boolean {
  const offered = request.getHeader('sec-websocket-protocol').split(',');
  return offered.some((name) => name.trim() === SUB_PROTOCOL);
}

function upgrade(response: HttpResponse, request: HttpRequest, context: us_socket_context_t): void {
  const key = request.getHeader('sec-websocket-key');
  const extensions = request.getHeader('sec-websocket-extensions');
  response.upgrade<SocketData>({ connection: null }, key, SUB_PROTOCOL, extensions, context);
}

function refuse(response: HttpResponse, status: string): void {
  response.writeStatus(status);
  if (status.startsWith('401')) response.writeHeader('WWW-Authenticate', 'Bearer');
  const [, done] = response.tryEnd(status, status.length);
  if (done) return;
  // Who does not read its refusals could make the process keep any number of them.
  response.onAborted(() => undefined);
  response.close();
}
