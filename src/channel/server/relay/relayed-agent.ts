import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../runtime/clock.ts';
import type { FoldedLog } from '../../../runtime/folded-log.ts';
import type { Logger } from '../../../runtime/logger.ts';
import type { ErrorCode } from '../../../domain/errors.ts';
import { AGENT_MESSAGES, type AgentMessageOf, maySend } from '../../protocol/agent-messages.ts';
import { errorFrame, errorFrameOf } from '../../protocol/error-frame.ts';
import { decodeAgentFrame } from '../../protocol/frame.ts';
import { typeOfFrame } from '../../protocol/message.ts';
import type { ReceivedMessage } from '../../protocol/partial-frame.ts';
import { sealPluginMessage } from '../../protocol/plugin-message.ts';
import type { AgentConnection, AgentSocket } from '../agent-connection.ts';
import { type AgentTraffic, ReportedChanges } from '../agent-traffic.ts';
import type { Carrier } from './carrier.ts';

const MAX_UNANSWERED = 3;
/** How many pings after the last whole list the next one is sent: what is carried may be lost on the way. */
const WHOLE_EVERY = 12;

export interface RelayedAgentDeps {
  /** The name of the agent, which is that of its server. */
  readonly name: string;
  /** With which its messages are signed, and those to it. */
  readonly key: string;
  readonly traffic: AgentTraffic;
  /** The proxies that can carry to this server now. */
  readonly carriersTo: (server: string) => readonly Carrier[];
  /** Gives a `hello` its place in the network and greets it. Throws where it may not have one. */
  readonly greet: (
    hello: AgentMessageOf<'hello'>,
    socket: AgentSocket & { readonly isOpen: boolean },
  ) => AgentConnection;
  /** Everything that all game servers are told, as frames that are short enough. */
  readonly everything: () => readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly badFrames: FoldedLog;
  readonly tooBig: FoldedLog;
  readonly count: (isGood: boolean) => void;
}

/**
 * The agent of a game server that reaches the coordinator by players' connections, in signed plugin messages. It is an agent as
 * any other, but for this: while nobody is on the server nothing can be carried, so that its silence then means nothing.
 */
export class RelayedAgent {
  readonly #deps: RelayedAgentDeps;
  readonly #changes = new ReportedChanges();
  #carrier: Carrier | undefined;
  #agent: AgentConnection | null = null;
  /** Of the connection that counts; the next `hello` makes another. */
  #isOpen = { now: false };
  #unanswered = 0;
  /** Pings until it is told everything anew. */
  #wholeIn = WHOLE_EVERY;

  constructor(deps: RelayedAgentDeps) {
    this.#deps = deps;
  }

  get agent(): AgentConnection | null {
    return this.#agent;
  }

