import type { AgentIdentity, Network } from '../../actors/network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type { AgentConnection } from './agent-connection.ts';
import { AGENT_MESSAGES, type AgentMessage, type AgentMessageOf } from '../protocol/agent-messages.ts';
import { BackendConnection } from './backend-connection.ts';
import type { Broadcast } from './broadcast.ts';
import { errorFrame, errorFrameOf } from '../protocol/error-frame.ts';
import { decodeAgentFrame } from '../protocol/frame.ts';
import type { ConnectionSocket } from './connection-socket.ts';
import { HEARTBEAT_MS } from '../protocol/message.ts';
import { ProxyConnection } from './proxy-connection.ts';

const GREET_WITHIN_MS = 5_000;
const MAX_STRIKES = 10;
const MAX_UNANSWERED = 3;

/** WebSocket close codes (RFC 6455 §7.4.1). */
const POLICY = 1008;
const INTERNAL = 1011;

/** What every link of one server shares. */
export interface ConnectionDeps {
  readonly network: Network;
  readonly clock: Clock;
  readonly log: Logger;
  readonly broadcast: Broadcast;
  /** Our own version; an agent of another one is worth a line in the log. */
  readonly version: string;
}

/** One socket from its opening to its end: greets, checks, counts what was bad, keeps the heart beating. */
export class Connection<D> {
  readonly #deps: ConnectionDeps;
  readonly #socket: ConnectionSocket<D>;
  readonly #greetTimer: unknown;
  #agent: AgentConnection | null = null;
  #name = '';
  #strikes = 0;
  #unanswered = 0;

  constructor(deps: ConnectionDeps, socket: ConnectionSocket<D>) {
    this.#deps = deps;
    this.#socket = socket;
    this.#greetTimer = deps.clock.setTimeout(
      () => socket.end(POLICY, 'No hello within 5 s'),
      GREET_WITHIN_MS,
    );
  }

  /** The agent behind the link; null before its `hello`. */
  get agent(): AgentConnection | null {
    return this.#agent;
  }

  get socket(): ConnectionSocket<D> {
    return this.#socket;
  }

  /** Takes one text frame; answers true when it was a good one. */
  receive(text: string): boolean {
    const message = decodeAgentFrame(text);
    if (message.type === 'problem') return this.#strike('invalid_frame', message.detail, message.re);
    const agent = this.#agent;
    if (agent === null) return this.#greet(message);
    const { roles } = AGENT_MESSAGES[message.type];
    if (message.type === 'hello' || !roles.includes(agent.role)) {
      const re = 'id' in message ? message.id : undefined;
      return this.#strike('not_permitted', `A ${agent.role} may not send ${message.type} now`, re);
    }
    this.#strikes = 0;
    if (message.type === 'pong') {
      this.#unanswered = 0;
      return true;
    }
    try {
      agent.receive(message);
    } catch (error) {
      this.#socket.send(errorFrameOf('id' in message ? message.id : undefined, error, this.#deps.log));
    }
    return true;
  }

  /** Asks whether the agent is alive, or gives it up. To be called every 5 s. */
  beat(now: number): void {
    if (this.#agent === null) return;
    if (this.#unanswered >= MAX_UNANSWERED) {
      this.#deps.log.warn({ event: 'channel.silent', agent: this.#name });
      this.#socket.end(POLICY, 'Three pings without a pong');
      return;
    }
    this.#unanswered += 1;
    this.#socket.post(`{"type":"ping","at":${now}}`);
  }

  /** The socket has closed, from whichever side. */
  closed(code: number): void {
    this.#socket.forget();
    this.#deps.clock.clearTimeout(this.#greetTimer);
    if (this.#agent === null) return;
    this.#deps.log.info({ event: 'channel.closed', agent: this.#name, code });
    this.#agent.lost();
    this.#agent = null;
  }

  #greet(message: AgentMessage): boolean {
    if (message.type !== 'hello') {
      this.#socket.send(errorFrame(undefined, 'not_permitted', 'The first frame must be hello'));
      this.#socket.end(POLICY, 'The first frame must be hello');
      return false;
    }
    const { clock, log, version } = this.#deps;
    clock.clearTimeout(this.#greetTimer);
    this.#name = message.name;
    log.info({
      event: 'channel.greeted',
      agent: message.name,
      role: message.role,
      platform: message.platform,
    });
    if (message.version !== version) {
      log.warn({
        event: 'channel.version_differs',
        agent: message.name,
        theirs: message.version,
        ours: version,
      });
    }
    try {
      const agent = this.#attach(message);
      // The network may have sent it away at once, as an older one of its name.
      if (!this.#socket.open) {
        agent.lost();
        return true;
      }
      this.#agent = agent;
      this.#welcome(agent);
      return true;
    } catch (error) {
      this.#socket.send(errorFrameOf(undefined, error, log));
      this.#socket.end(POLICY, 'The network does not take this agent');
      return false;
    }
  }

  #attach(hello: AgentMessageOf<'hello'>): AgentConnection {
    const { network, clock, log } = this.#deps;
    const { name, platform, version, epoch } = hello;
    const identity: AgentIdentity = { name, platform, version, epoch };
    return hello.role === 'proxy'
      ? new ProxyConnection(network, identity, this.#socket, clock, log)
      : new BackendConnection(network, identity, this.#socket, clock, log);
  }

  #welcome(agent: AgentConnection): void {
    const { clock, broadcast, log } = this.#deps;
    this.#socket.send(
      JSON.stringify({
        type: 'welcome',
        session: agent.session,
        heartbeatMs: HEARTBEAT_MS,
        now: clock.now(),
      }),
    );
    if (agent.role === 'backend') {
      for (const frame of broadcast.backendGreeting()) this.#socket.send(frame);
      return;
    }
    for (const frame of broadcast.proxyGreeting()) this.#socket.send(frame);
    this.#socket.stream(broadcast.bans(), (error) => {
      log.error({ event: 'channel.bans_failed', agent: this.#name, error });
      this.#socket.end(INTERNAL, 'The list of bans could not be read');
    });
  }

  /** Answers a bad frame; ten in a row end the link. */
  #strike(code: ErrorCode, detail: string, re: number | undefined): boolean {
    this.#strikes += 1;
    this.#deps.log.warn({ event: 'channel.bad_frame', agent: this.#name, code, detail });
    this.#socket.send(errorFrame(re, code, detail));
    if (this.#strikes >= MAX_STRIKES) this.#socket.end(POLICY, 'Ten bad frames in a row');
    return false;
  }
}
