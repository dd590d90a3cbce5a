import type { Socket } from 'node:net';
import type { AddressLimits } from './limits/address-limits.ts';
import { connectUpstream } from './connect-upstream.ts';
import { writeLoginDisconnect } from './protocol/disconnect.ts';
import type { EdgeOptions } from './edge-options.ts';
import type { FloodLog } from './limits/flood-log.ts';
import type { EdgeAdmission } from './edge-admission.ts';
import { type Greeting, GreetingReader } from './protocol/greeting.ts';
import type { Handshake } from './protocol/handshake.ts';
import { peerIp } from '../../runtime/ip-address.ts';
import { writeLegacyKick } from './protocol/legacy-ping.ts';
import type { LoginStart } from './protocol/login-start.ts';
import type { EdgeReplica } from './replica/edge-replica.ts';
import type { PlayerSessions } from './player-sessions.ts';
import { ForwardedSession } from './upstream-session.ts';
import { writeProxyHeader } from './protocol/proxy-header.ts';
import type { RouteTable } from './routes.ts';
import type { StatusCache } from './status/status-cache.ts';
import { StatusHandler } from './status/status-handler.ts';
import type { PendingGreeting, GreetingQueue } from './limits/greeting-queue.ts';
import { WireError } from './protocol/wire-reader.ts';

/** Clients of 1.4 to 1.6 send more than FE, but it may come a moment later. */
const LEGACY_MORE_MS = 150;
const OUTDATED = 'This network needs Minecraft 1.7 or later.';

/** What all connections of one edge share. */
export interface EdgeContext {
  readonly options: EdgeOptions;
  readonly limits: AddressLimits;
  readonly waiting: GreetingQueue;
  readonly statusCache: StatusCache;
  readonly edgeAdmission: EdgeAdmission;
  readonly routes: RouteTable;
  readonly players: PlayerSessions;
  readonly memory: EdgeReplica;
  readonly floodLog: FloodLog;
  readonly isTrusted: (ip: string) => boolean;
}

/** One client from its first byte until it has its answer, is refused, or is passed on. */
export class ClientConnection implements PendingGreeting {
  readonly #context: EdgeContext;
  readonly #socket: Socket;
  readonly #peer: string;
  readonly #greeting: GreetingReader;
  /** The address that was counted; null before it is known. */
  #counted: string | null = null;
  #legacyTimer: unknown = null;
  #heard: (piece: Buffer) => void;

  constructor(context: EdgeContext, socket: Socket) {
    this.#context = context;
    this.#socket = socket;
    this.#peer = peerIp(socket.remoteAddress ?? '') ?? '';
    const mayBeProxied = context.isTrusted(this.#peer);
    this.#greeting = new GreetingReader(mayBeProxied);
    this.#heard = (piece) => this.#greet(piece);
    // Node destroys a socket that failed, and `close` follows.
    socket.on('error', () => undefined);
    socket.once('close', () => this.#closed());
    if (this.#peer === '') {
      // Gone before we looked.
      socket.destroy();
      return;
    }
    if (!mayBeProxied && !this.#count(this.#peer)) return;
    context.waiting.enter(this);
    socket.on('data', this.#onData);
    socket.once('end', this.#onEnd);
  }

  /** Its time is up, or others need its place. */
  dismiss(): void {
    this.#socket.destroy();
  }

  readonly #onData = (piece: Buffer): void => {
    try {
      this.#heard(piece);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      this.#context.options.logger.debug({
        event: 'edge.not-the-game',
        ip: this.#peer,
        reason: error.message,
      });
      this.#socket.destroy();
    }
  };

  /** Whoever ends before they are served wants nothing more, but a lone FE may come from a tool that ends at once. */
  readonly #onEnd = (): void => {
    if (this.#legacyTimer === null) this.#socket.destroy();
    else this.#answerLegacy('1.3');
  };

  #greet(piece: Buffer): void {
    const greeting = this.#greeting.read(piece);
    const source = this.#greeting.route?.source;
    if (this.#counted === null && this.#greeting.isAddressKnown) {
      // A trusted load balancer is not counted itself; whom it brings is.
      if (source !== undefined && !this.#count(source.ip)) return;
    }
    if (greeting !== undefined) this.#serve(greeting);
  }

  #serve(greeting: Greeting): void {
    switch (greeting.kind) {
      case 'legacy-ping':
        if (greeting.era === '1.4') this.#answerLegacy('1.4');
        else {
          const { clock } = this.#context.options;
          this.#legacyTimer ??= clock.setTimeout(() => this.#answerLegacy('1.3'), LEGACY_MORE_MS);
        }
        return;
      case 'legacy-login':
        this.#finish(writeLegacyKick(OUTDATED));
        return;
      case 'status':
        this.#handleStatus(greeting.handshake);
        return;
      case 'login':
        void this.#login(greeting.handshake, greeting.start);
    }
  }

  #answerLegacy(era: '1.3' | '1.4'): void {
    this.#context.options.clock.clearTimeout(this.#legacyTimer);
    this.#finish(this.#context.statusCache.legacyAnswer(era));
  }

