import { isMadeOfName, type Uuid } from '../../domain/uuid.ts';
import type { PlayerActors } from '../entities/player-actors.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { NameRegistry } from '../models/name-registry.ts';
import type { SlicedWork, WorkLane } from '../../runtime/limits/sliced-work.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ProxyClients } from './proxy-clients.ts';

const NO_PLAYERS: ReadonlySet<Uuid> = new Set();

export interface PlayerLocationsDeps {
  readonly online: OnlinePlayers;
  readonly playerActors: PlayerActors;
  readonly proxyClients: ProxyClients;
  readonly names: NameRegistry;
  readonly work: SlicedWork;
  readonly logger: Logger;
}

/**
 * Finds the server of players whose proxy does not know it: a proxy that only passes bytes on, or one that is managed
 * over a protocol without server switches. The agents of the servers list their players. What a proxy itself says of a
 * player's server always counts more.
 */
export class PlayerLocations {
  readonly #deps: PlayerLocationsDeps;
  readonly #names: WorkLane;
  readonly #listed = new Map<string, ReadonlySet<Uuid>>();
  /** Players whose server was found here, and not said by their proxy. */
  readonly #found = new Map<Uuid, string>();

  constructor(deps: PlayerLocationsDeps) {
    this.#deps = deps;
    this.#names = deps.work.lane();
  }

  /**
   * The whole list of one server, taken step by step. A player who switches is on two lists for a moment: the newer entry
   * counts.
   */
  *list(server: string, players: readonly Uuid[], names: readonly string[] = []): Iterator<number> {
    const before = this.#listed.get(server) ?? NO_PLAYERS;
    this.#listed.set(server, new Set(players));
    const named: [Uuid, string][] = [];
    for (const [at, uuid] of players.entries()) {
      if (before.has(uuid)) continue;
      const name = names[at];
      if (name !== undefined && !isMadeOfName(uuid)) named.push([uuid, name]);
      this.#arrived(uuid, server);
      this.#deps.proxyClients.reportSeen(uuid, server);
      yield 1;
    }
    if (named.length > 0) void this.#vouch(named);
  }

  /** The server has checked who these are: where nobody else vouched for a name, its word counts. Never rejects. */
  async #vouch(players: readonly [Uuid, string][]): Promise<void> {
    const { names, logger } = this.#deps;
    try {
      await names.load(players.map(([, name]) => name));
    } catch (error) {
      logger.warn({ event: 'names.not-read', err: error });
      return;
    }
    this.#names.run(this.#prove(players));
  }

  *#prove(players: readonly [Uuid, string][]): Iterator<number> {
    const { names, online, proxyClients } = this.#deps;
    for (const [uuid, name] of players) {
      void names.prove(name, uuid, 'server');
      yield 1;
      if (names.get(name)?.uuid !== uuid || online.get(uuid) !== undefined) continue;
      for (const client of proxyClients.values()) client.identify?.(name, uuid);
    }
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
