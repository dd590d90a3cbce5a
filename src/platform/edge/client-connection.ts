import type { Socket } from 'node:net';
import type { AddressLimits } from './limits/address-limits.ts';
import { connectUpstream } from './connect-upstream.ts';
import { writeLoginDisconnect } from './protocol/disconnect.ts';
import type { EdgeOptions } from './edge-options.ts';
import type { DoorWarnings } from './door-warnings.ts';
import type { FloodLog } from './limits/flood-log.ts';
import type { LoginLogs } from './limits/login-logs.ts';
import type { EdgeAdmission } from './edge-admission.ts';
import { type Greeting, GreetingReader } from './protocol/greeting.ts';
import { asOrdinaryLogin, type Handshake } from './protocol/handshake.ts';
import { addressBlock, peerIp } from '../../runtime/ip-address.ts';
import { writeLegacyKick } from './protocol/legacy-ping.ts';
import type { LoginStart } from './protocol/login-start.ts';
import type { EdgeReplica } from './replica/edge-replica.ts';
import type { PlayerSessions } from './player-sessions.ts';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import { UpstreamSession } from './upstream-session.ts';
import { UntrustedHeader, writeProxyHeader } from './protocol/proxy-header.ts';
import type { RouteTable, Upstream } from './routes.ts';
import type { StatusCache } from './status/status-cache.ts';
import { StatusHandler } from './status/status-handler.ts';
import type { PendingConnection, PendingConnections } from './limits/pending-connections.ts';
import type { Transfers } from './transfers/transfers.ts';
import { forgetting } from './unasked-bytes.ts';
import { WireError } from './protocol/wire-reader.ts';

/** A lone FE may be the beginning of a longer ping of 1.4 to 1.6, whose rest may come this much later. */
const LEGACY_REST_MS = 150;
const OUTDATED = 'This network needs Minecraft 1.7 or later.';

/** What all connections of one edge share. */
export interface EdgeContext {
  readonly options: EdgeOptions;
  readonly limits: AddressLimits;
  readonly greetings: PendingConnections;
  readonly joining: PendingConnections;
  readonly statusCache: StatusCache;
  readonly admission: EdgeAdmission;
  readonly routes: RouteTable;
  readonly transfers: Transfers;
  readonly sessions: PlayerSessions;
  readonly replica: EdgeReplica;
  readonly floodLog: FloodLog;
  readonly doorWarnings: DoorWarnings;
  readonly loginLogs: LoginLogs;
  readonly faults: ConnectionFaults;
  readonly isTrusted: (ip: string) => boolean;
}

/** One client's socket, from its first byte until it has its answer, is refused, or is forwarded to an upstream. */
export class ClientConnection implements PendingConnection {
  readonly #context: EdgeContext;
  readonly #socket: Socket;
  readonly #peer: string;
  readonly #greeting: GreetingReader;
  /** The address that was counted; null before it is known. */
  #counted: string | null = null;
  #legacyTimer: unknown = null;
  readonly #onData: (piece: Buffer) => void;
  readonly #onEnd: () => void;
  /** Takes the client's bytes; another function at every step. */
  #receive: (piece: Buffer) => void;

  constructor(context: EdgeContext, socket: Socket) {
    this.#context = context;
    this.#socket = socket;
    this.#peer = peerIp(socket.remoteAddress ?? '') ?? '';
    const mayBeProxied = context.isTrusted(this.#peer);
    this.#greeting = new GreetingReader(mayBeProxied);
    this.#receive = (piece) => this.#greet(piece);
    this.#onData = this.#guarded((piece: Buffer) => this.#take(piece));
    this.#onEnd = this.#guarded(() => this.#ended());
    // Node destroys a socket that failed, and `close` follows.
    socket.on('error', () => undefined);
    socket.once(
      'close',
      this.#guarded(() => this.#closed()),
    );
    if (this.#peer === '') {
      // The client is gone already.
      socket.destroy();
      return;
    }
    if (!mayBeProxied && !this.#count(this.#peer)) return;
    context.greetings.add(this);
    socket.on('data', this.#onData);
    socket.once('end', this.#onEnd);
  }

  get ip(): string {
    return this.#counted ?? '';
  }

  /** It has not sent its greeting in time, or too many others are waiting. */
  drop(): void {
    this.#socket.destroy();
  }

  #take(piece: Buffer): void {
    try {
      this.#receive(piece);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (error instanceof UntrustedHeader) this.#context.doorWarnings.untrusted(this.#peer);
      this.#context.options.logger.debug({
        event: 'edge.not-the-game',
        ip: this.#peer,
        reason: error.message,
      });
      this.#socket.destroy();
    }
  }

  /** A client that ends early wants no answer, except after a lone FE: some tools end their side right after it. */
  #ended(): void {
    if (this.#legacyTimer === null) this.#socket.destroy();
    else this.#answerLegacy('1.3');
  }

  #guarded<A extends readonly unknown[]>(callback: (...given: A) => unknown): (...given: A) => void {
    return this.#context.faults.guard(() => this.drop(), callback);
  }

