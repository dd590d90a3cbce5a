import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import type { Clock } from '../../runtime/clock.ts';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import { PendingRequests } from '../../runtime/limits/pending-requests.ts';
import type { EndOfConnection } from '../reconnect-pause.ts';
import { ServerError } from '../server-management.ts';
import type { TrafficBound } from '../../runtime/limits/traffic-bound.ts';
import { decodeIncoming, encodeRequest, type Incoming } from './json-rpc.ts';

const OPEN_WITHIN_MS = 5_000;
const CLOSE_WITHIN_MS = 1_000;
/** The answer to `rpc.discover` has some hundred kilobytes; 20 000 players have one and a half megabytes. */
const MAX_FRAME_BYTES = 2 * 1024 * 1024;
const MAX_FRAGMENTS = 1_024;
/** 20 000 players are as many objects; a message of brackets alone takes hundreds of times as long to read as to send. */
const MAX_CONTAINERS = 60_000;
/** 20 000 players have 80 000 commas and colons. 2 MB of short keys have 600 000, and take five times as long as these to read. */
const MAX_SEPARATORS = 150_000;
const MAX_IN_FLIGHT = 256;
/** Errors of the socket for a message that is longer, or has more pieces, than it may. */
const TOO_MUCH: ReadonlySet<unknown> = new Set([
  'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH',
  'WS_ERR_TOO_MANY_BUFFERED_PARTS',
]);
const TOO_NESTED = `it sends a message of more than ${MAX_CONTAINERS} objects and lists`;
const TOO_MANY_ENTRIES = `it sends a message of more than ${MAX_SEPARATORS} commas and colons`;
/** What a server may leave unread: our requests, and the answers to its pings. */
const MAX_BACKLOG_BYTES = 4 * 1024 * 1024;

/** Which certificates a connection accepts. */
export interface TlsOptions {
  /** Certificates to trust in place of the system's, as PEM text. */
  readonly ca?: string;
  /** Accepts any certificate: anybody between the two ends can then read the secret. */
  readonly insecure?: boolean;
}

export interface RpcSocketOptions {
  /** `ws://host:port` or `wss://host:port`. */
  readonly url: string;
  readonly secret: string;
  readonly tls?: TlsOptions;
  /** How long a call may take, in milliseconds, unless it has a limit of its own. */
  readonly limitMs: number;
  readonly clock: Clock;
  /** What the server may send. */
  readonly traffic: TrafficBound;
  readonly faults: ConnectionFaults;
  readonly opened: () => void | Promise<void>;
  readonly notified: (method: string, params: unknown) => void;
  /** Called once when the socket is gone; `refused` when the server refuses the secret. */
  readonly closed: (reason: string, end: EndOfConnection) => void;
}

/** One connection to a management server: calls with time limits, and notifications. */
export class RpcSocket {
  readonly #options: RpcSocketOptions;
  readonly #socket: WebSocket;
  readonly #requests: PendingRequests<unknown>;
  /** The first failure, which is the cause; later ones follow from it. */
  #failure: string | undefined;
  #end: EndOfConnection = 'lost';

