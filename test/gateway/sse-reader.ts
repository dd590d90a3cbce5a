import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { API_KEY } from './gateway-fixture.ts';

export interface Frame {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** Reads an event stream from a raw socket, chunk by chunk, so that a test sees how it was written. */
export class SseReader {
  readonly socket: Socket;
  readonly chunks: string[] = [];
  #head = '';
  #rest = '';
  #closed = false;
  #wake: () => void = () => undefined;

  constructor(port: number, path: string, headers: Readonly<Record<string, string>> = {}) {
    this.socket = connect(port, '127.0.0.1');
    const lines = Object.entries({ Host: 'test', ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    this.socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    this.socket.on('data', (bytes) => this.#take(bytes.toString()));
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.#closed = true;
      this.#wake();
    });
    onTestFinished(() => void this.socket.destroy());
  }

  /** With the API key in the header. */
  static open(port: number, path: string, headers: Readonly<Record<string, string>> = {}): SseReader {
    return new SseReader(port, path, { Authorization: `Bearer ${API_KEY}`, ...headers });
  }

  get head(): string {
    return this.#head;
  }

  get text(): string {
    return this.chunks.join('');
  }

  /** Whether the response or the connection has ended. */
  get closed(): boolean {
    return this.#closed;
  }

  /** The events received so far, without blocks that dispatch nothing. */
  get frames(): Frame[] {
    return this.text
      .split('\n\n')
      .slice(0, -1)
      .filter((block) => block.includes('event: '))
      .map((block) => {
        const lines = block.split('\n');
        const field = (name: string) =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
        return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) as unknown };
      });
  }

  /** Waits until the received events satisfy a condition; throws when the stream ends or 10 s pass before. */
  async until(satisfied: (reader: SseReader) => boolean): Promise<this> {
    const deadline = Date.now() + 10_000;
    while (!satisfied(this)) {
      if (Date.now() > deadline)
        throw new Error(`waited in vain; so far ${this.#head}${this.text.slice(-500)}`);
      const timer = setTimeout(() => this.#wake(), 1000);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      clearTimeout(timer);
    }
    return this;
  }

  opened(): Promise<this> {
    return this.until(({ chunks }) => chunks.length > 0);
  }

  #take(text: string): void {
    this.#rest += text;
    if (this.#head === '') {
      const end = this.#rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      this.#head = this.#rest.slice(0, end + 4);
      this.#rest = this.#rest.slice(end + 4);
    }
    for (;;) {
      const [, size] = /^([0-9a-f]+)\r\n/i.exec(this.#rest.replace(/^\r\n/, '')) ?? [];
      if (size === undefined) break;
      const body = this.#rest.replace(/^\r\n/, '').slice(size.length + 2);
      const length = Number.parseInt(size, 16);
      if (Buffer.byteLength(body) < length) break;
      const bytes = Buffer.from(body);
      if (length > 0) this.chunks.push(bytes.subarray(0, length).toString());
      else this.#closed = true;
      this.#rest = bytes.subarray(length).toString();
    }
    this.#wake();
  }
}
