import type { Server, Socket } from 'node:net';
import { PendingConnections } from '../../../../src/platform/edge/limits/pending-connections.ts';
import type { Clock } from '../../../../src/runtime/clock.ts';
import { shareOfFiles } from '../../../../src/runtime/limits/file-limit.ts';
import type { Logger } from '../../../../src/runtime/logger.ts';
import { expectProxyHeaders } from '../forwarding/proxy-protocol.ts';

/**
 * More than an edge has under way at once by its default (`edge.limits.joining`). Behind an edge all have one address, so the edge,
 * which tells them apart, has to be the one that ends the floods.
 */
const MIN_NEWCOMERS = 2_200;
/** Of the files that the process may open; the rest is for players. */
const SHARE_OF_FILES = 1 / 2;
/** How long a client may take from its connection to being in the game. */
const LOGIN_WITHIN_MS = 15_000;

export interface NewcomersOptions {
  readonly clock: Clock;
  /** How many may be there at once. */
  readonly limit: number;
  /** Every connection begins with a PROXY header; the address in it is the client's. */
  readonly proxyProtocol: boolean;
}

interface Newcomer {
  /** The client's address; empty until the header says it, where there is one. */
  ip: string;
  readonly drop: () => void;
}

/**
 * The connections that are open and not in the game: they have yet to come into it, or have left it. When there are too many,
 * an earlier one is ended in place of the latest: clients that go no further would keep everybody out who comes by the same proxy.
 */
export class Newcomers {
  readonly #pending: PendingConnections;
  readonly #known = new WeakMap<Socket, Newcomer>();
  readonly #hasHeaders: boolean;

  /** Sees the connections of this server before those who listen to it already. */
  constructor(server: Server, { clock, limit, proxyProtocol }: NewcomersOptions) {
    this.#pending = new PendingConnections(clock, limit, LOGIN_WITHIN_MS);
    this.#hasHeaders = proxyProtocol;
    if (proxyProtocol) expectProxyHeaders(server, (socket, ip) => this.#cameFor(socket, ip));
    server.prependListener('connection', (socket) => this.#came(socket));
  }

  /** This one is in the game, and no longer counted. */
  entered(socket: Socket): void {
    const newcomer = this.#known.get(socket);
    if (newcomer !== undefined) this.#pending.remove(newcomer);
  }

  /** This one has left the game: it counts again until it is closed. */
  left(socket: Socket): void {
    const newcomer = this.#known.get(socket);
    if (newcomer !== undefined && !socket.destroyed) this.#pending.add(newcomer);
  }

  /** Ends all that are left. */
  close(): void {
    this.#pending.close();
  }

  #came(socket: Socket): void {
    // Until its header is read it has none: all have that of the edge, which would be the fullest block as soon as it has two.
    const ip = this.#hasHeaders ? '' : (socket.remoteAddress ?? '');
    const newcomer = { ip, drop: () => void socket.destroy() };
    this.#known.set(socket, newcomer);
    socket.once('close', () => this.#pending.remove(newcomer));
    this.#pending.add(newcomer);
  }

  #cameFor(socket: Socket, ip: string): void {
    const newcomer = this.#known.get(socket);
    if (newcomer === undefined || ip === '') return;
    newcomer.ip = ip;
    this.#pending.add(newcomer);
  }
}

/**
 * How many connections may be open that are not in the game, in a lobby of so many players. No more than half of the files that the
 * process may open are for: else a flood takes them all, and nobody is ended for who comes next. The log says so.
 */
export function newcomerLimit(
  maxPlayers: number,
  logger: Logger,
  files = shareOfFiles(SHARE_OF_FILES),
): number {
  const wanted = Math.max(MIN_NEWCOMERS, 2 * maxPlayers + 100);
  const limit = Math.min(wanted, files ?? wanted);
  if (limit < wanted) {
    const detail = 'The process may open few files: raise its limit (ulimit -n)';
    logger.warn({ event: 'lobby.newcomers-lowered', wanted, limit, detail });
  }
  return limit;
}
