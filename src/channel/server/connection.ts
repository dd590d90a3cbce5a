import type { AgentIdentity } from '../../actors/agents.ts';
import type { Network } from '../../actors/network.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import type { FoldedLog } from '../../runtime/folded-log.ts';
import { addressBlock } from '../../runtime/ip-address.ts';
import { Allowance, type Rate } from '../../runtime/limits/allowance.ts';
import type { Logger } from '../../runtime/logger.ts';
import { AGENT_MESSAGES, type AgentMessageOf, maySend } from '../protocol/agent-messages.ts';
import { CLOSE_CODES, ENDED_CODE } from '../protocol/close-codes.ts';
import { errorFrame, errorFrameOf } from '../protocol/error-frame.ts';
import { commonFeatures } from '../protocol/features.ts';
import { decodeAgentFrame, type FrameProblem } from '../protocol/frame.ts';
import { MAX_FRAME_BYTES } from '../protocol/message.ts';
import type { ReceivedMessage } from '../protocol/partial-frame.ts';
import { type Access, isByShared, laneKindOf, mayBanBy, objectionTo, secretHashOf } from './agent-access.ts';
import type { AgentConnection } from './agent-connection.ts';
import { type AgentTraffic, type AgentTraffics, ReportedChanges } from './agent-traffic.ts';
import { BackendConnection } from './backend-connection.ts';
import type { Broadcast } from './broadcast/broadcast.ts';
import type { ConnectionSocket } from './connection-socket.ts';
import { FrameLane, type FrameTurns, type LaneKind } from './frame-turns.ts';
import type { Newcomers } from './strangers/newcomers.ts';
import type { RelayedAgents } from './relay/relayed-agents.ts';
import { PeerRules } from './peer-rules.ts';
import { ProxyConnection } from './proxy-connection.ts';
import { welcomeAgent } from './welcome.ts';

const MAX_UNANSWERED = 3;
/** More than a `hello` takes whose texts are all as long as they may be. */
const MAX_HELLO_CHARS = 4_096;
/** Pings and pongs of the WebSocket protocol itself, which some clients send every few seconds. */
const CONTROL_FRAMES: Rate = { burst: 60, perSecond: 1 };

/** What every connection of one server shares. */
export interface ConnectionDeps {
  readonly network: Network;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly broadcast: Broadcast;
  readonly traffics: AgentTraffics;
  readonly newcomers: Newcomers;
  readonly turns: FrameTurns;
  readonly faults: ConnectionFaults;
  readonly relay: RelayedAgents;
  /** Is told of each frame whether it was a good one. */
  readonly count: (isGood: boolean) => void;
  /** By agent: frames that cannot be read, or are not permitted. */
  readonly badFrames: FoldedLog;
  /** By address: agents that say they are another than their secret is of. */
  readonly wrongIdentities: FoldedLog;
  /** The coordinator's own version; an agent of another one is worth a line in the log. */
  readonly version: string;
}

/** Who opened a connection. */
export interface Peer {
  readonly access: Access;
  /** For the log and for limits. */
  readonly address: string;
}

/** One socket from its opening to its end: greets the agent, checks its frames, and pings it. */
export class Connection<D> {
  readonly #deps: ConnectionDeps;
  readonly #socket: ConnectionSocket<D>;
  readonly #rules: PeerRules;
  readonly #frames: FrameLane;
  readonly #access: Access;
  readonly #address: string;
  readonly #changes = new ReportedChanges();
  readonly #controlFrames: Allowance;
  #version = '';
  #traffic: AgentTraffic | undefined;
  #agent: AgentConnection | null = null;
  #name = '';

