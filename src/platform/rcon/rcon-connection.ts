import { connect, type Socket } from 'node:net';
import type { Clock } from '../../runtime/clock.ts';
import type { ConnectionFaults } from '../../runtime/connection-faults.ts';
import type { HostAndPort } from '../server-address.ts';
import { ServerError } from '../server-management.ts';
import type { TrafficBound } from '../../runtime/limits/traffic-bound.ts';
import { encodePacket, PACKET_TYPES, PacketReader, type RconPacket } from './packet.ts';

const OPEN_WITHIN_MS = 5_000;
/** A packet with fewer bytes is the last of its answer. */
const FULL_PACKET_BYTES = 4096;
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

interface Exchange {
  /** Takes a packet; true when it was the last of the answer. */
  readonly take: (packet: RconPacket) => boolean;
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

  private constructor(options: RconConnectionOptions) {
    this.#options = options;
    this.#socket = connect({ ...options.address, noDelay: true, keepAlive: true });
    const drop = (): unknown => this.#socket.destroy();
    const fail = options.faults.guard(drop, (reason: string) => this.#fail(new RconError(reason, 'gone')));
    const receive = options.faults.guard(drop, (chunk: Buffer) => this.#receive(chunk));
    this.#socket.on('data', receive);
    this.#socket.on('error', (error) => fail(error.message));
    this.#socket.on('close', () => fail('the connection was closed'));
  }

  /** Connects and authenticates, all within 5 s. Rejects with an RconError. */
  static async open(options: RconConnectionOptions): Promise<RconConnection> {
    const connection = new RconConnection(options);
    const id = connection.#id();
    const login = { id, type: PACKET_TYPES.auth, body: options.password };
    await connection.#exchanged(OPEN_WITHIN_MS, login, (packet) => {
      if (packet.id === REFUSED) throw new RconError('it refuses the RCON password', 'password');
      return packet.id === id && packet.type === PACKET_TYPES.authReply;
    });
    return connection;
  }

  get isOpen(): boolean {
    return this.#failure === undefined;
  }

  /** Runs one command and returns its answer. Rejects with an RconError, after which the connection is gone. */
  async run(command: string, limitMs: number): Promise<string> {
    const id = this.#id();
    let end: number | undefined;
    let answer = '';
    await this.#exchanged(limitMs, { id, type: PACKET_TYPES.command, body: command }, (packet) => {
      if (packet.id === end) return true;
      if (packet.id === REFUSED) throw new RconError('it no longer accepts this login');
      if (packet.id !== id) return false;
      answer += packet.body;
      if (answer.length > MAX_ANSWER_CHARACTERS) throw new RconError('its answer is too long');
      if (end !== undefined) return false;
      if (Buffer.byteLength(packet.body) < FULL_PACKET_BYTES) return true;
      // A full packet may be the last or not. The answer to an unknown request comes after all packets of this one.
      end = this.#id();
      this.#socket.write(encodePacket({ id: end, type: PACKET_TYPES.unknown, body: '' }));
      return false;
    });
    return answer;
  }

  close(): void {
    this.#fail(new RconError('the connection was closed'));
  }

  async #exchanged(limitMs: number, request: RconPacket, take: Exchange['take']): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    const { clock } = this.#options;
    const timer = clock.setTimeout(() => this.#fail(new RconError('it did not answer in time')), limitMs);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#exchange = { take, resolve, reject };
        this.#socket.write(encodePacket(request));
      });
    } finally {
      this.#exchange = undefined;
      clock.clearTimeout(timer);
    }
  }

  #receive(chunk: Buffer): void {
    if (this.#failure !== undefined) return;
    try {
      this.#bound(this.#options.traffic.read(chunk.length));
      for (const packet of this.#reader.read(chunk)) this.#take(packet);
    } catch (error) {
      this.#fail(error instanceof RconError ? error : new RconError('it does not speak RCON'));
    }
  }

  #take(packet: RconPacket): void {
    this.#bound(this.#options.traffic.message());
    const exchange = this.#exchange;
    if (exchange?.take(packet) !== true) return;
    this.#exchange = undefined;
    exchange.resolve();
  }

  #bound(excess: string | undefined): void {
    if (excess !== undefined) throw new RconError(excess, 'exceeded');
  }

  #fail(error: RconError): void {
    if (this.#failure === undefined && error.kind === 'exceeded') this.#options.exceeded(error);
    this.#failure ??= error;
    this.#exchange?.reject(this.#failure);
    this.#socket.destroy();
  }

  #id(): number {
    const id = this.#nextId;
    this.#nextId = id === 0x7fff_ffff ? 1 : id + 1;
    return id;
  }
}
