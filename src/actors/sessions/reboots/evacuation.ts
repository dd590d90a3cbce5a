import { takesPlayers } from '../../../domain/server.ts';
import type { OnlineEntry } from '../../models/online-entry.ts';
import type { OnlinePlayers } from '../../models/online-players.ts';
import type { Logger } from '../../../runtime/logger.ts';
import type { PlayerLocations } from '../locations/player-locations.ts';
import type { PlayerMoves } from '../locations/player-moves.ts';
import type { ServerActors } from '../../entities/server-actors.ts';

/** How many players are moved at once: enough to be quick, few enough not to overload a hub. */
const MAX_MOVES = 50;

export interface EvacuationDeps {
  readonly online: OnlinePlayers;
  readonly serverActors: ServerActors;
  readonly playerMoves: Pick<PlayerMoves, 'move'>;
  readonly playerLocations: PlayerLocations;
  readonly logger: Logger;
}

/** Moves players from a server to others: named fallbacks and the hubs. */
export class Evacuation {
  readonly #deps: EvacuationDeps;

  constructor(deps: EvacuationDeps) {
    this.#deps = deps;
  }

  /**
   * Tries to move every player whom the server holds: to each fallback in its order and then to each hub, until one takes
   * them. Who is only shown on it, because it says so, stays (docs/channel.md "Whom a server holds").
   * Rejects when no fallback and no hub is up. No further player is moved once `signal` is aborted.
   */
  async empty(server: string, fallbacks: readonly string[] = [], signal?: AbortSignal): Promise<void> {
    const leaving = this.#deps.playerLocations.heldBy(server);
    if (leaving.length === 0) return;
    if (this.#targetsFor(server, fallbacks).length === 0) throw new Error('no hub is up to take the players');
    const queue = leaving.values();
    const movers = Array.from({ length: Math.min(MAX_MOVES, leaving.length) }, async () => {
      for (const entry of queue) if (signal?.aborted !== true) await this.#move(entry, server, fallbacks);
    });
    await Promise.all(movers);
  }

  async #move(entry: OnlineEntry, from: string, fallbacks: readonly string[]): Promise<void> {
    const { playerMoves, playerLocations, online, logger } = this.#deps;
    for (const target of this.#targetsFor(from, fallbacks)) {
      if (online.get(entry.uuid) !== entry || !playerLocations.isHeldBy(entry.uuid, from)) return;
      try {
        await playerMoves.move(entry, target);
        return;
      } catch (error) {
        logger.warn({ event: 'evacuation.not-moved', uuid: entry.uuid, from, to: target, err: error });
      }
    }
  }

  #targetsFor(from: string, fallbacks: readonly string[]): string[] {
    const { serverActors } = this.#deps;
    const first = fallbacks.filter(
      (name) => name !== from && serverActors.has(name) && takesPlayers(serverActors.state(name)),
    );
    return [...new Set([...first, ...this.#hubsFor(from)])];
  }

  /** The emptiest hub first; sorted again for every player, because each move changes how full it is. */
  #hubsFor(from: string): string[] {
    const { serverActors, online } = this.#deps;
    const fullness = (name: string, maxPlayers: number): number => online.on(name).size / maxPlayers;
    return serverActors
      .all()
      .filter((server) => server.type === 'HUB' && server.name !== from && takesPlayers(server.state))
      .sort((a, b) => fullness(a.name, a.maxPlayers) - fullness(b.name, b.maxPlayers))
      .map((server) => server.name);
  }
}
