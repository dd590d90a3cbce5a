import type { Uuid } from '../../domain/uuid.ts';
import type { PlayerActors } from '../entities/player-actors.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { ProxyClients } from './proxy-clients.ts';

const NO_PLAYERS: ReadonlySet<Uuid> = new Set();

export interface PlayerLocationsDeps {
  readonly online: OnlinePlayers;
  readonly playerActors: PlayerActors;
  readonly proxyClients: ProxyClients;
}

/**
 * Finds the server of players whose proxy does not know it: a proxy that only passes bytes on, or one that is managed
 * over a protocol without server switches. The agents of the servers list their players. What a proxy itself says of a
 * player's server always counts more.
 */
export class PlayerLocations {
  readonly #deps: PlayerLocationsDeps;
  readonly #listed = new Map<string, ReadonlySet<Uuid>>();
  /** Players whose server was found here, and not said by their proxy. */
  readonly #found = new Map<Uuid, string>();

  constructor(deps: PlayerLocationsDeps) {
    this.#deps = deps;
  }

  /**
   * The whole list of one server, taken step by step. A player who switches is on two lists for a moment: the newer entry
   * counts.
   */
  *list(server: string, players: readonly Uuid[]): Iterator<number> {
    const before = this.#listed.get(server) ?? NO_PLAYERS;
    this.#listed.set(server, new Set(players));
    for (const uuid of players) {
      if (before.has(uuid)) continue;
      this.#arrived(uuid, server);
      this.#deps.proxyClients.reportSeen(uuid, server);
      yield 1;
    }
  }

  /** Whether the player is on this server by what their proxy says. */
  isPlacedOn(uuid: Uuid, server: string): boolean {
    return this.#deps.online.get(uuid)?.server === server && this.#found.get(uuid) !== server;
  }

  /** Whether the player is on this server by what is known, or only the server itself says where they are. */
  mayBeOn(uuid: Uuid, server: string): boolean {
    const entry = this.#deps.online.get(uuid);
    if (entry === undefined) return false;
    return entry.server === null || entry.server === server || this.#found.get(uuid) === entry.server;
  }

  /** A player came online whose proxy does not say where; a server may have listed them before. */
  joined(uuid: Uuid): void {
    for (const [server, players] of this.#listed) if (players.has(uuid)) return this.#arrived(uuid, server);
  }

  left(uuid: Uuid): void {
    this.#found.delete(uuid);
  }

  /** The server's agent is gone, and its list with it. */
  forget(server: string): void {
    this.#listed.delete(server);
  }

  #arrived(uuid: Uuid, server: string): void {
    const entry = this.#deps.online.get(uuid);
    if (entry === undefined || entry.server === server) return;
    if (entry.server !== null && this.#found.get(uuid) !== entry.server) return;
    this.#found.set(uuid, server);
    this.#deps.playerActors.send(uuid, { type: 'presence.switch', server });
  }
}
