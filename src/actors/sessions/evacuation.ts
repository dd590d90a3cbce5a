import { takesPlayers } from '../../domain/server.ts';
import type { OnlineEntry } from '../models/online-entry.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ProxyClients } from './proxy-clients.ts';
import type { ServerActors } from '../entities/server-actors.ts';

/** So many players are on their way at once: enough to be quick, few enough not to drown a hub. */
const MOVED_AT_ONCE = 50;

export interface EvacuationDeps {
  readonly online: OnlinePlayers;
  readonly serverActors: ServerActors;
  readonly proxyClients: ProxyClients;
  readonly logger: Logger;
}

/** Moves players from a server to others: named fallbacks and the hubs. */
export class Evacuation {
  readonly #deps: EvacuationDeps;

  constructor(deps: EvacuationDeps) {
    this.#deps = deps;
  }

  /**
   * Tries everybody on the server, each on every fallback in its order and then on every hub, until one takes them.
   * Rejects when there is nowhere for them to go. Nobody more is moved once `signal` says that it is called off.
   */
  async empty(server: string, fallbacks: readonly string[] = [], signal?: AbortSignal): Promise<void> {
    const leaving = [...this.#deps.online.on(server)];
    if (leaving.length === 0) return;
    if (this.#placesFor(server, fallbacks).length === 0) throw new Error('no hub is up to take the players');
    const queue = leaving.values();
    const movers = Array.from({ length: Math.min(MOVED_AT_ONCE, leaving.length) }, async () => {
      for (const entry of queue) if (signal?.aborted !== true) await this.#move(entry, server, fallbacks);
    });
    await Promise.all(movers);
  }

  async #move(entry: OnlineEntry, from: string, fallbacks: readonly string[]): Promise<void> {
    const { proxyClients, online, logger } = this.#deps;
    for (const place of this.#placesFor(from, fallbacks)) {
      if (online.get(entry.uuid) !== entry || entry.server !== from) return;
      try {
        if ((await proxyClients.of(entry.lease)?.send(entry.uuid, place)) === true) return;
      } catch (error) {
        logger.warn({ event: 'evacuation.not-moved', uuid: entry.uuid, from, to: place, err: error });
      }
    }
  }

  #placesFor(from: string, fallbacks: readonly string[]): string[] {
    const { serverActors } = this.#deps;
    const first = fallbacks.filter(
      (name) => name !== from && serverActors.has(name) && takesPlayers(serverActors.state(name)),
    );
    return [...new Set([...first, ...this.#hubsFor(from)])];
  }

  /** The emptiest hub first, by how full it is; asked anew for every player, because each move changes it. */
  #hubsFor(from: string): string[] {
    const { serverActors, online } = this.#deps;
    const fullness = (name: string, most: number): number => online.on(name).size / most;
    return serverActors
      .all()
      .filter((server) => server.type === 'HUB' && server.name !== from && takesPlayers(server.state))
      .sort((a, b) => fullness(a.name, a.maxPlayers) - fullness(b.name, b.maxPlayers))
      .map((server) => server.name);
  }
}
