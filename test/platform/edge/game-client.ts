import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  readFrame,
  writeFrame,
  writeString,
  writeVarInt,
} from '../../../src/platform/edge/protocol/frame.ts';
import type { TextComponent } from '../../../src/domain/text/text-component.ts';

/** 1.21.1, which sends a uuid with the login. */
export const MODERN = 767;
export const NOTCH = '069a79f4-44e9-4726-a5be-fca90e38aaf5';

export function handshake(protocol: number, intent: number, host = 'localhost', port = 25_565): Buffer {
  const portBytes = Buffer.alloc(2);
  portBytes.writeUInt16BE(port);
  return writeFrame(0, writeVarInt(protocol), writeString(host), portBytes, writeVarInt(intent));
}

export function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

/** The login start of this version; `key` is what 1.19 to 1.19.2 may send. */
export function loginStart(protocol: number, name: string, uuid: string | null = NOTCH, key = false): Buffer {
  const parts = [writeString(name)];
  if (protocol >= 759 && protocol <= 760) parts.push(key ? fakeKey() : Buffer.from([0]));
  if (protocol >= 760 && protocol < 764) parts.push(Buffer.from([uuid === null ? 0 : 1]));
  if (protocol >= 760 && uuid !== null) parts.push(uuidBytes(uuid));
  return writeFrame(0, ...parts);
}

function fakeKey(): Buffer {
  const part = (size: number): Buffer => Buffer.concat([writeVarInt(size), Buffer.alloc(size, 7)]);
  return Buffer.concat([Buffer.from([1]), Buffer.alloc(8), part(294), part(512)]);
}

export interface LoginOptions {
  readonly protocol?: number;
  readonly name?: string;
  readonly uuid?: string | null;
  readonly host?: string;
}

/** All bytes that a client sends to log in. */
export function loginBytes({
  protocol = MODERN,
  name = 'Notch',
  uuid = NOTCH,
  host,
}: LoginOptions = {}): Buffer {
  return Buffer.concat([handshake(protocol, 2, host), loginStart(protocol, name, uuid)]);
}

/** A game client for tests: sends any bytes and receives packets. */
export class GameClient {
  readonly socket: Socket;
  /** Resolves when the socket is closed, by either side. */
  readonly closed: Promise<unknown>;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(port: number, host = '127.0.0.1') {
    this.socket = connect({ port, host, allowHalfOpen: true });
    this.socket.on('error', () => undefined);
    this.socket.on('data', (piece: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, piece]);
    });
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
    // Like any client, it ends its side when the other side has ended.
    this.socket.once('end', () => this.socket.end());
  }

  send(...bytes: readonly Uint8Array[]): this {
    this.socket.write(Buffer.concat(bytes));
    return this;
  }

  /** The next `count` bytes. */
  async receive(count: number): Promise<Buffer> {
    while (this.#bytes.length - this.#at < count) await once(this.socket, 'data');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  /** The next packet. */
  async packet(): Promise<{ id: number; text: () => string; rest: () => Buffer }> {
    for (;;) {
      const frame = readFrame(this.#bytes, this.#at, 2_097_151);
      if (frame !== undefined) {
        this.#at = frame.end;
        const { id, body } = frame;
        return { id, text: () => body.string(262_144), rest: () => body.bytes(body.left) };
      }
      await once(this.socket, 'data');
    }
  }

  /** Everything until the other side ends. */
  async everything(): Promise<Buffer> {
    await this.closed;
    return this.#bytes;
  }

  /** The text of the refusal that comes next. */
  async refusal(): Promise<string> {
    const { id, text } = await this.packet();
    if (id !== 0) throw new Error(`packet ${id} is not a refusal`);
    return textOf(JSON.parse(text()) as TextComponent);
  }
}

export function textOf({ text, extra = [] }: TextComponent): string {
  return text + extra.map(textOf).join('');
}
