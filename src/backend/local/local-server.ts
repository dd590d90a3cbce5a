import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock } from '../../runtime/clock.ts';
import { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import type { Logger } from '../../runtime/logger.ts';
import { MAX_FRAME_BYTES, SUB_PROTOCOL } from '../../channel/protocol/message.ts';
import { secretMatcher } from '../../runtime/secret-comparison.ts';
import { FairTurns } from './fair-turns.ts';
import { refuseLineFloods, takeAnyLines } from './line-floods.ts';
import { LocalConnections } from './local-connections.ts';
import { answerPlaceholders, type PlaceholderService } from './placeholder-routes.ts';

const HEADERS_WITHIN_MS = 5_000;
const REQUEST_WITHIN_MS = 10_000;
/** Node looks every 30 s when nothing else is said, so long after the limits above. */
const LIMITS_CHECKED_EVERY_MS = 1_000;
/** Without a byte sent or taken: an answer that nobody reads is not kept. */
const SILENT_MS = 10_000;
const MAX_CONNECTIONS = 256;
/** Of which so many may be no channel; the newest have their place. */
const MAX_PLUGIN_CONNECTIONS = 192;

export interface LocalServerOptions {
  readonly listen: { readonly host: string; readonly port: number };
  readonly placeholders: PlaceholderService;
  /** For `/channel`; undefined where no menu host may connect. */
  readonly channel: { readonly secret: string; attach(socket: WebSocket): void } | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The server for plugins on this machine: placeholders, and the channel of the menu host. */
export interface LocalServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves this machine only. A page in a browser on it must have no access: a request with another `Host` than loopback
 * (DNS rebinding) or with an `Origin` is refused.
 */
export async function openLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const { listen, placeholders, channel, clock, logger } = options;
  const isSecret = channel === undefined ? undefined : secretMatcher(`Bearer ${channel.secret}`);
  const connections = new LocalConnections(MAX_PLUGIN_CONNECTIONS);
  const turns = new FairTurns(clock);
  const faults = new ConnectionFaults('local', options);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    handleProtocols: (protocols) => (protocols.has(SUB_PROTOCOL) ? SUB_PROTOCOL : false),
  });
  const server = createServer(
    {
      headersTimeout: HEADERS_WITHIN_MS,
      requestTimeout: REQUEST_WITHIN_MS,
      connectionsCheckingInterval: LIMITS_CHECKED_EVERY_MS,
      maxHeaderSize: 8_192,
    },
    faults.guard(
      (_, response) => response.destroy(),
      (request: IncomingMessage, response: ServerResponse) => {
        const { socket } = request;
        if (!connections.asks(socket)) return undefined;
        const completed = faults.guard(
          () => socket.destroy(),
          () => connections.completed(socket),
        );
        response.once('finish', completed);
        return isFromThisMachine(request)
          ? answerPlaceholders(request, response, placeholders, turns)
          : refuse(response);
      },
    ),
  );
  const opened = (socket: Socket): void => {
    const closed = faults.guard(
      () => undefined,
      () => connections.closed(socket),
    );
    socket.once('close', closed);
    connections.opened(socket);
    refuseLineFloods(socket);
  };
  server.on(
    'connection',
    faults.guard((socket) => socket.destroy(), opened),
  );
  server.timeout = SILENT_MS;
  server.maxConnections = MAX_CONNECTIONS;
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const drop = () => socket.destroy();
    socket.on('error', faults.guard(drop, drop));
    const status = upgradeRefusal(request, isSecret);
    if (status !== undefined || channel === undefined) {
      socket.end(`HTTP/1.1 ${status ?? '404 Not Found'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    connections.upgraded(request.socket);
    takeAnyLines(request.socket);
    sockets.handleUpgrade(request, socket, head, (upgraded) => channel.attach(upgraded));
  };
  server.on(
    'upgrade',
    faults.guard((_, socket) => socket.destroy(), upgrade),
  );
  await listening(server, listen);
  server.on('error', (error) => logger.error({ event: 'local.failed', err: error }));
  return {
    port: portOf(server),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
        faults.close();
      }),
  };
}

function listening(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void =>
      reject(new Error(reasonOf(error, `${host}:${port}`), { cause: error }));
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve();
    });
  });
}

/** In words for the operator: the second backend on a machine has the port of the first. */
function reasonOf(error: Error, address: string): string {
  const isTaken = 'code' in error && error.code === 'EADDRINUSE';
  const why = isTaken
    ? `something else listens there, such as the backend of another server on this machine`
    : error.message;
  return `Cannot listen on ${address} (local.listen): ${why}. Set local.listen to a free port, or to "off" if no plugin asks`;
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d{1,5})?$/i;

function isFromThisMachine({ headers }: IncomingMessage): boolean {
  return LOOPBACK.test(headers.host ?? '') && headers.origin === undefined;
}

function refuse(response: ServerResponse): void {
  response.writeHead(403, { 'Content-Type': 'application/problem+json', Connection: 'close' });
  response.end(
    JSON.stringify({
      type: 'about:blank',
      title: 'Only programs on this machine are served',
      status: 403,
    }),
  );
}

/** The status of a refusal; undefined when the WebSocket may open. */
function upgradeRefusal(
  request: IncomingMessage,
  isSecret: ((given: string) => boolean) | undefined,
): string | undefined {
  if (!isFromThisMachine(request)) return '403 Forbidden';
  if (request.url?.split('?', 1)[0] !== '/channel' || isSecret === undefined) return '404 Not Found';
  return isSecret(request.headers.authorization ?? '') ? undefined : '401 Unauthorized';
}