  /** Takes the text of a message whose signature holds. */
  take(carrier: Carrier, text: string): void {
    const { traffic, logger, name, count } = this.#deps;
    if (traffic.isPaused) return count(false);
    this.#carrier = carrier;
    this.#unanswered = 0;
    const excess = traffic.frame(text.length);
    if (excess !== undefined) this.#exceeded(excess);
    else {
      try {
        count(this.#handle(text));
      } catch (error) {
        logger.error({ event: 'relay.failed', agent: name, err: error });
        this.end('the coordinator could not go on with it');
      }
    }
  }

  /** Pings it where it can hear that; says it is gone when it has left three pings unanswered. To be called every 5 s. */
  beat(now: number): void {
    if (this.#agent === null) return;
    if (!this.#isReachable()) {
      this.#unanswered = 0;
      this.#wholeIn = 0;
      return;
    }
    if (this.#unanswered < MAX_UNANSWERED) {
      this.#unanswered += 1;
      this.write(`{"type":"ping","at":${now}}`);
      this.#tellAll();
      return;
    }
    this.#deps.logger.warn({ event: 'channel.silent', agent: this.#deps.name });
    this.end('three pings without an answer');
  }

  /** Tells it what has changed, if it was welcomed and can hear that; else it is told everything once it can. */
  publish(frames: () => readonly string[]): void {
    if (this.#agent === null) return;
    if (this.#isReachable()) for (const frame of frames()) this.write(frame);
    else this.#wholeIn = 0;
  }

  #isReachable(): boolean {
    return this.#deps.carriersTo(this.#deps.name).length > 0;
  }

  #tellAll(): void {
    this.#wholeIn -= 1;
    if (this.#wholeIn > 0) return;
    this.#wholeIn = WHOLE_EVERY;
    for (const frame of this.#deps.everything()) this.write(frame);
  }

  /** Sends a frame by a proxy that has somebody on the server; where none has, it is lost. */
  write(frame: string): void {
    const { name, key, clock, tooBig } = this.#deps;
    const carriers = this.#deps.carriersTo(name);
    const last = this.#carrier;
    const carrier = last !== undefined && carriers.includes(last) ? last : (carriers[0] ?? last);
    try {
      const seal = { from: 'coordinator', agent: name, key } as const;
      const payload = sealPluginMessage(seal, frame, randomBytes(16).toString('base64url'), clock.now());
      carrier?.carry(name, new TextDecoder().decode(payload));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      tooBig.note(typeOfFrame(frame), { bytes: Buffer.byteLength(frame) });
    }
  }

  /** It is connected no more; its server stays for the grace. */
  end(reason: string): void {
    const agent = this.#agent;
    this.#isOpen.now = false;
    this.#agent = null;
    if (agent === null) return;
    this.#deps.logger.info({ event: 'relay.closed', agent: this.#deps.name, reason });
    agent.lost();
  }

  /** The proxy is gone: what it would have carried goes by another. */
  forget(carrier: Carrier): void {
    if (this.#carrier === carrier) this.#carrier = undefined;
  }

  #handle(text: string): boolean {
    const read = decodeAgentFrame(text);
    if (read.type === 'problem') {
      this.#refuse('invalid_frame', read.detail, read.re, maySend('backend', read.of));
      return false;
    }
    const message = read.type === 'partial' ? read.message : read;
    if (message.type === 'hello') return this.#greet(message);
    const agent = this.#agent;
    const re = 'id' in message ? message.id : undefined;
    if (agent === null) {
      this.write(errorFrame(re, 'not_permitted', 'The first frame must be hello'));
      return false;
    }
    if (!AGENT_MESSAGES[message.type].roles.includes('backend')) {
      this.#refuse('not_permitted', `A backend may not send ${message.type}`, re, true);
      return false;
    }
    if (read.type === 'partial') this.#refuse('invalid_frame', read.detail, undefined, true);
    return this.#receive(agent, message, re);
  }

  #receive(agent: AgentConnection, message: ReceivedMessage, re: number | undefined): boolean {
    const { traffic, logger } = this.#deps;
    const excess = traffic.changes(this.#changes.in(message));
    if (excess !== undefined) {
      this.#exceeded(excess);
      return false;
    }
    if (message.type === 'pong') return true;
    if (!traffic.allows(message)) {
      this.write(errorFrame(re, 'overloaded', 'This agent asks too much'));
      return true;
    }
    try {
      agent.receive(message);
    } catch (error) {
      this.write(errorFrameOf(re, error, logger));
    }
    return true;
  }

  #greet(hello: AgentMessageOf<'hello'>): boolean {
    const { greet, traffic, logger } = this.#deps;
    const excess = traffic.connection();
    if (excess !== undefined) {
      this.#exceeded(excess);
      return false;
    }
    this.end('it said hello anew');
    const isOpen = { now: true };
    this.#isOpen = isOpen;
    const write = (frame: string): void => {
      if (isOpen.now) this.write(frame);
    };
    const close = (reason: string): void => {
      if (isOpen.now) this.end(reason);
    };
    const socket = {
      send: write,
      post: write,
      end: (_code: number, reason: string) => close(reason),
      drop: () => close('it failed'),
      get isOpen() {
        return isOpen.now;
      },
    };
    try {
      const agent = greet(hello, socket);
      // The network may have closed it at once, as an older agent of its name.
      if (isOpen.now) this.#agent = agent;
      else agent.lost();
      return true;
    } catch (error) {
      isOpen.now = false;
      this.write(errorFrameOf(undefined, error, logger));
      return false;
    }
  }

  #exceeded(reason: string): void {
    const { traffic, logger, name, count } = this.#deps;
    count(false);
    logger.warn({ event: 'channel.exceeded', agent: name, reason, pauseMs: traffic.pause() });
    this.end('it has sent too much');
  }

  #refuse(code: ErrorCode, detail: string, re: number | undefined, isNoted: boolean): void {
    if (isNoted) this.#deps.badFrames.note(this.#deps.name, { code, detail });
    this.write(errorFrame(re, code, detail));
  }
}
