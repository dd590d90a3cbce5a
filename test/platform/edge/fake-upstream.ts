import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { writeFrame, writeVarInt } from '../../../src/platform/edge/protocol/frame.ts';

/** A server's first packet after it has accepted a login: Set Compression with threshold 256. */
export const PASSED = writeFrame(3, writeVarInt(256));
/** The first packet of a server that checks accounts. */
export const ENCRYPTION_REQUEST = writeFrame(1, Buffer.alloc(140, 1));

/** The server's end of one connection from the edge. */
export class AcceptedConnection {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  /** Resolves when the edge has ended its side, or is gone. */
  readonly ended: Promise<unknown>;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => undefined);
    socket.on('data', (piece: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, piece]);
    });
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    this.ended = new Promise((resolve) => {
      socket.once('end', resolve);
      socket.once('close', resolve);
    });
  }

  async receive(count: number): Promise<Buffer> {
    while (this.#bytes.length - this.#at < count) await once(this.socket, 'data');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  send(bytes: Uint8Array | string): this {
    this.socket.write(bytes);
    return this;
  }
}

/** An upstream that accepts every connection, and sends what the test sends. */
export class FakeUpstream {
  readonly connections: AcceptedConnection[] = [];
  readonly #server: Server;
  #arrived = 0;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.connections.push(new AcceptedConnection(socket));
      server.emit('arrived');
    });
  }

  static async open(host = '127.0.0.1'): Promise<FakeUpstream> {
    const server = createServer({ allowHalfOpen: true });
    const upstream = new FakeUpstream(server);
    server.listen(0, host);
    await once(server, 'listening');
    return upstream;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** The next connection, which may be there already. */
  async next(): Promise<AcceptedConnection> {
    for (;;) {
      const connection = this.connections[this.#arrived];
      if (connection !== undefined) {
        this.#arrived += 1;
        return connection;
      }
      await once(this.#server, 'arrived');
    }
  }

  close(): void {
    this.#server.close();
    for (const { socket } of this.connections) socket.destroy();
  }
}
