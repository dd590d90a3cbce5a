import type { WebSocket } from 'ws';
import type { Clock } from '../../../runtime/clock.ts';
import type { Logger } from '../../../runtime/logger.ts';
import type { PendingRequests } from '../../../runtime/pending-requests.ts';
import { channelRequests, unanswered } from '../../../channel/protocol/channel-requests.ts';
import { errorFrame, errorFrameOf } from '../../../channel/protocol/error-frame.ts';
import { decodeHostFrame, type FrameProblem } from '../../../channel/protocol/frame.ts';
import type {
  BackendMessageOf,
  HostMessage,
  HostMessageOf,
} from '../../../channel/protocol/host-messages.ts';
import { HEARTBEAT_MS } from '../../../channel/protocol/message.ts';
import { MENU_COMMANDS } from '../../../domain/menu-command.ts';

const GREET_WITHIN_MS = 5_000;
const MAX_STRIKES = 10;
const MAX_REQUESTS = 10_000;
const MAX_BACKLOG_BYTES = 8 * 1024 * 1024;
const POLICY = 1008;
/** Another host took the place of this one. */
const REPLACED = 4001;

type Asking = 'menu.show' | 'menu.hide' | 'menu.tell' | 'player.move';
/** What a host is asked to do, without the `id`, which the link gives. */
export type HostOrder = { [T in Asking]: Omit<BackendMessageOf<T>, 'id'> }[Asking];
/** What a host tells; the rest is between it and the link. */
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
}

/** One socket of a host of menus, from its opening to its end. */
export class HostConnection {
  readonly #socket: WebSocket;
  readonly #options: HostConnectionOptions;
  readonly #requests: PendingRequests<HostMessageOf<'ok'> | HostMessageOf<'error'>>;
  #isGreeted = false;
  #isHeard = true;
  #strikes = 0;
  #timer: unknown;

  constructor(socket: WebSocket, options: HostConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    const { clock } = options;
    this.#requests = channelRequests(clock, MAX_REQUESTS);
    this.#timer = clock.setTimeout(() => socket.close(POLICY, 'No host.hello within 5 s'), GREET_WITHIN_MS);
    socket.on('message', (data, isBinary) => {
      if (Buffer.isBuffer(data) && !isBinary) this.#read(data.toString());
      else socket.close(POLICY, 'Frames are text');
    });
    socket.on('pong', () => (this.#isHeard = true));
    // Closing follows, and says all.
    socket.on('error', () => {});
    socket.on('close', () => this.#lost());
  }

  /** Resolves true for `ok` and false for `error`; rejects with `platform_unavailable` when nobody answers. */
  async ask(order: HostOrder): Promise<boolean> {
    const { type, ...body } = order;
    const answer = await this.#requests.ask((id) => this.#write(JSON.stringify({ type, id, ...body })));
    return answer.type === 'ok';
  }

  /** Another host is there now. */
  replace(): void {
    this.#socket.close(REPLACED, 'Another host took the place of this one');
  }

  close(): void {
    this.#socket.close(1001, 'The backend stops');
    this.#socket.terminate();
  }

  #read(text: string): void {
    const message = decodeHostFrame(text);
    if (message.type === 'problem') return this.#strike(message);
    if (message.type === 'host.hello' || !this.#isGreeted) return this.#greet(message);
    this.#strikes = 0;
    if (message.type === 'ok' || message.type === 'error') {
      if (message.re !== undefined) this.#requests.settle(message.re, message);
      return;
    }
    try {
      const answer = this.#options.receive(message);
      if (answer !== undefined) this.#write(JSON.stringify(answer));
    } catch (error) {
      this.#write(errorFrameOf('id' in message ? message.id : undefined, error, this.#options.logger));
    }
  }

  #greet(message: HostMessage): void {
    if (message.type !== 'host.hello' || this.#isGreeted) {
      this.#socket.close(POLICY, 'The first frame, and no other, must be host.hello');
      return;
    }
    const { clock, logger, server, greeted } = this.#options;
    this.#isGreeted = true;
    clock.clearTimeout(this.#timer);
    this.#beatLater();
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

  #strike({ detail, re }: FrameProblem): void {
    this.#strikes += 1;
    this.#write(errorFrame(re, 'invalid_frame', detail));
    if (this.#strikes >= MAX_STRIKES) this.#socket.close(POLICY, 'Ten frames in a row were not understood');
  }

  #beatLater(): void {
    this.#timer = this.#options.clock.setTimeout(() => {
      if (!this.#isHeard) return this.#socket.terminate();
      this.#isHeard = false;
      this.#socket.ping();
      this.#beatLater();
    }, 3 * HEARTBEAT_MS);
  }

  #write(frame: string): void {
    // Who waits for an answer is told when it has closed.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(frame);
    // It does not read; another connection with menus opened anew is less than what has piled up.
    if (this.#socket.bufferedAmount > MAX_BACKLOG_BYTES) this.#socket.terminate();
  }

  #lost(): void {
    this.#options.clock.clearTimeout(this.#timer);
    this.#requests.failAll(() => unanswered('The host of the menus is gone'));
    this.#options.closed();
  }
}
