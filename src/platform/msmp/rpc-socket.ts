import { WebSocket } from 'ws';
import type { Clock } from '../../runtime/clock.ts';
import { PendingRequests } from '../../runtime/pending-requests.ts';
import { ServerError } from '../server-management.ts';
import { decodeIncoming, encodeRequest, type Incoming } from './json-rpc.ts';

const OPEN_WITHIN_MS = 5_000;
const CLOSE_WITHIN_MS = 1_000;
/** The answer to `rpc.discover` has some hundred kilobytes; the player list of a proxy may have more. */
const MAX_FRAME_BYTES = 8 * 1024 * 1024;
const MAX_IN_FLIGHT = 256;

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
  readonly opened: () => void;
  readonly notified: (method: string, params: unknown) => void;
  /** Called once when the socket is gone; `unauthorized` when the server refuses the secret. */
  readonly closed: (reason: string, unauthorized: boolean) => void;
}

/** One connection to a management server: calls with time limits, and notifications. */
export class RpcSocket {
  readonly #options: RpcSocketOptions;
  readonly #socket: WebSocket;
  readonly #requests: PendingRequests<unknown>;
  /** The first failure, which is the cause; later ones follow from it. */
  #failure: string | undefined;
  #unauthorized = false;

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
      perMessageDeflate: false,
      rejectUnauthorized: tls.insecure !== true,
      ...(tls.ca === undefined ? {} : { ca: tls.ca }),
    });
    this.#listen();
  }

  /** Calls a method. Rejects with `platform_unavailable` when the answer is an error or does not come in time. */
  call(method: string, param: unknown, limitMs?: number): Promise<unknown> {
    if (this.#socket.readyState !== WebSocket.OPEN)
      return Promise.reject(new ServerError('it is not connected'));
    return this.#requests.request((id) => this.#socket.send(encodeRequest(id, method, param)), limitMs);
  }

  /** Drops the connection at once. */
  drop(reason: string): void {
    this.#failure ??= reason;
    this.#socket.terminate();
  }

  /** Closes the connection in order; resolves when it is gone. */
  close(): Promise<void> {
    const { clock } = this.#options;
    if (this.#socket.readyState === WebSocket.CLOSED) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = clock.setTimeout(() => this.#socket.terminate(), CLOSE_WITHIN_MS);
      this.#socket.once('close', () => {
        clock.clearTimeout(timer);
        resolve();
      });
      this.#socket.close(1000);
    });
  }

  #listen(): void {
    const { opened, closed } = this.#options;
    const socket = this.#socket;
    socket.on('open', opened);
    socket.on('message', (data) => {
      if (Buffer.isBuffer(data)) this.#receive(decodeIncoming(data.toString()));
    });
    socket.on('unexpected-response', (_request, response) => {
      this.#unauthorized = response.statusCode === 401;
      this.drop(`the server answered with HTTP ${response.statusCode ?? 0}`);
    });
    socket.on('error', (error) => {
      this.#failure ??= error.message;
    });
    socket.on('close', () => {
      const reason = this.#failure ?? 'the connection was closed';
      this.#requests.failAll(() => new ServerError(reason));
      closed(reason, this.#unauthorized);
    });
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