  #handleStatus({ protocol }: Handshake): void {
    const statusHandler = new StatusHandler();
    this.#heard = (piece) => {
      const { asksStatus, pong } = statusHandler.read(piece);
      if (asksStatus) this.#socket.write(this.#context.statusCache.answer(protocol));
      if (pong !== undefined) this.#finish(pong);
    };
    this.#heard(this.#greeting.bytes.subarray(this.#greeting.afterHandshake));
  }

  /** Never rejects: the gate and the way upstream do not. */
  async #login({ protocol, host }: Handshake, start: LoginStart): Promise<void> {
    const { waiting, edgeAdmission, options, players } = this.#context;
    const { name } = start;
    waiting.leave(this);
    this.#socket.pause();
    this.#heard = () => undefined;
    const refuse = (message: string): void => this.#finish(writeLoginDisconnect(message, protocol));
    if (!start.isNameValid) return refuse(options.texts.invalidName);

    const ip = this.#counted ?? this.#peer;
    const { uuid, admission } = await edgeAdmission.decide(start, ip);
    if (this.#socket.destroyed) return;
    if (!admission.allow) {
      options.logger.info({ event: 'edge.refused', uuid, name, ip, code: admission.code });
      return refuse(admission.message);
    }
    const session = new ForwardedSession({
      ...options,
      players,
      client: this.#socket,
      uuid,
      name,
      ip,
      refuse,
    });
    await this.#passOn(session, host, refuse);
  }

  async #passOn(session: ForwardedSession, host: string, refuse: (message: string) => void): Promise<void> {
    const { routes, options, memory } = this.#context;
    const { clock, logger, texts } = options;
    const upstreams = routes.upstreamsOf(host);
    const isWanted = (): boolean => session.isWelcome && !this.#socket.destroyed;
    const behind = await connectUpstream(upstreams, clock, isWanted, ({ upstream, reason }) => {
      logger.warn({ event: 'edge.upstream-unreachable', host: upstream.host, port: upstream.port, reason });
    });
    if (behind !== undefined && isWanted()) {
      this.#socket.off('data', this.#onData);
      this.#socket.off('end', this.#onEnd);
      session.passOn(behind, this.#opening(), memory.serverOf(behind.upstream));
      return;
    }
    behind?.socket.destroy();
    session.abandon();
    if (isWanted()) refuse(upstreams.length === 0 ? texts.noUpstream : texts.unreachable);
  }

  /** What the server behind hears first: who is calling, and then every byte the client said. */
  #opening(): Buffer {
    const { proxyProtocol } = this.#context.options;
    if (proxyProtocol === 'none') return this.#greeting.bytes;
    const { localAddress = '', localPort = 0, remotePort = 0 } = this.#socket;
    const direct = {
      source: { ip: this.#peer, port: remotePort },
      destination: { ip: localAddress, port: localPort },
    };
    const header = writeProxyHeader(proxyProtocol, this.#greeting.route ?? direct);
    return Buffer.concat([header, this.#greeting.bytes]);
  }

  /** Says the last word, and gives the client some seconds to hear it. */
  #finish(bytes: Buffer): void {
    this.#heard = () => undefined;
    this.#context.waiting.enter(this);
    this.#socket.end(bytes);
    // Bytes left unread would turn the end into a reset, which takes the last word with it.
    this.#socket.resume();
  }

  #count(ip: string): boolean {
    const { limits, floodLog } = this.#context;
    if (limits.admit(ip)) {
      this.#counted = ip;
      return true;
    }
    floodLog.note(ip);
    this.#socket.destroy();
    return false;
  }

  #closed(): void {
    const { waiting, limits, options } = this.#context;
    waiting.leave(this);
    options.clock.clearTimeout(this.#legacyTimer);
    if (this.#counted !== null) limits.release(this.#counted);
  }
}