  #greet(piece: Buffer): void {
    const greeting = this.#greeting.read(piece);
    const source = this.#greeting.route?.source;
    if (this.#counted === null && this.#greeting.isAddressKnown) {
      // A trusted load balancer is not counted; its clients are.
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
          const answer = this.#guarded(() => this.#answerLegacy('1.3'));
          this.#legacyTimer ??= clock.setTimeout(answer, LEGACY_REST_MS);
        }
        return;
      case 'legacy-login':
        this.#finish(writeLegacyKick(OUTDATED));
        return;
      case 'status':
        this.#handleStatus(greeting.handshake);
        return;
      case 'login':
        this.#guarded(() => this.#login(greeting.handshake, greeting.start))();
    }
  }

  #answerLegacy(era: '1.3' | '1.4'): void {
    this.#context.options.clock.clearTimeout(this.#legacyTimer);
    this.#finish(this.#context.statusCache.legacyAnswer(era));
  }

  #handleStatus({ protocol }: Handshake): void {
    const statusHandler = new StatusHandler();
    this.#receive = (piece) => {
      const { requestsStatus, pong } = statusHandler.read(piece);
      if (requestsStatus) this.#socket.write(this.#context.statusCache.answer(protocol));
      if (pong !== undefined) this.#finish(pong);
    };
    this.#receive(this.#greeting.bytes.subarray(this.#greeting.afterHandshake));
  }

  async #login({ protocol, host, intent }: Handshake, start: LoginStart): Promise<void> {
    const { greetings, joining, admission: edgeAdmission, options, sessions, loginLogs } = this.#context;
    const { name } = start;
    greetings.remove(this);
    this.#socket.pause();
    this.#receive = () => undefined;
    const refuse = (message: string): void => this.#finish(writeLoginDisconnect(message, protocol));
    if (!start.isNameValid) return refuse(options.texts.invalidName);

    const ip = this.#counted ?? this.#peer;
    const target = this.#context.transfers.arrive({ name, ip, isTransferred: intent === 'transfer' });
    const { uuid, admission, holdsSlot, basis } = await edgeAdmission.decide(start, ip);
    if (!admission.allow) {
      if (this.#socket.destroyed) return;
      loginLogs.refused.note(addressBlock(ip), { uuid, name, ip, code: admission.code });
      return refuse(admission.message);
    }
    const { clock, logger, managementOf, identity } = options;
    const client = this.#socket;
    // Also for a client that is gone by now: its slot has to be released.
    const session = new UpstreamSession({
      clock,
      logger,
      loginLogs,
      managementOf,
      identity,
      sessions,
      joining,
      client,
      uuid,
      name,
      claim: start.uuid,
      ip,
      holdsSlot,
      basis,
      decideAgain: (login) => edgeAdmission.again(login),
      serverOf: (upstream) => this.#context.replica.serverOf(upstream),
      mute: (upstream, reason) => this.#context.doorWarnings.mute(upstream, reason),
      faults: this.#context.faults,
      lateText: options.texts.unreachable,
      refuse,
    });
    // A ban that came while the login was decided found no session.
    const since = edgeAdmission.bannedSince(session);
    if (!since.allow) session.refuse(since);
    await this.#forward(session, { host, target }, refuse);
  }

  /** To the server that the player was moved to; if that does not answer, or for others, to those of the route. */
  async #forward(
    session: UpstreamSession,
    { host, target }: { readonly host: string; readonly target: Upstream | undefined },
    refuse: (message: string) => void,
  ): Promise<void> {
    const { routes, options, loginLogs, faults } = this.#context;
    const { clock, texts } = options;
    const route = routes.upstreamsOf(host);
    const upstreams = target === undefined ? route : [target, ...route];
    const isWanted = (): boolean => !session.isKicked && !this.#socket.destroyed;
    const connection = await connectUpstream(
      upstreams,
      { clock, faults },
      isWanted,
      ({ upstream: { host: at, port }, reason }) => {
        loginLogs.unreachable.note(`${at}:${port}`, { host: at, port, reason });
      },
    );
    if (connection !== undefined && isWanted()) {
      this.#socket.off('data', this.#onData);
      this.#socket.off('end', this.#onEnd);
      const { bytes } = this.#greeting;
      session.forward(connection, this.#opening(target === undefined ? bytes : asOrdinaryLogin(bytes)));
      return;
    }
    connection?.socket.destroy();
    session.abandon();
    if (isWanted()) refuse(upstreams.length === 0 ? texts.noUpstream : texts.unreachable);
  }

  /** The first bytes for the upstream: the PROXY header, where one is configured, and the greeting. */
  #opening(greeting: Buffer): Buffer {
    const { proxyProtocol } = this.#context.options;
    if (proxyProtocol === 'none') return greeting;
    const { localAddress = '', localPort = 0, remotePort = 0 } = this.#socket;
    const direct = {
      source: { ip: this.#peer, port: remotePort },
      destination: { ip: localAddress, port: localPort },
    };
    const header = writeProxyHeader(proxyProtocol, this.#greeting.route ?? direct);
    return Buffer.concat([header, greeting]);
  }

  /** Sends the last bytes, and gives the client some seconds to read them. */
  #finish(bytes: Buffer): void {
    const { faults, greetings, options } = this.#context;
    this.#receive = forgetting(this.#socket, { clock: options.clock, faults });
    greetings.add(this);
    this.#socket.end(bytes);
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
    const { greetings, limits, options } = this.#context;
    greetings.remove(this);
    options.clock.clearTimeout(this.#legacyTimer);
    if (this.#counted !== null) limits.release(this.#counted);
  }
}
