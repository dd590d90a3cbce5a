import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { encodePacket } from '../../../src/platform/rcon/packet.ts';

const READ_BYTES = 1460;
const CUT_CHARACTERS = 4096;
/** What the game answers to a command that it does not know, and to an empty one. */
export const UNKNOWN_COMMAND = 'Unknown or incomplete command, see below for error<--[HERE]';

/** One answer packet, without the limit that requests have. */
export function answerPacket(id: number, type: number, body: string): Buffer {
  const head = encodePacket({ id, type, body: '' }).subarray(0, 12);
  const bytes = Buffer.from(body);
  head.writeInt32LE(10 + bytes.length, 0);
  return Buffer.concat([head, bytes, Buffer.alloc(2)]);
}

/**
 * The remote console of a game server for tests (docs/game-protocols.md "RCON"): one packet per read, of at most 1 460
 * bytes, or the connection is dropped; answers are cut every 4 096 characters; unknown requests are answered.
 */
export class ConsoleServer {
  readonly commands: string[] = [];
  password = 'passwrd';
  /** What a command prints. */
  answer: (command: string) => string = () => '';
  /** Answers no command. */
  silent = false;
  /** Sends every answer a byte at a time. */
  drips = false;
  /** Cuts its answers as the game does; other servers send them in one packet. */
  cuts = true;
  /** Sends no packet for a command that prints nothing. */
  omitsEmpty = false;
  /** What is sent instead of the answer to a command. */
  onCommand: ((socket: Socket, id: number, command: string) => void) | undefined;
  /** What is sent instead of the answer to an empty command. */
  onEmpty: ((id: number) => Buffer) | undefined;
  port = 0;
  opened = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor() {
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async open(port = 0): Promise<ConsoleServer> {
    const console = new ConsoleServer();
    console.#server.listen(port, '127.0.0.1');
    await once(console.#server, 'listening');
    console.port = (console.#server.address() as AddressInfo).port;
    return console;
  }

  get address(): { host: string; port: number } {
    return { host: '127.0.0.1', port: this.port };
  }

  get connections(): number {
    return this.#sockets.size;
  }

  /** Sends any bytes to every connection. */
  broadcast(bytes: Buffer): void {
    for (const socket of this.#sockets) socket.write(bytes);
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: Socket): void {
    this.opened += 1;
    this.#sockets.add(socket.setNoDelay(true));
    let isIn = false;
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => {});
    socket.on('data', (read) => {
      if (read.length > READ_BYTES || read.length < 14 || read.readInt32LE(0) !== read.length - 4) {
        socket.destroy();
        return;
      }
      const [id, type] = [read.readInt32LE(4), read.readInt32LE(8)];
      const body = read.toString('utf8', 12, read.indexOf(0, 12));
      if (type === 3) {
        isIn = body === this.password;
        socket.write(answerPacket(isIn ? id : -1, 2, ''));
      } else if (!isIn) {
        socket.write(answerPacket(-1, 2, ''));
      } else if (type === 2 && body === '') {
        socket.write(this.onEmpty?.(id) ?? answerPacket(id, 0, UNKNOWN_COMMAND));
      } else if (type === 2) {
        this.#run(socket, id, body);
      } else {
        socket.write(answerPacket(id, 0, `Unknown request ${type.toString(16)}`));
      }
    });
  }

  #run(socket: Socket, id: number, command: string): void {
    this.commands.push(command);
    if (this.silent) return;
    if (this.onCommand !== undefined) return this.onCommand(socket, id, command);
    const text = this.answer(command);
    if (text === '' && this.omitsEmpty) return;
    if (!this.cuts) {
      socket.write(answerPacket(id, 0, text));
      return;
    }
    // An answer of full packets has no empty packet at its end; an empty answer is one packet.
    const parts = text.match(new RegExp(`[^]{1,${CUT_CHARACTERS}}`, 'g')) ?? [''];
    for (const part of parts) {
      const packet = answerPacket(id, 0, part);
      if (this.drips) for (const byte of packet) socket.write(Buffer.from([byte]));
      else socket.write(packet);
    }
  }
}
