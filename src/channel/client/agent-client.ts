import { WebSocket } from 'ws';
import type { ReportedPlayer } from '../../actors/network.ts';
import { backoffMs, type Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { AppError, ERRORS, type ErrorCode } from '../../domain/errors.ts';
import type { Party } from '../../domain/party.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { SENT_AWAY } from '../server/agent-connection.ts';
import type { AgentMessage, AgentMessageOf } from '../protocol/agent-messages.ts';
import type { PendingRequests } from '../../runtime/pending-requests.ts';
import { channelRequests, unanswered } from '../protocol/channel-requests.ts';
import type { CoordinatorMessage, CoordinatorMessageOf } from '../protocol/coordinator-messages.ts';
import { errorFrameOf } from '../protocol/error-frame.ts';
import { decodeCoordinatorFrame } from '../protocol/frame.ts';
import { listFrames } from '../protocol/list-parts.ts';
import { HEARTBEAT_MS, MAX_FRAME_BYTES, SUB_PROTOCOL } from '../protocol/message.ts';

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 15_000;
/** After a wrong secret, or a newer agent of the same name: trying hard would help nobody. */
const FIRST_SLOW_RETRY_MS = 15_000;
const LAST_SLOW_RETRY_MS = 60_000;
const OPEN_WITHIN_MS = 5_000;
const CLOSE_WITHIN_MS = 1_000;
/** A link that stood this long was a good one, and its end is no reason to wait. */
const STEADY_MS = 10_000;
const SILENT_MS = 4 * HEARTBEAT_MS;
const MAX_REQUESTS = 10_000;
const MAX_BACKLOG_BYTES = 32 * 1024 * 1024;

type Asking =
  | 'player.login'
  | 'player.find'
  | 'player.send'
  | 'player.ban'
  | 'player.facts'
  | 'player.search'
  | 'server.restart';
/** Messages of an agent that ask, without the `id`, which the client gives. */
export type Question = { [T in Asking]: Omit<AgentMessageOf<T>, 'id'> }[Asking];
/** Messages of an agent that tell. Lists that may outgrow a frame go by `sendPlayers` and `sendParties`. */
export type Report = Exclude<
  AgentMessage,
  { type: Asking | 'hello' | 'pong' | 'ok' | 'error' | 'players' | 'parties' }
>;
type Answer = CoordinatorMessageOf<'admission' | 'player' | 'facts' | 'player.matches' | 'ok' | 'error'>;
/** What the coordinator wants an agent to do or know. */
export type Order = Exclude<CoordinatorMessage, Answer | { type: 'welcome' | 'ping' }>;

export interface AgentOptions {
  /** Where the coordinator's gateway is: `http(s)://` or `ws(s)://`, with the path before `/channel` if it has one. */
  readonly url: string;
  readonly secret: string;
  readonly hello: Omit<AgentMessageOf<'hello'>, 'type' | 'protocol'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
  /** After every `welcome`: report everything; until then nothing else is sent. */
  readonly resync: () => void;
  /**
   * An order. Where it asks, returning is answered with `ok` and throwing an AppError with its code; what takes time
   * returns a promise.
   */
  readonly receive: (order: Order) => void | Promise<void>;
}

/** The agent's end of net:channel: keeps a link to the coordinator, comes back when it is lost, asks and is asked. */
export class AgentClient {
  readonly #options: AgentOptions;
  readonly #url: string;
  readonly #requests: PendingRequests<Answer>;
  #socket: WebSocket | null = null;
  #welcomedAt: number | null = null;
  #attempt = 0;
  #slow = false;
  #closing = false;
  #timer: unknown = null;

  /** Begins to connect at once. Throws a TypeError for a url that is none. */
  constructor(options: AgentOptions) {
    this.#options = options;
    this.#url = channelUrl(options.url);
    this.#requests = channelRequests(options.clock, MAX_REQUESTS);
    this.#connect();
  }

  /** True between `welcome` and the loss of the link. */
  get connected(): boolean {
    return this.#welcomedAt !== null;
  }

  /** Sends a report; false when there is no link, which is fine: everything is reported anew after the next `welcome`. */
  send(report: Report): boolean {
    return this.#write(JSON.stringify(report));
  }

  /** Reports everybody on this proxy, in as many frames as it takes. */
  sendPlayers(players: Iterable<ReportedPlayer>): void {
    const frame = { head: '"type":"players"', key: 'players', encode: JSON.stringify };
    for (const text of listFrames<ReportedPlayer>(frame, players)) this.#write(text);
  }

  /** Reports the whole party registry. */
  sendParties(parties: Iterable<Party>): void {
    const frame = { head: '"type":"parties"', key: 'parties', encode: JSON.stringify };
    for (const text of listFrames<Party>(frame, parties)) this.#write(text);
  }

  /** May this player come in? Rejects with `platform_unavailable` when nobody answers; the proxy then decides alone. */
  async login(
    player: Omit<AgentMessageOf<'player.login'>, 'id' | 'type'>,
  ): Promise<CoordinatorMessageOf<'admission'>> {
    const { uuid, name, ip } = player;
    const answer = await this.ask({ type: 'player.login', uuid, name, ip });
    if (answer.type === 'admission') return answer;
    throw new AppError('platform_unavailable', 'A login was answered with something else');
  }

  /** Who bore this name last? Rejects with `player_not_found`, or as `login` does. */
  async find(name: string): Promise<Uuid> {
    const answer = await this.ask({ type: 'player.find', name });
    if (answer.type === 'player') return answer.uuid;
    throw new AppError('platform_unavailable', 'A name was answered with something else');
  }

  /** Asks and waits at most 5 s. Rejects with the AppError that the coordinator answers. */
  async ask(question: Question): Promise<Exclude<Answer, { type: 'error' }>> {
    if (!this.connected) throw new AppError('platform_unavailable', 'There is no link to the coordinator');
    const answer = await this.#requests.ask((id) => {
      const { type, ...body } = question;
      // Keys in the order of CHANNEL.md: that is the form the coordinator reads fastest.
      this.#write(JSON.stringify({ type, id, ...body }));
    });
    if (answer.type === 'error') {
      throw new AppError(isErrorCode(answer.code) ? answer.code : 'platform_unavailable', answer.detail);
    }
    return answer;
  }

  /** Says goodbye and stays away. */
  close(): Promise<void> {
    this.#closing = true;
    const { clock } = this.#options;
    clock.clearTimeout(this.#timer);
    const socket = this.#socket;
    if (socket === null) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = clock.setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS);
      socket.once('close', () => {
        clock.clearTimeout(timer);
        resolve();
      });
      socket.close(1000);
    });
  }

  #connect(): void {
    const { secret, hello, logger } = this.#options;
    const socket = new WebSocket(this.#url, [SUB_PROTOCOL], {
      headers: { authorization: `Bearer ${secret}` },
      handshakeTimeout: OPEN_WITHIN_MS,
      maxPayload: MAX_FRAME_BYTES,
      perMessageDeflate: false,
    });
    this.#socket = socket;
    socket.on('open', () => {
      this.#giveUpAfter(OPEN_WITHIN_MS);
      socket.send(JSON.stringify({ type: 'hello', ...hello, protocol: 1 }));
    });
    socket.on('message', (data) => {
      if (Buffer.isBuffer(data)) this.#read(data.toString());
    });
    socket.on('unexpected-response', (_request, response) => {
      if (response.statusCode === 401) this.#noteWrongSecret();
      socket.terminate();
    });
    socket.on('error', (error) => {
      logger.debug({ event: 'agent.link_failed', agent: hello.name, reason: error.message });
    });
    socket.on('close', (code) => this.#lost(code));
  }

  #noteWrongSecret(): void {
    this.#slow = true;
    const { hello, logger } = this.#options;
    logger.error({
      event: 'agent.wrong_secret',
      agent: hello.name,
      detail:
        "The coordinator does not take this secret; compare it with `channel.secret` in the coordinator's config.yml",
    });
  }

  #lost(code: number): void {
    const { clock, logger, hello, random } = this.#options;
    this.#socket = null;
    clock.clearTimeout(this.#timer);
    if (this.#welcomedAt !== null && clock.now() - this.#welcomedAt >= STEADY_MS) this.#attempt = 0;
    this.#welcomedAt = null;
    this.#requests.failAll(() => unanswered('The link to the coordinator was lost'));
    if (this.#closing) return;
    this.#slow ||= code === SENT_AWAY;
    const wait = this.#slow
      ? backoffMs(this.#attempt, FIRST_SLOW_RETRY_MS, LAST_SLOW_RETRY_MS, random)
      : backoffMs(this.#attempt, FIRST_RETRY_MS, LAST_RETRY_MS, random);
    this.#attempt += 1;
    this.#slow = false;
    logger.warn({ event: 'agent.link_lost', agent: hello.name, code, retryInMs: wait });
    this.#timer = clock.setTimeout(() => this.#connect(), wait);
  }

  #read(text: string): void {
    const message = decodeCoordinatorFrame(text);
    switch (message.type) {
      case 'problem':
        this.#options.logger.warn({ event: 'agent.bad_frame', detail: message.detail });
        return;
      case 'welcome':
        this.#welcomedAt = this.#options.clock.now();
        this.#giveUpAfter(SILENT_MS);
        this.#options.logger.info({ event: 'agent.welcomed', agent: this.#options.hello.name });
        this.#options.resync();
        return;
      case 'ping':
        this.#giveUpAfter(SILENT_MS);
        this.#write(`{"type":"pong","at":${message.at}}`);
        return;
      case 'admission':
      case 'player':
      case 'facts':
      case 'player.matches':
      case 'ok':
        this.#requests.settle(message.re, message);
        return;
      case 'error':
        if (message.re === undefined || !this.#requests.settle(message.re, message)) {
          this.#options.logger.warn({ event: 'agent.refused', code: message.code, detail: message.detail });
        }
        return;
      default:
        void this.#obey(message);
    }
  }

  async #obey(order: Order): Promise<void> {
    const id = 'id' in order ? order.id : undefined;
    try {
      await this.#options.receive(order);
      if (id !== undefined) this.#write(`{"type":"ok","re":${id}}`);
    } catch (error) {
      const frame = errorFrameOf(id, error, this.#options.logger);
      if (id !== undefined) this.#write(frame);
    }
  }

  #write(frame: string): boolean {
    const socket = this.#socket;
    if (socket === null || this.#welcomedAt === null || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(frame);
    if (socket.bufferedAmount <= MAX_BACKLOG_BYTES) return true;
    // The coordinator does not read. A new link with a whole report is less than what has piled up.
    socket.terminate();
    return false;
  }

  /** Ends a link on which nothing more was heard: no welcome, or no ping. */
  #giveUpAfter(milliseconds: number): void {
    const { clock } = this.#options;
    clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(() => this.#socket?.terminate(), milliseconds);
  }
}

function channelUrl(base: string): string {
  const url = new URL(base);
  url.protocol = url.protocol.replace('http', 'ws');
  url.pathname = `${url.pathname.replace(/\/$/, '')}/channel`;
  return url.href;
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
