import type { WebSocket } from 'ws';
import { ChannelRequests } from '../../../channel/protocol/channel-requests.ts';
import { CLOSE_CODES } from '../../../channel/protocol/close-codes.ts';
import { errorFrame, errorFrameOf } from '../../../channel/protocol/error-frame.ts';
import { decodeHostFrame, type FrameProblem } from '../../../channel/protocol/frame.ts';
import type {
  BackendMessageOf,
  HostMessage,
  HostMessageOf,
} from '../../../channel/protocol/host-messages.ts';
import { HEARTBEAT_MS } from '../../../channel/protocol/message.ts';
import { PeerRules } from '../../../channel/server/peer-rules.ts';
import { MENU_COMMANDS } from '../../../domain/menu-command.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { ConnectionFaults } from '../../../runtime/faults/connection-faults.ts';
import type { Logger } from '../../../runtime/logger.ts';

const MAX_REQUESTS = 10_000;
const MAX_BACKLOG_BYTES = 8 * 1024 * 1024;
/** A WebSocket ping every 15 s; the next one finds out that one was not answered. */
const PING_EVERY_MS = 3 * HEARTBEAT_MS;
const MAX_UNANSWERED = 1;

type RequestType = 'menu.show' | 'menu.hide' | 'menu.tell' | 'player.move';
/** A request to a host, without the `id`, which the connection adds. */
export type HostRequest = { [T in RequestType]: Omit<BackendMessageOf<T>, 'id'> }[RequestType];
/** A message of a host that is not about the connection itself. */
export type HostReport = Exclude<HostMessage, { type: 'host.hello' | 'ok' | 'error' }>;

export interface HostConnectionOptions {
  /** Name of the server, for the welcome. */
  readonly server: string;
  /** An AppError thrown here is answered with `error`. What is returned is sent. */
  readonly receive: (report: HostReport) => BackendMessageOf<'placeholders.rendered'> | undefined;
  readonly greeted: () => void;
  readonly closed: () => void;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly faults: ConnectionFaults;
}

/** One socket of a menu host, from its opening to its end. */
export class HostConnection {
  readonly #socket: WebSocket;
  readonly #options: HostConnectionOptions;
  readonly #requests: ChannelRequests<HostMessageOf<'ok'> | HostMessageOf<'error'>>;
  readonly #rules: PeerRules;
  #isGreeted = false;
  #pingTimer: unknown = null;

  constructor(socket: WebSocket, options: HostConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    const { clock, faults } = options;
    const drop = (): void => socket.terminate();
    this.#requests = new ChannelRequests(clock, MAX_REQUESTS);
    this.#rules = new PeerRules({
      clock,
      socket: {
        send: (frame) => this.#write(frame),
        end: (code, reason) => socket.close(code, reason),
        drop,
      },
      faults,
      hello: 'host.hello',
      maxUnanswered: MAX_UNANSWERED,
    });
    const read = faults.guard(drop, (data: unknown, isBinary: boolean) => {
      if (Buffer.isBuffer(data) && !isBinary) this.#read(data.toString());
      else socket.close(CLOSE_CODES.policy, 'Frames are text');
    });
    socket.on('message', read);
    const pong = faults.guard(drop, () => this.#rules.pong());
    socket.on('pong', pong);
    // `close` follows every error.
    socket.on('error', () => {});
    const lost = faults.guard(drop, () => this.#lost());
    socket.on('close', lost);
  }

  /** Resolves true for `ok` and false for `error`; rejects with `platform_unavailable` when there is no answer. */
  async request(request: HostRequest): Promise<boolean> {
    const { type, ...body } = request;
    const answer = await this.#requests.send((id) => this.#write(JSON.stringify({ type, id, ...body })));
    return answer.type === 'ok';
  }

  /** A newer host has connected. */
  replace(): void {
    this.#socket.close(CLOSE_CODES.replaced, 'A newer host has connected');
  }

  close(): void {
    this.#socket.close(CLOSE_CODES.goingAway, 'The backend stops');
    this.#socket.terminate();
  }

  #read(text: string): void {
    const message = decodeHostFrame(text);
    if (message.type === 'problem') return this.#refuse(message);
    if (message.type === 'host.hello' || !this.#isGreeted) return this.#greet(message);
    this.#rules.goodFrame();
    if (message.type === 'ok' || message.type === 'error') {
      this.#requests.settle(message);
      return;
    }
    try {
      const answer = this.#options.receive(message);
      if (answer !== undefined) this.#write(JSON.stringify(answer));
    } catch (error) {
      this.#write(errorFrameOf('id' in message ? message.id : undefined, error, this.#options.logger));
    }
  }

  /** A wrong field in a message of the protocol is only answered. */
  #refuse({ of, detail, re }: FrameProblem): void {
    if (of === undefined || !this.#isGreeted) this.#rules.badFrame('invalid_frame', detail, re);
    else this.#write(errorFrame(re, 'invalid_frame', detail));
  }

  #greet(message: HostMessage): void {
    if (message.type !== 'host.hello' || this.#isGreeted) {
      this.#socket.close(CLOSE_CODES.policy, 'The first frame, and no other, must be host.hello');
      return;
    }
    const { logger, server, greeted } = this.#options;
    this.#isGreeted = true;
    this.#rules.stopWaiting();
    this.#pingLater();
    const { platform, version } = message;
    logger.info({ event: 'host.greeted', platform, version });
    const welcome: BackendMessageOf<'host.welcome'> = {
      type: 'host.welcome',
      server,
      commands: [...MENU_COMMANDS],
    };
    this.#write(JSON.stringify(welcome));
    greeted();
  }

  #pingLater(): void {
    const { clock, faults } = this.#options;
    const drop = (): void => this.#socket.terminate();
    const ping = faults.guard(drop, () => {
      if (!this.#rules.mayPing()) return drop();
      this.#socket.ping();
      this.#pingLater();
    });
    this.#pingTimer = clock.setTimeout(ping, PING_EVERY_MS);
  }

  #write(frame: string): void {
    // What waits for an answer is rejected once it has closed.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(frame);
    // It does not read. A new connection, with menus opened again, is less than what waits to be sent.
    if (this.#socket.bufferedAmount > MAX_BACKLOG_BYTES) this.#socket.terminate();
  }

  #lost(): void {
    this.#options.clock.clearTimeout(this.#pingTimer);
    this.#rules.stopWaiting();
    this.#requests.failAll('The connection to the menu host was lost');
    this.#options.closed();
  }
}
