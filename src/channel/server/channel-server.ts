import type { HttpRequest, HttpResponse, TemplatedApp, us_socket_context_t, WebSocket } from 'uWebSockets.js';
import type { Network } from '../../actors/network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { secretMatcher } from '../../runtime/secret-comparison.ts';
import { Broadcast } from './broadcast.ts';
import { Connection } from './connection.ts';
import { ConnectionSocket } from './connection-socket.ts';
import { HEARTBEAT_MS, MAX_FRAME_BYTES, type Role, SUB_PROTOCOL } from '../protocol/message.ts';

/** Bytes that may wait for one agent; one that is further behind is closed and starts anew. */
const MAX_BACKLOG_BYTES = 32 * 1024 * 1024;
const MAX_LINKS = 4_096;

/** WebSocket close codes (RFC 6455 §7.4.1). */
const GOING_AWAY = 1001;
const UNSUPPORTED = 1003;
const TOO_BIG = 1009;

export interface ChannelOptions {
  readonly network: Network;
  /** `channel.secret`; an agent without it is refused with 401. */
  readonly secret: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Of this program; agents of another version are noted in the log. */
  readonly version: string;
}

/** Figures for `/metrics`; counts are since the start. */
export interface ChannelStats {
  readonly connections: number;
  readonly goodFrames: number;
  readonly badFrames: number;
  readonly unauthorized: number;
}

export interface ChannelServer {
  stats(): ChannelStats;
  /** Ends every link with 1001 and takes no new ones. */
  close(): void;
}

interface Held {
  connection: Connection<Held> | null;
}

/** Serves `GET /channel` on the app, before it listens. The frames are CHANNEL.md's, the AsyncAPI document lists them. */
export function attachChannel(app: TemplatedApp, options: ChannelOptions): ChannelServer {
  const { network, clock, logger: log, version } = options;
  const connections = new Set<Connection<Held>>();
  const tally = { goodFrames: 0, badFrames: 0, unauthorized: 0 };
  const publish = (role: Role, frames: readonly string[]) => {
    for (const connection of connections)
      if (connection.agent?.role === role) connection.socket.sendTogether(frames);
  };
  const broadcast = new Broadcast(network, clock, log, publish);
  const deps = { network, clock, log, broadcast, version };
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const isSecret = secretMatcher(`Bearer ${options.secret}`);
  let open = true;

  let heartbeat = clock.setTimeout(beat, HEARTBEAT_MS);
  function beat(): void {
    heartbeat = clock.setTimeout(beat, HEARTBEAT_MS);
    for (const connection of connections) connection.beat(clock.now());
  }

  function refusal(request: HttpRequest): string | null {
    if (!isSecret(request.getHeader('authorization'))) {
      tally.unauthorized += 1;
      log.warn({ event: 'channel.unauthorized', times: tally.unauthorized });
      return '401 Unauthorized';
    }
    if (!namesProtocol(request)) return '400 Bad Request';
    return open && connections.size < MAX_LINKS ? null : '503 Service Unavailable';
  }

  app.ws<Held>('/channel', {
    // Slightly over the limit, so that a frame just too long gets its 1009; uWebSockets cuts off longer ones without.
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
      if (bytes.byteLength > MAX_FRAME_BYTES) return socket.end(TOO_BIG, 'A frame has at most 256 KiB');
      if (isBinary) return socket.end(UNSUPPORTED, 'Frames are text');
      const good = socket.getUserData().connection?.receive(utf8.decode(bytes));
      tally[good === true ? 'goodFrames' : 'badFrames'] += 1;
    },
    drain: (socket: WebSocket<Held>) => socket.getUserData().connection?.socket.drained(),
    close: (socket, code) => {
      const { connection } = socket.getUserData();
      if (connection === null) return;
      connections.delete(connection);
      connection.closed(code);
    },
  });

  return {
    stats: () => ({ connections: connections.size, ...tally }),
    close: () => {
      open = false;
      clock.clearTimeout(heartbeat);
      broadcast.close();
      for (const connection of connections) connection.socket.end(GOING_AWAY, 'The coordinator is closing');
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
  response.upgrade<Held>({ connection: null }, key, SUB_PROTOCOL, extensions, context);
}

function refuse(response: HttpResponse, status: string): void {
  response.writeStatus(status);
  if (status.startsWith('401')) response.writeHeader('WWW-Authenticate', 'Bearer');
  response.end(status);
}
