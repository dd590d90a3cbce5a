import type { Socket } from 'node:net';
import { within } from '../../runtime/deadline.ts';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import type { Admission } from '../../domain/admission.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { PlayerTarget, ServerManagement } from '../server-management.ts';
import type { UpstreamConnection } from './connect-upstream.ts';
import type { EdgeOptions } from './edge-options.ts';
import { addressBlock } from '../../runtime/ip-address.ts';
import type { LoginLogs } from './limits/login-logs.ts';
import type { PendingConnection, PendingConnections } from './limits/pending-connections.ts';
import type { Basis, PlayerSession, PlayerSessions, Refusal } from './player-sessions.ts';
import type { Upstream } from './routes.ts';
import { splice } from './splice.ts';
import { UpstreamLogin } from './protocol/upstream-login.ts';

/**
 * The player counts as online when the connection has lasted this long after the upstream has let the login pass. A refusal
 * may be encrypted and then looks like a success, but it ends the connection: so nothing shortens this wait.
 */
const JOINED_AFTER_MS = 2_000;
/** How long the server may take to kick a player with a message; then the connection is closed without one. */
const KICK_WITHIN_MS = 2_000;
const GONE_WITHIN_MS = 1_000;
/** How long a server has to say to a player whom it has let in, and who has not joined, that they are banned (decision 138). */
const BAN_SAID_WITHIN_MS = 500;
/** A server that has been silent for so long does not answer, whoever ends the connection then. */
const SILENT_MS = 5_000;

export interface UpstreamSessionOptions
  extends Pick<EdgeOptions, 'clock' | 'logger' | 'managementOf' | 'identity'> {
  readonly loginLogs: LoginLogs;
  readonly sessions: PlayerSessions;
  /** Where the session is until the server has let the player in. */
  readonly joining: PendingConnections;
  readonly client: Socket;
  readonly faults: ConnectionFaults;
  readonly uuid: Uuid;
  readonly name: string;
  /** What the client sent as its uuid; null for none. */
  readonly claim: Uuid | null;
  readonly ip: string;
  /** Whether the coordinator has reserved a slot for the login. */
  readonly holdsSlot: boolean;
  readonly basis: Basis;
  /** Decides anew about the login, by what was heard of since it was admitted. */
  readonly decideAgain: (session: UpstreamSession) => Admission;
  /** The name that the network has for the server behind an upstream; null for none. */
  readonly serverOf: (upstream: Upstream) => string | null;
  /** The server took the connection and never sent a byte, for this reason. */
  readonly mute: (upstream: Upstream, reason: string) => void;
  /** What the client reads if the server takes too long. */
  readonly lateText: string;
  /** Refuses the login with this message, as long as the client has received nothing of a server. */
  readonly refuse: (message: string) => void;
}

/**
 * A player session from its admission on: first while an upstream is sought, then with the client's socket spliced to
 * the upstream's.
 */
export class UpstreamSession implements PlayerSession, PendingConnection {
  readonly #options: UpstreamSessionOptions;
  uuid: Uuid;
  readonly #gone: Promise<void>;
  #isGone: () => void = () => undefined;
  #upstream: UpstreamConnection | null = null;
  #timer: unknown = null;
  #wordsTimer: unknown = null;
  #forwardedAt = 0;
  server: string | null = null;
  isLetIn = false;
  seenOn: string | null = null;
  joinedAt: number | null = null;
  holdsSlot: boolean;
  /** True once the player was kicked; an upstream that is found afterwards is not used. */
  isKicked = false;