  constructor(deps: ConnectionDeps, socket: ConnectionSocket<D>, { access, address }: Peer) {
    this.#deps = deps;
    this.#access = access;
    this.#address = address;
    this.#socket = socket;
    this.#controlFrames = new Allowance(CONTROL_FRAMES, deps.clock);
    this.#frames = new FrameLane({
      turns: deps.turns,
      kind: laneKindOf(access),
      handle: (text) => this.#handleSafely(text),
      cork: (run) => socket.cork(run),
    });
    this.#rules = new PeerRules({
      clock: deps.clock,
      socket,
      faults: deps.faults,
      hello: 'hello',
      maxUnanswered: MAX_UNANSWERED,
      isHeldUp: () => this.#frames.frames > 0,
    });
  }

  /** The agent that is connected; null before its `hello`. */
  get agent(): AgentConnection | null {
    return this.#agent;
  }

  get socket(): ConnectionSocket<D> {
    return this.#socket;
  }

  /** With whom the agent shares the memory for what waits, here and for it. */
  get kind(): LaneKind {
    return this.#frames.kind;
  }

  get unread(): number {
    return this.#socket.unread;
  }

  /** There is no memory for what this agent does not read: drops the connection, because no close frame would reach it. */
  dropUnread(): void {
    this.#noteExcess('it does not read what it is sent', this.#traffic?.pauseForOthers());
    this.#socket.drop();
  }

  /** Takes one text frame: what may be sent is counted at once, and the frame handled when its turn comes. */
  receive(text: string): void {
    // Asked once for all that count this frame: it costs as much as deciding whether a player is banned.
    const now = this.#deps.clock.elapsed();
    if (this.#mayWait(text, now)) this.#frames.take(text, now);
    else this.#deps.count(false);
  }

  /** Whether the connection may have this frame wait too; where it may not, it is closed. */
  #mayWait({ length }: string, now: number): boolean {
    const lane = this.#frames;
    const { turns } = this.#deps;
    const traffic = this.#traffic;
    if (traffic !== undefined) {
      if (!this.#socket.open || !this.#mayGoOn(traffic.frame(length, now) ?? traffic.waits(lane)))
        return false;
      const crowd = turns.excessOf(lane);
      if (crowd !== undefined) this.#leaveOut(crowd, traffic.pauseForOthers());
      return crowd === undefined;
    }
    // Nothing is known yet by which frames could be bounded, so that all that wait are no longer than one `hello`. Empty ones count.
    if (lane.characters + lane.frames + length <= MAX_HELLO_CHARS) return true;
    this.#socket.end(CLOSE_CODES.tooBig, `Before hello a frame has at most ${MAX_HELLO_CHARS} characters`);
    return false;
  }

  /**
   * Takes a ping or pong of the WebSocket protocol, which uWebSockets.js answers by itself. One that sends them without end
   * is dropped: uWebSockets.js reads on as long as they come, and nobody else is served.
   */
  takeControlFrame(): void {
    if (!this.#socket.open || this.#controlFrames.take(1)) return;
    const reason = 'more pings or pongs of the WebSocket protocol than one a second';
    this.#noteExcess(reason, this.#traffic?.pause());
    this.#socket.drop();
  }

  /** Frames that waited are handled in a turn that others share. */
  #handleSafely(text: string): void {
    try {
      this.#deps.count(this.#handle(text));
    } catch (error) {
      this.#deps.faults.caught(error, () => this.#socket.drop());
    }
  }

  #handle(text: string): boolean {
    // What was already read when the connection was closed still comes.
    if (!this.#socket.open) return false;
    const read = decodeAgentFrame(text);
    if (read.type === 'problem') return this.#refuseUnread(read);
    const message = read.type === 'partial' ? read.message : read;
    const agent = this.#agent;
    if (agent === null) return this.#greet(message);
    const { roles } = AGENT_MESSAGES[message.type];
    if (message.type === 'hello' || !roles.includes(agent.role)) {
      const re = 'id' in message ? message.id : undefined;
      return this.#refuse('not_permitted', `A ${agent.role} may not send ${message.type} now`, re);
    }
    const traffic = this.#traffic;
    const excess = traffic?.changes(this.#changes.in(message)) ?? traffic?.members(message);
    if (!this.#mayGoOn(excess)) return false;
    this.#rules.goodFrame();
    if (read.type === 'partial') this.#answerBad(read.detail, undefined);
    if (message.type === 'pong') {
      this.#rules.pong();
      this.#noteSeen();
      return true;
    }
    if (this.#traffic?.allows(message) === false) {
      const re = 'id' in message ? message.id : undefined;
      this.#socket.send(errorFrame(re, 'overloaded', 'This agent asks too much'));
      return true;
    }
    try {
      agent.receive(message);
    } catch (error) {
      this.#socket.send(errorFrameOf('id' in message ? message.id : undefined, error, this.#deps.logger));
    }
    return true;
  }

  /** Pings the agent, or closes the connection when it has left three pings unanswered. To be called every 5 s. */
  beat(now: number): void {
    if (this.#agent === null) return;
    // Its pong may be among what waits here.
    if (this.#frames.frames > 0) this.#rules.pong();
    if (this.#rules.mayPing()) {
      this.#socket.post(`{"type":"ping","at":${now}}`);
      return;
    }
    this.#deps.logger.warn({ event: 'channel.silent', agent: this.#name });
    this.#socket.end(CLOSE_CODES.policy, 'Three pings without a pong');
  }

  /** A secret no longer holds: closes the connection that was opened with it. */
  revoked(secretHash: string): void {
    if (this.#access.as === 'anybody' || this.#access.credential.secretHash !== secretHash) return;
    this.#deps.logger.warn({ event: 'channel.revoked', agent: this.#access.credential.name });
    this.#socket.end(CLOSE_CODES.replaced, 'The secret of this agent was revoked');
  }

  /** The socket has closed, from whichever side. */
  closed(code: number): void {
    this.#socket.forget();
    this.#frames.clear();
    this.#rules.stopWaiting();
    if (this.#agent === null) return;
    this.#deps.logger.info({ event: 'channel.closed', agent: this.#name, code });
    this.#agent.lost(code === ENDED_CODE);
    this.#agent = null;
  }

  #greet(message: ReceivedMessage): boolean {
    if (message.type !== 'hello') {
      this.#socket.send(errorFrame(undefined, 'not_permitted', 'The first frame must be hello'));
      this.#socket.end(CLOSE_CODES.policy, 'The first frame must be hello');
      return false;
    }
    this.#rules.stopWaiting();
    const objection = objectionTo(this.#access, message);
    if (objection !== undefined) {
      this.#deps.wrongIdentities.note(addressBlock(this.#address), { detail: objection });
      this.#socket.send(errorFrame(undefined, 'not_permitted', objection));
      this.#socket.end(CLOSE_CODES.replaced, 'The secret is that of another agent');
      return false;
    }
    if (isByShared(this.#access) && !this.#deps.newcomers.mayCome(message, this.#address)) {
      this.#socket.end(CLOSE_CODES.replaced, 'Too many new names come from this address');
      return false;
    }
    const traffic = this.#deps.traffics.of(message.role, message.name, secretHashOf(this.#access));
    this.#name = message.name;
    if (traffic.isPaused) {
      this.#socket.end(CLOSE_CODES.replaced, 'This agent has sent too much');
      return false;
    }
    this.#traffic = traffic;
    // One by a secret of its own was counted when it was opened.
    if (this.#access.as === 'anybody' && !this.#mayGoOn(traffic.connection())) return false;
    this.#version = message.version;
    this.#logGreeting(message);
    this.#noteSeen();
    try {
      const agent = this.#attach(message);
      // The network may have closed it at once, as an older agent of its name.
      if (!this.#socket.open) {
        agent.lost();
        return true;
      }
      this.#agent = agent;
      welcomeAgent(this.#deps, this.#socket, agent, message);
      return true;
    } catch (error) {
      this.#socket.send(errorFrameOf(undefined, error, this.#deps.logger));
      this.#socket.end(CLOSE_CODES.policy, 'The network does not take this agent');
      return false;
    }
  }

  /** Closes the connection of an agent that has exceeded a bound, and leaves the agent out for a while. */
  #mayGoOn(reason: string | undefined): boolean {
    if (reason === undefined) return true;
    this.#leaveOut(reason, this.#traffic?.pause());
    return false;
  }

  #leaveOut(reason: string, pauseMs: number | undefined): void {
    this.#noteExcess(reason, pauseMs);
    this.#socket.end(CLOSE_CODES.replaced, 'This agent has sent too much');
  }

  #noteExcess(reason: string, pauseMs: number | undefined): void {
    this.#deps.logger.warn({ event: 'channel.exceeded', agent: this.#name, reason, pauseMs });
  }

  #noteSeen(): void {
    if (this.#access.as === 'itself')
      this.#deps.network.agentSecrets.seen(this.#access.credential, this.#version);
  }

  #logGreeting(hello: AgentMessageOf<'hello'>): void {
    const { name: agent, role, platform, version: theirs } = hello;
    const { logger, version: ours } = this.#deps;
    logger.info({ event: 'channel.greeted', agent, role, platform });
    if (theirs !== ours) logger.warn({ event: 'channel.version_differs', agent, theirs, ours });
    if (platform === 'edge' && !commonFeatures(hello.features).has('identity')) {
      const detail =
        'This edge is of a version that believes what clients claim. While it is connected the coordinator finds out who its players are; update it, because alone it cannot';
      logger.warn({ event: 'channel.older-edge', agent, detail });
    }
  }

  #attach(hello: AgentMessageOf<'hello'>): AgentConnection {
    const { network, clock, logger, faults } = this.#deps;
    const { name, platform, version, epoch, identity: accounts } = hello;
    const isByAnybody = isByShared(this.#access);
    const secretHash = secretHashOf(this.#access);
    const features = commonFeatures(hello.features);
    const leadsNowhere = platform === 'edge' && features.has('nowhere');
    const behindEdge = platform !== 'edge' && hello.behindEdge === true;
    const who = { name, platform, version, epoch, accounts };
    const identity: AgentIdentity = { ...who, leadsNowhere, behindEdge, isByAnybody, secretHash };
    const mayBan = mayBanBy(this.#access);
    const socket = this.#socket;
    const shared = { network, identity, mayBan, features, socket, clock, logger, faults };
    const deps = { ...shared, maxFrameBytes: MAX_FRAME_BYTES };
    return hello.role === 'proxy'
      ? new ProxyConnection({ ...deps, relay: this.#deps.relay, address: this.#address })
      : new BackendConnection(deps);
  }

  /**
   * A wrong field in a message that the agent may send is only answered: what one player or plugin is called must not cost
   * all others their connection. Before the `hello` nothing is known by which the answers could be bounded.
   */
  #refuseUnread({ of, detail, re }: FrameProblem): boolean {
    const agent = this.#agent;
    if (agent === null || !maySend(agent.role, of)) return this.#refuse('invalid_frame', detail, re);
    this.#answerBad(detail, re);
    return false;
  }

  #answerBad(detail: string, re: number | undefined): void {
    this.#deps.badFrames.note(this.#name, { code: 'invalid_frame', detail });
    this.#socket.send(errorFrame(re, 'invalid_frame', detail));
  }

  #refuse(code: ErrorCode, detail: string, re: number | undefined): boolean {
    this.#deps.badFrames.note(this.#name, { code, detail });
    this.#rules.badFrame(code, detail, re);
    return false;
  }
}
