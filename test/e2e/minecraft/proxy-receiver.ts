import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const SIGNATURE = '0d0a0d0a000d0a515549540a';

/** The content of a PROXY header, as `203.0.113.9:51000 > 192.0.2.1:25565`. */
export interface Received {
  readonly version: 'v1' | 'v2' | 'none';
  readonly from: string;
  readonly to: string;
}

/**
 * A decoder of the PROXY protocol before a game server: reads the header, records it, and forwards the rest. It follows
 * docs/game-protocols.md "PROXY header" and shares no code with the edge.
 */
export class ProxyReceiver {
  readonly received: Received[] = [];
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static async open(behind: number, port = 0): Promise<ProxyReceiver> {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const receiver = new ProxyReceiver(server);
    server.on('connection', (socket) => receiver.#take(socket, behind));
    return receiver;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #take(socket: Socket, behind: number): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    let held = Buffer.alloc(0);
    const read = (chunk: Buffer): void => {
      held = Buffer.concat([held, chunk]);
      const header = headerOf(held);
      if (header === undefined) return;
      socket.off('data', read);
      this.received.push(header.received);
      const server = connect(behind, '127.0.0.1', () => {
        server.write(held.subarray(header.length));
        socket.pipe(server).pipe(socket);
      });
      this.#sockets.add(server);
      server.on('error', () => socket.destroy());
      server.on('close', () => socket.destroy());
      socket.on('close', () => server.destroy());
    };
    socket.on('data', read);
  }
}

/** The header at the beginning; undefined while it is incomplete. */
function headerOf(bytes: Buffer): { received: Received; length: number } | undefined {
  if (bytes.length < 16) return undefined;
  if (bytes.toString('hex', 0, 12) === SIGNATURE) {
    const length = 16 + bytes.readUInt16BE(14);
    if (bytes.length < length) return undefined;
    if (bytes.readUInt16BE(12) !== 0x2111 || length !== 28) throw new Error('not a header for TCP over IPv4');
    const address = (at: number): string => [...bytes.subarray(at, at + 4)].join('.');
    return {
      length,
      received: {
        version: 'v2',
        from: `${address(16)}:${bytes.readUInt16BE(24)}`,
        to: `${address(20)}:${bytes.readUInt16BE(26)}`,
      },
    };
  }
  const line = /^PROXY TCP4 (\S+) (\S+) (\d+) (\d+)\r\n/.exec(bytes.toString('latin1', 0, 107));
  if (line === null) return { length: 0, received: { version: 'none', from: '', to: '' } };
  const [whole, from = '', to = '', fromPort = '', toPort = ''] = line;
  return {
    length: whole.length,
    received: { version: 'v1', from: `${from}:${fromPort}`, to: `${to}:${toPort}` },
  };
}
