import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import type { ReportedPlayer } from '../../actors/agents.ts';
import { AppError } from '../../domain/errors.ts';
import type { Party } from '../../domain/party.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { backoffMs, type Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { AgentMessage, AgentMessageOf } from '../protocol/agent-messages.ts';
import { ChannelRequests } from '../protocol/channel-requests.ts';
import { CLOSE_CODES, ENDED_CODE } from '../protocol/close-codes.ts';
import type { CoordinatorMessage, CoordinatorMessageOf } from '../protocol/coordinator-messages.ts';
import { errorFrameOf } from '../protocol/error-frame.ts';
import { type Abilities, commonFeatures, type Feature, ownFeatures } from '../protocol/features.ts';
import { decodeCoordinatorFrame } from '../protocol/frame.ts';
import { listFrames } from '../protocol/list-parts.ts';
import { fitsFrame, HEARTBEAT_MS, MAX_FRAME_BYTES, SUB_PROTOCOL, typeOfFrame } from '../protocol/message.ts';
import { channelUrl, isErrorCode, reasonOf, refusalWords, withoutUser } from './link-words.ts';
import { wrongSecretText } from './wrong-secret-text.ts';

const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 15_000;
/** After a wrong secret, or a newer agent of the same name: neither changes within seconds. */
const FIRST_SLOW_RETRY_MS = 15_000;
const MAX_SLOW_RETRY_MS = 60_000;
const OPEN_WITHIN_MS = 5_000;
const CLOSE_WITHIN_MS = 1_000;
/** A connection that lasted this long was a good one: after its loss the waits begin anew. */
const STEADY_MS = 10_000;
const SILENT_MS = 4 * HEARTBEAT_MS;
const MAX_REQUESTS = 10_000;
const MAX_BACKLOG_BYTES = 32 * 1024 * 1024;
/** How `ws` calls a frame over `maxPayload`. */
const TOO_LONG = 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
/** What one part of a list costs to write, in steps of `Turns`. */
const STEPS_OF_PART = 25;

type RequestType =
  | 'player.login'
  | 'player.find'
  | 'player.send'
  | 'player.reach'
  | 'player.ban'
  | 'player.facts'
  | 'player.search'
  | 'server.restart'
  | 'staff.ban'
  | 'staff.unban'
  | 'staff.kick'
  | 'staff.send'
  | 'staff.alert'
  | 'staff.find';
/** A request of an agent, without the `id`, which the client adds. */
export type AgentRequest = { [T in RequestType]: Omit<AgentMessageOf<T>, 'id'> }[RequestType];
/** A message of an agent that needs no answer. Lists that may need several frames, and frames of features, have methods of their own. */
export type Report = Exclude<
  AgentMessage,
  { type: RequestType | 'hello' | 'pong' | 'ok' | 'error' | 'players' | 'parties' | 'player.cancel' }
>;
type Answer = CoordinatorMessageOf<
  'admission' | 'player' | 'player.place' | 'reach' | 'facts' | 'player.matches' | 'ok' | 'error'
>;
/** A message of the coordinator that tells an agent to do or to know something. */
export type Order = Exclude<CoordinatorMessage, Answer | { type: 'welcome' | 'ping' }>;

export interface AgentOptions extends Abilities {
  /** Where the coordinator's gateway is: `http(s)://` or `ws(s)://`, with the path before `/channel` if it has one. */
  readonly url: string;
  readonly secret: string;
  /** What the operator sets that secret by, as in "coordinator.secret in config.yml": said when it is refused. */
  readonly secretSetting?: string;
  readonly hello: Omit<AgentMessageOf<'hello'>, 'type' | 'protocol' | 'features'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
  /** Called after every `welcome`: reports everything. Until then nothing else is sent. */
  readonly resync: () => void;
  /**
   * Carries an order out. For an order with an `id`, returning or resolving is answered with `ok`, and an AppError with
   * its code.
   */
  readonly receive: (order: Order) => void | Promise<OrderOutcome | void>;
}

