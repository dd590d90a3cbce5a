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
  /** Those whose request is not answered yet. */
  readonly #asking = new WeakSet<Socket>();

  /** Keeps at most `limit` connections. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  opened(socket: Socket): void {
    this.#sockets.add(socket);
    const [oldest] = this.#sockets;
    if (this.#sockets.size > this.#limit) oldest?.destroy();
  }

  /**
   * A request came. False where the one before it is not answered yet: no plugin sends another one then, and a connection
   * has one answer under way and no more, in its turn and in memory. It is closed.
   */
  asks(socket: Socket): boolean {
    if (this.#asking.has(socket)) socket.destroy();
    if (socket.destroyed) return false;
    this.#asking.add(socket);
    return true;
  }

  /** A request was answered, and the answer taken. */
  completed(socket: Socket): void {
    this.#asking.delete(socket);
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
