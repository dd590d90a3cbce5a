import { connect, type Socket } from 'node:net';
import type { Clock } from '../../runtime/clock.ts';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import type { HostAndPort } from '../server-address.ts';
import { ServerError } from '../server-management.ts';
import type { TrafficBound } from '../../runtime/limits/traffic-bound.ts';
import { encodePacket, PACKET_TYPES, PacketReader, type RconPacket } from './packet.ts';

const OPEN_WITHIN_MS = 5_000;
/** The game cuts its answers after so many UTF-16 units: a packet of another length is the last, or the only one. */
const CUT_UNITS = 4096;
/** Every server answers it, and the game does so after everything that belongs to the command before. */
const EMPTY_COMMAND = '';
const MAX_ANSWER_CHARACTERS = 1024 * 1024;
const REFUSED = -1;

/** Why a connection could not be used: the server refuses the password, is gone, sends too much, or something else. */
export class RconError extends ServerError {
  readonly reason: string;
  readonly kind: 'password' | 'gone' | 'exceeded' | 'other';

  constructor(reason: string, kind: RconError['kind'] = 'other') {
    super(reason);
    this.reason = reason;
    this.kind = kind;
  }
}

/** How long a command may take, in milliseconds. */
export interface RunLimits {
  readonly limitMs: number;
  /** After so long without a packet the command has printed nothing: some servers send no packet then. */
  readonly quietMs?: number;
  /** The same for a command that does print something in the game, on a server that has been seen to send no packet. */
  readonly quietOnceOmittedMs?: number;
}

interface Exchange {
  /** Takes a packet; true when it was the last of the answer, undefined when it is not of this answer. */
  readonly take: (packet: RconPacket) => boolean | undefined;
  hasBegun: boolean;
  readonly resolve: () => void;
  readonly reject: (error: RconError) => void;
}

export interface RconConnectionOptions {
  readonly address: HostAndPort;
  readonly password: string;
  readonly clock: Clock;
  /** What the server may send. */
  readonly traffic: TrafficBound;
  /** Called once, at any time, when the connection was closed because the server has sent too much. */
  readonly exceeded: (error: RconError) => void;
  /** Called once when the connection is no longer open, unless it never took the password. */
  readonly ended: () => void;
  readonly faults: ConnectionFaults;
}

/** One RCON connection. The server takes one request at a time, so the caller must wait for each answer. */
export class RconConnection {
  readonly #socket: Socket;
  readonly #options: RconConnectionOptions;
  readonly #reader = new PacketReader();
  #exchange: Exchange | undefined;
  #failure: RconError | undefined;
  #nextId = 1;
  #isIn = false;
  #hasAnswered = false;
  /** Whether it sends an empty packet for a command that prints nothing: then its packet is waited for. */
  #answersSilence = false;
  #omitsPackets = false;