/** How an agent reaches its coordinator. */
export type CoordinatorAccess = Pick<AgentOptions, 'url' | 'secret' | 'secretSetting'>;

/** What else is said of an order that was carried out. */
export interface OrderOutcome {
  /** Of a kick: whether the player has read its message. */
  readonly words: boolean;
}

/** The agent's side of the channel: keeps a connection to the coordinator, and connects again when it is lost. */
export class AgentClient {
  readonly #options: AgentOptions;
  readonly #url: string;
  readonly #requests: ChannelRequests<Answer>;
  readonly #faults: ConnectionFaults;
  readonly #execute: (order: Order) => void;
  #socket: WebSocket | null = null;
  #welcomedAt: number | null = null;
  #features: ReadonlySet<Feature> = new Set();
  #attempt = 0;
  #isSlow = false;
  /** Why the present connection ends, in words for the log; the first reason is the cause of the others. */
  #reason = '';
  #isClosing = false;
  #timer: unknown = null;

  /** Begins to connect at once. Throws a TypeError for an invalid url. */
  constructor(options: AgentOptions) {
    this.#options = options;
    this.#url = channelUrl(options.url);
    this.#requests = new ChannelRequests(options.clock, MAX_REQUESTS);
    this.#faults = new ConnectionFaults('agent', options);
    this.#execute = this.#faults.guard(
      () => this.#socket?.terminate(),
      (order) => this.#carryOut(order),
    );
    this.#connect();
  }

  /** True between `welcome` and the loss of the connection. */
  get connected(): boolean {
    return this.#welcomedAt !== null;
  }

  /** Whether the coordinator knows this feature too; false while not connected. */
  supports(feature: Feature): boolean {
    return this.connected && this.#features.has(feature);
  }

  /** Sends a report; false while not connected. A lost report does no harm: everything is reported after the next `welcome`. */
  send(report: Report): boolean {
    return this.#write(JSON.stringify(report));
  }

  /** Reports every player on this proxy, in as many frames as it takes. */
  sendPlayers(players: Iterable<ReportedPlayer>): void {
    const frame = { head: '"type":"players"', key: 'players', encode: JSON.stringify };
    for (const text of listFrames<ReportedPlayer>(frame, players)) this.#write(text);
  }

  /** The same over several turns: sends a part with each step (`SlicedWork`). */
  *sendPlayersInParts(players: Iterable<ReportedPlayer>): Generator<number, void> {
    const frame = { head: '"type":"players"', key: 'players', encode: JSON.stringify };
    for (const text of listFrames<ReportedPlayer>(frame, players)) {
      this.#write(text);
      yield STEPS_OF_PART;
    }
  }

  /** Reports all parties. */
  sendParties(parties: Iterable<Party>): void {
    const frame = { head: '"type":"parties"', key: 'parties', encode: JSON.stringify };
    for (const text of listFrames<Party>(frame, parties)) this.#write(text);
  }

  /** Requests admission. Rejects with `platform_unavailable` when there is no answer; the proxy then decides by itself. */
  async login(
    player: Omit<AgentMessageOf<'player.login'>, 'id' | 'type'>,
  ): Promise<CoordinatorMessageOf<'admission'>> {
    const { uuid, name, ip, identity, claimed = false } = player;
    // Only a coordinator that named the feature knows these keys.
    const told = this.supports('identity') && identity !== undefined ? { identity, claimed } : {};
    const answer = await this.request({ type: 'player.login', uuid, name, ip, ...told });
    if (answer.type === 'admission') return answer;
    throw new AppError('platform_unavailable', 'The answer to a login was no admission');
  }

  /**
   * The login of a player whom the coordinator admitted will not join: its slot is released. To be called once for each
   * such login, and never after `player.join`. A coordinator that does not know it gives the slot back after 30 s.
   */
  cancel(uuid: Uuid): void {
    if (this.supports('cancel')) this.#write(JSON.stringify({ type: 'player.cancel', uuid }));
  }

  /** The uuid of the player who had this name last. Rejects with `player_not_found`, or as `login` does. */
  async find(name: string): Promise<Uuid> {
    const answer = await this.request({ type: 'player.find', name });
    if (answer.type === 'player') return answer.uuid;
    throw new AppError('platform_unavailable', 'The answer to a name was no player');
  }

  /** Sends a request and waits at most 5 s. Rejects with the AppError that the coordinator answers. */
  async request(request: AgentRequest): Promise<Exclude<Answer, { type: 'error' }>> {
    if (!this.connected) throw new AppError('platform_unavailable', 'The coordinator is not connected');
    const answer = await this.#requests.send((id) => {
      const { type, ...body } = request;
      // Keys in the order of `AGENT_MESSAGES`: that is the form the coordinator reads fastest.
      this.#write(JSON.stringify({ type, id, ...body }));
    });
    if (answer.type === 'error') {
      throw new AppError(isErrorCode(answer.code) ? answer.code : 'platform_unavailable', answer.detail);
    }
    return answer;
  }

  /** Closes the connection and does not connect again. */
  close(): Promise<void> {
    this.#isClosing = true;
    const { clock } = this.#options;
    clock.clearTimeout(this.#timer);
    this.#faults.close();
    const socket = this.#socket;
    if (socket === null) return Promise.resolve();
    return new Promise((resolve) => {
      const drop = (): void => socket.terminate();
      const timer = clock.setTimeout(this.#faults.guard(drop, drop), CLOSE_WITHIN_MS);
      const closed = this.#faults.guard(resolve, () => {
        clock.clearTimeout(timer);
        resolve();
      });
      socket.once('close', closed);
      socket.close(ENDED_CODE);
    });
  }

  #connect(): void {
    const options = this.#options;
    const { secret, hello, logger } = options;
    const socket = new WebSocket(this.#url, [SUB_PROTOCOL], {
      headers: { authorization: `Bearer ${secret}` },
      handshakeTimeout: OPEN_WITHIN_MS,
      maxPayload: MAX_FRAME_BYTES,
      perMessageDeflate: false,
    });
    this.#socket = socket;
    this.#reason = '';
    const drop = (): void => socket.terminate();
    const greet = this.#faults.guard(drop, () => {
      this.#closeAfter(OPEN_WITHIN_MS);
      const features = ownFeatures(options);
      socket.send(JSON.stringify({ type: 'hello', ...hello, protocol: 1, features }));
    });
    socket.on('open', greet);
    const read = this.#faults.guard(drop, (data: unknown) => {
      if (Buffer.isBuffer(data)) this.#read(data.toString());
    });
    socket.on('message', read);
    const refused = this.#faults.guard(drop, (_request: unknown, { statusCode = 0 }: IncomingMessage) => {
      this.#reason ||= refusalWords(statusCode);
      this.#isSlow ||= statusCode === 401;
      socket.terminate();
      if (statusCode === 401) this.#logWrongSecret();
    });
    socket.on('unexpected-response', refused);
    const failed = this.#faults.guard(drop, (error: Error) => {
      this.#reason ||= reasonOf(error);
      if ('code' in error && error.code === TOO_LONG) this.#logTooBig('received', undefined);
      logger.debug({ event: 'agent.link_failed', agent: hello.name, reason: reasonOf(error) });
    });
    socket.on('error', failed);
    const lost = this.#faults.guard(drop, (code: number, words: Buffer) =>
      this.#lost(code, words.toString()),
    );
    socket.on('close', lost);
  }

  #logWrongSecret(): void {
    const { hello, logger, secretSetting } = this.#options;
    const detail = wrongSecretText(hello, secretSetting);
    logger.error({ event: 'agent.wrong_secret', agent: hello.name, detail });
  }

  /** Otherwise nobody would know why the connection breaks at once each time, or why something is never reported. */
  #logTooBig(what: 'received' | 'not sent', type: string | undefined): void {
    const { hello, logger } = this.#options;
    logger.error({
      event: 'agent.frame-too-big',
      agent: hello.name,
      frame: what,
      type,
      limitBytes: MAX_FRAME_BYTES,
    });
  }

  #lost(code: number, words: string): void {
    const { clock, logger, hello } = this.#options;
    this.#socket = null;
    clock.clearTimeout(this.#timer);
    if (this.#welcomedAt !== null && clock.elapsed() - this.#welcomedAt >= STEADY_MS) this.#attempt = 0;
    this.#welcomedAt = null;
    this.#isSlow ||= code === CLOSE_CODES.replaced;
    // First, so that no error of what follows leaves the agent without a connection.
    const wait = this.#isClosing ? 0 : this.#connectLater();
    this.#requests.failAll('The connection to the coordinator was lost');
    if (this.#isClosing) return;
    const reason = this.#reason || words || 'the connection broke';
    const url = withoutUser(this.#url);
    logger.warn({ event: 'agent.link_lost', agent: hello.name, url, reason, code, retryInMs: wait });
  }

  /** Tries again after a while, and returns how many milliseconds that is. */
  #connectLater(): number {
    const { clock, random } = this.#options;
    const wait = this.#isSlow
      ? backoffMs(this.#attempt, FIRST_SLOW_RETRY_MS, MAX_SLOW_RETRY_MS, random)
      : backoffMs(this.#attempt, FIRST_RETRY_MS, MAX_RETRY_MS, random);
    this.#attempt += 1;
    this.#isSlow = false;
    const connect = this.#faults.guard(
      () => this.#connectLater(),
      () => this.#connect(),
    );
    this.#timer = clock.setTimeout(connect, wait);
    return wait;
  }

  #read(text: string): void {
    const message = decodeCoordinatorFrame(text);
    switch (message.type) {
      case 'problem':
        this.#options.logger.warn({ event: 'agent.bad_frame', detail: message.detail });
        return;
      case 'welcome':
        this.#welcomedAt = this.#options.clock.elapsed();
        this.#features = commonFeatures(message.features);
        this.#closeAfter(SILENT_MS);
        this.#options.logger.info({ event: 'agent.welcomed', agent: this.#options.hello.name });
        this.#options.resync();
        return;
      case 'ping':
        this.#closeAfter(SILENT_MS);
        this.#write(`{"type":"pong","at":${message.at}}`);
        return;
      case 'admission':
      case 'player':
      case 'player.place':
      case 'reach':
      case 'facts':
      case 'player.matches':
      case 'ok':
        this.#requests.settle(message);
        return;
      case 'error':
        if (!this.#requests.settle(message)) {
          this.#options.logger.warn({ event: 'agent.refused', code: message.code, detail: message.detail });
        }
        return;
      default:
        this.#execute(message);
    }
  }

  async #carryOut(order: Order): Promise<void> {
    const id = 'id' in order ? order.id : undefined;
    try {
      const outcome = await this.#options.receive(order);
      const words = outcome?.words === false && this.supports('words') ? ',"words":false' : '';
      if (id !== undefined) this.#write(`{"type":"ok","re":${id}${words}}`);
    } catch (error) {
      const frame = errorFrameOf(id, error, this.#options.logger);
      if (id !== undefined) this.#write(frame);
    }
  }

  #write(frame: string): boolean {
    const socket = this.#socket;
    if (socket === null || this.#welcomedAt === null || socket.readyState !== WebSocket.OPEN) return false;
    if (!fitsFrame(frame)) {
      this.#logTooBig('not sent', typeOfFrame(frame));
      return false;
    }
    socket.send(frame);
    if (socket.bufferedAmount <= MAX_BACKLOG_BYTES) return true;
    // The coordinator does not read. A new connection with a whole report is less than what waits to be sent.
    socket.terminate();
    return false;
  }

  /** Breaks the connection unless this is called again in time: no welcome came, or no ping. */
  #closeAfter(milliseconds: number): void {
    const { clock } = this.#options;
    clock.clearTimeout(this.#timer);
    const drop = (): void => this.#socket?.terminate();
    this.#timer = clock.setTimeout(this.#faults.guard(drop, drop), milliseconds);
  }
}