  constructor(options: UpstreamSessionOptions) {
    this.#options = options;
    this.holdsSlot = options.holdsSlot;
    this.uuid = options.uuid;
    this.#gone = new Promise((resolve) => {
      this.#isGone = resolve;
    });
    options.sessions.add(this);
    options.joining.add(this);
  }

  get name(): string {
    return this.#options.name;
  }

  get claim(): Uuid | null | undefined {
    const { identity, claim } = this.#options;
    return identity === 'online' ? claim : undefined;
  }

  get ip(): string {
    return this.#options.ip;
  }

  get basis(): Basis {
    return this.#options.basis;
  }

  get isForwarded(): boolean {
    return this.#upstream !== null;
  }

  /** Ends a session that was never forwarded: no upstream accepts it, or the client is gone. */
  abandon(): void {
    this.#options.joining.remove(this);
    this.#options.sessions.remove(this);
    this.#isGone();
  }

  /**
   * No server has let the player in, and the time for it is over, or there are too many newer logins. The client reads
   * why as long as it has received nothing of a server: afterwards the connection may be encrypted.
   */
  drop(): void {
    const { client, faults } = this.#options;
    const end = (): void => {
      client.destroy();
      this.#upstream?.socket.destroy();
    };
    faults.guard(end, () => this.#drop())();
  }

  #drop(): void {
    const { lateText, loginLogs, uuid, name, ip } = this.#options;
    // A kick is ending the connection.
    if (this.isKicked) return;
    const host = this.#upstream?.upstream.host ?? '';
    loginLogs.notLetIn.note(addressBlock(ip), { uuid, name, ip, host });
    if (this.#upstream !== null) this.#noteMute(this.#upstream);
    this.#endWith(lateText);
  }

  refuse({ code, message }: Refusal): void {
    const { client, faults, loginLogs, name, ip } = this.#options;
    const { uuid } = this;
    const end = (): void => {
      client.destroy();
      this.#upstream?.socket.destroy();
    };
    faults.guard(end, () => {
      if (this.isKicked || client.destroyed) return;
      loginLogs.refused.note(addressBlock(ip), { uuid, name, ip, code });
      if (code === 'banned' && this.isLetIn) this.#endAfterWords(end);
      else this.#endWith(message);
    })();
  }

  /** The coordinator has asked the server to say it: without a wait the edge, which hears of bans as soon, would be faster. */
  #endAfterWords(end: () => void): void {
    const { clock, faults } = this.#options;
    this.isKicked = true;
    clock.clearTimeout(this.#timer);
    this.#wordsTimer = clock.setTimeout(faults.guard(end, end), BAN_SAID_WITHIN_MS);
  }

  /** Between the bytes of a server no message can be written. */
  #endWith(message: string): void {
    const { client, refuse } = this.#options;
    const upstream = this.#upstream?.socket;
    this.isKicked = true;
    if (upstream === undefined || upstream.bytesRead === 0) refuse(message);
    else client.destroy();
    upstream?.destroy();
  }

  /** Whether the login is still admitted; ends it where it is not. */
  #isStillAdmitted(): boolean {
    const admission = this.#options.decideAgain(this);
    if (!admission.allow) this.refuse(admission);
    return admission.allow;
  }

  /** Forwards the client. `opening` are the first bytes for the upstream. */
  forward(upstream: UpstreamConnection, opening: Buffer): void {
    const { client, clock, sessions, joining, faults, serverOf } = this.#options;
    const end = (): void => {
      client.destroy();
      upstream.socket.destroy();
    };
    this.#upstream = upstream;
    this.#forwardedAt = this.#options.clock.elapsed();
    this.server = serverOf(upstream.upstream);
    upstream.socket.write(opening);
    const login = new UpstreamLogin();
    const watch = faults.guard(end, (piece: Buffer): void => {
      if (!login.hasPassed(piece)) return;
      upstream.socket.off('data', watch);
      joining.remove(this);
      // Before a byte of it is passed on.
      if (!this.#isStillAdmitted()) return;
      this.isLetIn = true;
      sessions.letIn(this);
      const join = faults.guard(end, () => {
        if (this.#isStillAdmitted()) sessions.join(this);
      });
      this.#timer = clock.setTimeout(join, JOINED_AFTER_MS);
    });
    upstream.socket.on('data', watch);
    splice(
      client,
      upstream.socket,
      { clock, faults },
      {
        ending: faults.guard(end, () => {
          this.#noteMute(upstream);
          upstream.socket.off('data', watch);
          clock.clearTimeout(this.#timer);
          sessions.remove(this);
        }),
        closed: faults.guard(end, () => {
          // Not before: one side may end long before the other.
          clock.clearTimeout(this.#wordsTimer);
          joining.remove(this);
          this.#isGone();
        }),
      },
    );
  }

  learnServer(): boolean {
    const upstream = this.#upstream?.upstream;
    // By its address alone nobody is found later: servers say it themselves, and one would get whoever is there already.
    if (this.server !== null || upstream === undefined || upstream.name === null) return false;
    this.server = this.#options.serverOf(upstream);
    return this.server !== null;
  }

  /**
   * Before the player is forwarded a kick is a refusal; afterwards the server kicks, and if it cannot, the connection
   * is closed. Resolves to whether the player was shown the message.
   */
  async kick(message: string): Promise<boolean> {
    const { client, refuse } = this.#options;
    this.isKicked = true;
    if (this.#upstream === null) {
      refuse(message);
      return true;
    }
    if ((await this.#kickByServer(message)) && (await this.#isGoneSoon())) return true;
    client.destroy();
    this.#upstream.socket.destroy();
    await this.#gone;
    const { uuid } = this;
    const { name, logger } = this.#options;
    logger.info({ event: 'edge.kicked', uuid, name, words: false });
    return false;
  }

  /** Sends a chat message through the player's server; does nothing where no connection to it is configured. */
  async message(text: string): Promise<void> {
    const [management] = this.#managements();
    await management?.message(this.#target(), text);
  }

  /** As the server behind knows the player: one that checks accounts has proved the name, and the uuid is only a claim. */
  #target(): PlayerTarget {
    const { uuid } = this;
    const { name, identity } = this.#options;
    return identity === 'online' ? { name } : { uuid, name };
  }

  /** One that the player or the edge left at once has had no time to answer. */
  #noteMute({ upstream, socket }: UpstreamConnection): void {
    const { clock, mute } = this.#options;
    if (socket.bytesRead > 0 || this.isKicked) return;
    if (socket.readableEnded || socket.destroyed)
      mute(upstream, 'it closed the connection before its first byte');
    else if (clock.elapsed() - this.#forwardedAt >= SILENT_MS)
      mute(upstream, 'it took the connection and sent nothing');
  }

  async #kickByServer(message: string): Promise<boolean> {
    // Before that no server has the player, and whoever it has by this name is somebody else.
    if (this.joinedAt === null) return false;
    const { uuid } = this;
    const { name, clock, logger, identity, sessions } = this.#options;
    // A console knows names only, in any case: it could kick the other one.
    if (identity === 'offline' && sessions.hasNamesake(this)) return false;
    for (const management of this.#managements()) {
      try {
        const kick = management.kick(this.#target(), message);
        const detail = 'The server did not kick in time';
        if (await within(clock, KICK_WITHIN_MS, kick, 'platform_unavailable', detail)) return true;
      } catch (error) {
        logger.warn({ event: 'edge.kick-without-words', uuid, name, err: error });
      }
    }
    return false;
  }

  /** Of the server that reported the player last, and of the upstream. */
  #managements(): ServerManagement[] {
    const names = new Set([this.seenOn, this.#upstream?.upstream.name ?? this.server]);
    return [...names].flatMap((name) => {
      const management = name === null ? undefined : this.#options.managementOf(name);
      return management === undefined ? [] : [management];
    });
  }

  #isGoneSoon(): Promise<boolean> {
    const { clock } = this.#options;
    const gone = this.#gone.then(() => true);
    return within(clock, GONE_WITHIN_MS, gone, 'platform_unavailable', 'The player stayed').catch(
      () => false,
    );
  }
}