  private constructor(options: RconConnectionOptions) {
    this.#options = options;
    this.#socket = connect({ ...options.address, noDelay: true, keepAlive: true });
    const drop = (): void => this.#giveUp();
    const gone = (reason: string): void => this.#fail(new RconError(reason, 'gone'));
    const receive = options.faults.guard(drop, (chunk: Buffer) => this.#receive(chunk));
    const failed = options.faults.guard(drop, (error: Error) => gone(error.message));
    const closed = options.faults.guard(drop, () => gone(this.#howClosed()));
    this.#socket.on('data', receive);
    this.#socket.on('error', failed);
    this.#socket.on('close', closed);
  }

  /** Connects and authenticates, all within 5 s. Rejects with an RconError. */
  static async open(options: RconConnectionOptions): Promise<RconConnection> {
    const connection = new RconConnection(options);
    const id = connection.#id();
    const login = { id, type: PACKET_TYPES.auth, body: options.password };
    await connection.#exchanged({ limitMs: OPEN_WITHIN_MS }, login, (packet) => {
      if (packet.id === REFUSED) throw new RconError('it refuses the RCON password', 'password');
      return packet.id === id && packet.type === PACKET_TYPES.authReply ? true : undefined;
    });
    connection.#isIn = true;
    return connection;
  }

  /** Whether it has answered a command: a server may take the password and nothing else. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  get isOpen(): boolean {
    return this.#failure === undefined;
  }

  /** Runs one command and returns its answer. Rejects with an RconError, after which the connection is gone. */
  async run(command: string, limits: RunLimits): Promise<string> {
    const id = this.#id();
    let end: number | undefined;
    let answer = '';
    await this.#exchanged(limits, { id, type: PACKET_TYPES.command, body: command }, (packet) => {
      if (packet.id === end) return true;
      if (packet.id === REFUSED) throw new RconError('it no longer accepts this login');
      if (packet.id !== id) return undefined;
      this.#hasAnswered = true;
      this.#answersSilence ||= limits.quietMs !== undefined && packet.body === '';
      answer += packet.body;
      if (answer.length > MAX_ANSWER_CHARACTERS) throw new RconError('its answer is too long');
      if (end !== undefined) return false;
      if (packet.body.length !== CUT_UNITS) return true;
      // It may be the last or not.
      end = this.#id();
      this.#socket.write(encodePacket({ id: end, type: PACKET_TYPES.command, body: EMPTY_COMMAND }));
      return false;
    });
    return answer;
  }

  close(): void {
    this.#fail(new RconError('the connection was closed'));
  }

  async #exchanged(
    { limitMs, quietMs, quietOnceOmittedMs }: RunLimits,
    request: RconPacket,
    take: Exchange['take'],
  ): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    const { clock, faults } = this.#options;
    const giveUp = (): void => this.#giveUp();
    const late = faults.guard(giveUp, () => this.#fail(new RconError(this.#howLate())));
    const timer = clock.setTimeout(late, limitMs);
    let quiet: unknown = null;
    try {
      await new Promise<void>((resolve, reject) => {
        const exchange = { take, resolve, reject, hasBegun: false };
        this.#exchange = exchange;
        this.#socket.write(encodePacket(request));
        const patience = quietMs ?? (this.#omitsPackets ? quietOnceOmittedMs : undefined);
        if (patience === undefined || this.#answersSilence) return;
        const silent = faults.guard(giveUp, () => {
          if (exchange.hasBegun || this.#reader.isWithinPacket) return;
          this.#omitsPackets = true;
          resolve();
        });
        quiet = clock.setTimeout(silent, patience);
      });
    } finally {
      this.#exchange = undefined;
      clock.clearTimeout(timer);
      clock.clearTimeout(quiet);
    }
  }

  #howLate(): string {
    if (this.#exchange?.hasBegun === true || this.#reader.isWithinPacket)
      return 'it did not finish its answer in time';
    if (!this.#isIn) return 'it did not answer to the password in time';
    return this.#hasAnswered
      ? 'it did not answer in time'
      : 'it takes the password and then answers no command';
  }

  #howClosed(): string {
    if (this.#exchange?.hasBegun === true || this.#reader.isWithinPacket)
      return 'it closed the connection within an answer';
    if (this.#exchange !== undefined && this.#isIn && !this.#hasAnswered)
      return 'it takes the password and closes the connection at the first command';
    return 'the connection was closed';
  }

  #receive(chunk: Buffer): void {
    if (this.#failure !== undefined) return;
    try {
      this.#bound(this.#options.traffic.read(chunk.length));
      for (const packet of this.#reader.read(chunk)) this.#take(packet);
    } catch (error) {
      this.#fail(error instanceof RconError ? error : new RconError(notRcon(error)));
    }
  }

  #take(packet: RconPacket): void {
    this.#bound(this.#options.traffic.message());
    const exchange = this.#exchange;
    const isLast = exchange?.take(packet);
    if (exchange === undefined || isLast === undefined) return;
    exchange.hasBegun = true;
    if (!isLast) return;
    this.#exchange = undefined;
    exchange.resolve();
  }

  #bound(excess: string | undefined): void {
    if (excess !== undefined) throw new RconError(excess, 'exceeded');
  }

  #giveUp(): void {
    this.#fail(new RconError('it was given up after an error of this program'));
  }

  #fail(error: RconError): void {
    const isFirst = this.#failure === undefined;
    this.#failure ??= error;
    this.#exchange?.reject(this.#failure);
    this.#socket.destroy();
    if (isFirst && error.kind === 'exceeded') this.#options.exceeded(error);
    if (isFirst && this.#isIn) this.#options.ended();
  }

  #id(): number {
    const id = this.#nextId;
    this.#nextId = id === 0x7fff_ffff ? 1 : id + 1;
    return id;
  }
}

function notRcon(error: unknown): string {
  const what = error instanceof Error ? error.message : 'something else';
  return `what it sends is not RCON (${what})`;
}
