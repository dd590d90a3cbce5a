import { once } from 'node:events';
import type { AddressInfo, Server as SocketServer } from 'node:net';
import minecraft, { type Server, type ServerClient } from 'minecraft-protocol';
import { ManagementServer } from '../../platform/msmp/management-server.ts';

/** A real game server for every version at once, with the management protocol beside it. */
export class GameServer {
  readonly management: ManagementServer;
  readonly port: number;
  /** Everybody who ever joined, in order. */
  readonly joined: string[] = [];
  readonly #server: Server;
  readonly #players = new Map<string, ServerClient>();

  private constructor(server: Server, management: ManagementServer) {
    this.#server = server;
    this.management = management;
    this.port = (socketsOf(server).address() as AddressInfo).port;
    server.on('playerJoin', (client) => this.#join(client));
    management.onKick = ({ name }, message) => this.#players.get(name)?.end(message);
  }

  static async open(): Promise<GameServer> {
    const server = minecraft.createServer({
      'online-mode': false,
      host: '127.0.0.1',
      port: 0,
      version: false,
      maxPlayers: 100,
      hideErrors: true,
      errorHandler: () => {},
    });
    await once(server, 'listening');
    const management = await ManagementServer.open();
    return new GameServer(server, management);
  }

  get online(): string[] {
    return [...this.#players.keys()].sort();
  }

  async close(): Promise<void> {
    this.#server.close();
    await Promise.all([once(socketsOf(this.#server), 'close'), this.management.close()]);
  }

  #join(client: ServerClient): void {
    const { uuid: id, username: name } = client;
    this.joined.push(name);
    this.#players.set(name, client);
    this.management.join({ id, name });
    client.on('end', () => {
      this.#players.delete(name);
      this.management.leave({ id, name });
    });
  }
}

/** Missing in the package's types. */
function socketsOf(server: Server): SocketServer {
  return (server as unknown as { socketServer: SocketServer }).socketServer;
}
