import { connect, type Socket } from 'node:net';
import type { Clock } from '../../runtime/clock.ts';
import type { HostAndPort } from '../server-address.ts';
import { ServerError } from '../server-management.ts';
import { encodePacket, PACKET_TYPES, PacketReader, type RconPacket } from './packet.ts';

const OPEN_WITHIN_MS = 5_000;
/** A packet with fewer bytes is the last of its answer. */
const FULL_PACKET_BYTES = 4096;
const MAX_ANSWER_CHARACTERS = 1024 * 1024;
const REFUSED = -1;

/** Why a connection could not be used: the server refuses the password, is gone, or something else. */
export class RconError extends ServerError {
  readonly kind: 'password' | 'gone' | 'other';

  constructor(reason: string, kind: RconError['kind'] = 'other') {
    super(reason);
    this.kind = kind;
  }
}

interface Exchange {
  /** Takes a packet; true when it was the last of the answer. */
  readonly take: (packet: RconPacket) => boolean;
  readonly resolve: () => void;
  readonly reject: (error: RconError) => void;
}

/** One RCON connection. The server takes one request at a time, so the caller must wait for each answer. */
export class RconConnection {
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #reader = new PacketReader();
  #exchange: Exchange | undefined;
  #failure: RconError | undefined;
  #nextId = 1;

  private constructor(address: HostAndPort, clock: Clock) {
    this.#clock = clock;
    this.#socket = connect({ ...address, noDelay: true, keepAlive: true });
    this.#socket.on('data', (chunk) => this.#receive(chunk));
    this.#socket.on('error', (error) => this.#fail(new RconError(error.message, 'gone')));
    this.#socket.on('close', () => this.#fail(new RconError('the connection was closed', 'gone')));
  }

  /** Connects and authenticates, all within 5 s. Rejects with an RconError. */
  static async open(address: HostAndPort, password: string, clock: Clock): Promise<RconConnection> {
    const connection = new RconConnection(address, clock);
    const id = connection.#id();
    await connection.#exchanged(OPEN_WITHIN_MS, { id, type: PACKET_TYPES.auth, body: password }, (packet) => {
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
    const timer = this.#clock.setTimeout(
      () => this.#fail(new RconError('it did not answer in time')),
      limitMs,
    );
    try {
      await new Promise<void>((resolve, reject) => {
        this.#exchange = { take, resolve, reject };
        this.#socket.write(encodePacket(request));
      });
    } finally {
      this.#exchange = undefined;
      this.#clock.clearTimeout(timer);
    }
  }

  #receive(chunk: Buffer): void {
    try {
      for (const packet of this.#reader.read(chunk)) {
        const exchange = this.#exchange;
        if (exchange?.take(packet) !== true) continue;
        this.#exchange = undefined;
        exchange.resolve();
      }
    } catch (error) {
      this.#fail(error instanceof RconError ? error : new RconError('it does not speak RCON'));
    }
  }

  #fail(error: RconError): void {
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
