import type { Socket } from 'node:net';

/**
 * The connections of plugins, of which the one that has completed nothing for longest gives way to a new one beyond the
 * limit: whoever opens many and never completes a request shuts out nobody. A plugin whose idle connection is closed
 * opens another.
 */
export class LocalConnections {
  readonly #limit: number;
  /** In the order of when they were opened, or completed their last request. */
  readonly #sockets = new Set<Socket>();

  /** Keeps at most `limit` connections. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  opened(socket: Socket): void {
    this.#sockets.add(socket);
    const [oldest] = this.#sockets;
    if (this.#sockets.size > this.#limit) oldest?.destroy();
  }

  /** A request was answered. */
  completed(socket: Socket): void {
    if (this.#sockets.delete(socket)) this.#sockets.add(socket);
  }

  closed(socket: Socket): void {
    this.#sockets.delete(socket);
  }

  /** It is a connection of the channel now, and has its own rules. */
  upgraded(socket: Socket): void {
    this.#sockets.delete(socket);
  }
}
