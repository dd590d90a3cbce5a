import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  readFrameLength,
  writeFrame,
  writeString,
  writeVarInt,
} from '../../../src/platform/edge/protocol/frame.ts';
import { WireReader } from '../../../src/platform/edge/protocol/wire-reader.ts';

/** The first protocol with a configuration between login and game (1.20.2). */
const WITH_CONFIGURATION = 764;
/** The first protocol whose logins have a uuid, or say that they have none (1.19.1). */
const WITH_UUID = 760;
const LOG_IN = 2;
const LOGIN = { compress: 3, success: 2 };
const PORT = Buffer.from('63dd', 'hex');
/** A compressed packet of no content whose number is 3: what a client answers after its login and its configuration. */
const ANSWER = Buffer.from('020003', 'hex');
const FINISH_CONFIGURATION = 3;

/** What a client of this version sends to log in. */
export function loginOf(protocol: number, name: string): Buffer {
  const handshake = writeFrame(0, writeVarInt(protocol), writeString('localhost'), PORT, writeVarInt(LOG_IN));
  return Buffer.concat([handshake, writeFrame(0, writeString(name), uuidOf(protocol))]);
}

/** No version checks it here; from 1.19.1 to 1.20.1 it may be left out. */
function uuidOf(protocol: number): Buffer {
  if (protocol >= WITH_CONFIGURATION) return Buffer.alloc(16);
  return protocol >= WITH_UUID ? Buffer.from([0]) : Buffer.alloc(0);
}

/** A client that reads no more than it must to get into the game, so that a load of them costs little. */
export class LightClient {
  readonly #socket: Socket;
  readonly #protocol: number;
  /** Resolves when it is in the game, rejects when the connection ended before. */
  readonly entered: Promise<void>;
  #isIn: () => void = () => {};
  #step: 'login' | 'configuration' | 'game' = 'login';
  #isCompressed = false;
  #rest = Buffer.alloc(0);

  constructor(port: number, protocol: number, name: string) {
    this.#protocol = protocol;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('error', () => {});
    this.#socket.on('data', (piece: Buffer) => this.#read(piece));
    this.entered = new Promise((resolve, reject) => {
      this.#isIn = resolve;
      this.#socket.once('close', () => reject(new Error('the connection ended')));
    });
    this.entered.catch(() => {});
    this.#socket.write(loginOf(protocol, name));
  }

  /** Ends its side; resolves when the other has ended, too. */
  async giveUp(): Promise<void> {
    const closed = once(this.#socket, 'close');
    this.#socket.end();
    await closed;
  }

  leave(): void {
    this.#socket.destroy();
  }

  #read(piece: Buffer): void {
    if (this.#step === 'game') return;
    this.#rest = Buffer.concat([this.#rest, piece]);
    for (;;) {
      const header = readFrameLength(this.#rest, 0);
      if (header === undefined || header.next + header.length > this.#rest.length) return;
      const body = this.#rest.subarray(header.next, header.next + header.length);
      this.#rest = this.#rest.subarray(header.next + header.length);
      this.#hear(new WireReader(body));
    }
  }

  #hear(body: WireReader): void {
    if (!this.#socket.writable) return;
    const isPlain = !this.#isCompressed || body.varInt() === 0;
    if (this.#step === 'game') return;
    const id = isPlain ? body.varInt() : -1;
    if (this.#step === 'configuration') {
      if (id === FINISH_CONFIGURATION) this.#enter();
    } else if (id === LOGIN.compress) this.#isCompressed = true;
    else if (id === LOGIN.success) {
      if (this.#protocol < WITH_CONFIGURATION) this.#enter();
      else {
        this.#step = 'configuration';
        this.#socket.write(ANSWER);
      }
    }
  }

  #enter(): void {
    this.#step = 'game';
    this.#rest = Buffer.alloc(0);
    if (this.#protocol >= WITH_CONFIGURATION) this.#socket.write(ANSWER);
    this.#isIn();
  }
}