  /** Begins to connect at once. Throws a SyntaxError for a url that is none. */
  constructor(options: RpcSocketOptions) {
    this.#options = options;
    const { clock, limitMs } = options;
    this.#requests = new PendingRequests({
      clock,
      limit: MAX_IN_FLIGHT,
      limitMs,
      timedOut: () => new ServerError('it did not answer in time'),
    });
    const { url, secret, tls = {} } = options;
    this.#socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${secret}` },
      handshakeTimeout: OPEN_WITHIN_MS,
      maxPayload: MAX_FRAME_BYTES,
      maxFragments: MAX_FRAGMENTS,
      // One message at a time: what follows an answer is read once the answer was taken, and others get their turn.
      allowSynchronousEvents: false,
      perMessageDeflate: false,
      rejectUnauthorized: tls.insecure !== true,
      ...(tls.ca === undefined ? {} : { ca: tls.ca }),
      finishRequest: (request) => this.#countBytes(request),
    });
    this.#listen();
  }

  /** Calls a method. Rejects with `platform_unavailable` when the answer is an error or does not come in time. */
  call(method: string, param: unknown, limitMs?: number): Promise<unknown> {
    if (this.#socket.readyState !== WebSocket.OPEN)
      return Promise.reject(new ServerError('it is not connected'));
    return this.#requests.request((id) => {
      this.#socket.send(encodeRequest(id, method, param));
      this.#checkBacklog();
    }, limitMs);
  }

  /** Drops the connection at once; what it has still sent is not read. */
  drop(reason: string, end: EndOfConnection = 'lost'): void {
    if (this.#failure === undefined) this.#end = end;
    this.#failure ??= reason;
    this.#socket.terminate();
  }

  /** Closes the connection in order; resolves when it is gone. */
  close(): Promise<void> {
    const { clock, faults } = this.#options;
    if (this.#socket.readyState === WebSocket.CLOSED) return Promise.resolve();
    return new Promise((resolve) => {
      const drop = (): void => this.#socket.terminate();
      const timer = clock.setTimeout(faults.guard(drop, drop), CLOSE_WITHIN_MS);
      const closed = faults.guard(resolve, () => {
        clock.clearTimeout(timer);
        resolve();
      });
      this.#socket.once('close', closed);
      this.#socket.close(1000);
    });
  }

  #listen(): void {
    const { opened, closed, faults } = this.#options;
    const socket = this.#socket;
    const drop = (): void => this.#giveUp();
    socket.on('open', faults.guard(drop, opened));
    const read = faults.guard(drop, (data: unknown) => {
      if (!Buffer.isBuffer(data) || !this.#mayReceive()) return;
      const excess = excessOf(data);
      if (excess !== undefined) this.#dropFor(excess);
      else this.#receive(decodeIncoming(data.toString()));
    });
    socket.on('message', read);
    // Answered by the socket itself, at the server's speed.
    const ping = faults.guard(drop, () => this.#mayReceive() && this.#checkBacklog());
    socket.on('ping', ping);
    const pong = faults.guard(drop, () => this.#mayReceive());
    socket.on('pong', pong);
    const refused = faults.guard(drop, (_request: unknown, { statusCode = 0 }: IncomingMessage) => {
      this.drop(`the server answered with HTTP ${statusCode}`, statusCode === 401 ? 'refused' : 'lost');
    });
    socket.on('unexpected-response', refused);
    const failed = faults.guard(drop, (error: Error) => {
      if ('code' in error && TOO_MUCH.has(error.code)) this.#end = 'exceeded';
      this.#failure ??= error.message;
    });
    socket.on('error', failed);
    const close = faults.guard(drop, () => {
      const reason = this.#failure ?? 'the connection was closed';
      this.#requests.failAll(() => new ServerError(reason));
      closed(reason, this.#end);
    });
    socket.on('close', close);
  }

  /** From the first byte on: the answer to the upgrade and its notices can be endless too. */
  #countBytes(request: ClientRequest): void {
    const { faults, traffic } = this.#options;
    const drop = (): void => this.#giveUp();
    const count = faults.guard(drop, (chunk: Buffer) => this.#dropFor(traffic.read(chunk.length)));
    const listen = faults.guard(drop, (socket: Socket) => socket.on('data', count));
    request.on('socket', listen);
    request.end();
  }

  #giveUp(): void {
    this.drop('its connection was given up after an error of this program');
  }

  /** Counts a message; false once the connection is dropped. */
  #mayReceive(): boolean {
    if (this.#failure === undefined) this.#dropFor(this.#options.traffic.message());
    return this.#failure === undefined;
  }

  #checkBacklog(): void {
    if (this.#socket.bufferedAmount > MAX_BACKLOG_BYTES) this.#dropFor('it does not read what it is sent');
  }

  #dropFor(excess: string | undefined): void {
    if (excess !== undefined && this.#failure === undefined) this.drop(excess, 'exceeded');
  }

  #receive(incoming: Incoming): void {
    if (incoming.kind === 'notification') this.#options.notified(incoming.method, incoming.params);
    else if (incoming.kind === 'result') this.#requests.settle(incoming.id, incoming.result);
    else if (incoming.kind === 'failure' && incoming.id !== null) {
      const refused = new ServerError(`it refused with ${incoming.code}: ${incoming.message}`);
      this.#requests.fail(incoming.id, refused);
    }
  }
}

const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;
const COMMA = 0x2c;
const COLON = 0x3a;

/** What a JSON text can have too much of, in words for the log; what is within its strings counts too. */
function excessOf(text: Uint8Array): string | undefined {
  if (text.length <= MAX_CONTAINERS) return undefined;
  let containers = 0;
  let separators = 0;
  for (const byte of text) {
    if (byte === COMMA || byte === COLON) separators += 1;
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) containers += 1;
  }
  if (containers > MAX_CONTAINERS) return TOO_NESTED;
  return separators > MAX_SEPARATORS ? TOO_MANY_ENTRIES : undefined;
}
