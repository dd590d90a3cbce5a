import type { Uuid } from '../../../domain/uuid.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { PlayerActors } from '../../entities/player-actors.ts';
import type { OnlineEntry } from '../../models/online-entry.ts';
import type { OnlinePlayers } from '../../models/online-players.ts';
import type { ProxyClients } from '../proxy-clients.ts';
import { Holding } from './holding.ts';
import { ServerLists } from './server-lists.ts';

/** A player whose proxy has not said which server they are on. */
interface Unplaced {
  readonly holding: Holding;
  /** The server whose list was the last to gain them. */
  server: string | null;
}

export interface PlayerLocationsDeps {
  readonly online: OnlinePlayers;
  readonly playerActors: PlayerActors;
  readonly proxyClients: ProxyClients;
  readonly clock: Clock;
}

/**
 * Finds the server of players whose proxy does not know it: a proxy that only passes bytes on, or one that is managed
 * over a protocol without server switches. The agents of the servers list their players. What a proxy itself says of a
 * player's server always counts more. Where players are shown and for whom a server may act are two questions: any list
 * moves what is shown, and gives its server no right over the players of another.
 */
export class PlayerLocations {
  readonly #deps: PlayerLocationsDeps;
  readonly #lists = new ServerLists();
  readonly #unplaced = new Map<Uuid, Unplaced>();

  constructor(deps: PlayerLocationsDeps) {
    this.#deps = deps;
  }

  /**
   * The whole list of one server, taken step by step. A player who switches is on two lists for a moment: the newer entry
   * counts.
   */
  *list(server: string, players: readonly Uuid[]): Iterator<number> {
    const { gone, come } = this.#lists.compare(server, players);
    for (const uuid of gone) {
      this.#lists.remove(server, uuid);
      this.#dropped(uuid, server);
      yield 1;
    }
    for (const uuid of come) {
      const now = this.#deps.clock.elapsed();
      this.#lists.add(server, uuid, now);
      this.#unplaced.get(uuid)?.holding.listed(server, now);
      this.#arrived(uuid, server);
      this.#deps.proxyClients.reportSeen(uuid, server);
      yield 1;
    }
  }

  /** Whether the player is on this server by what their proxy says. */
  isPlacedOn(uuid: Uuid, server: string): boolean {
    return this.#deps.online.get(uuid)?.server === server && !this.#unplaced.has(uuid);
  }

  /**
   * Whether the server may act for the player or on them (docs/channel.md "Whom a server holds"): their proxy has them on it,
   * or, where it does not say, the server holds them by its list.
   */
  isHeldBy(uuid: Uuid, server: string): boolean {
    const unplaced = this.#unplaced.get(uuid);
    if (unplaced === undefined) return this.isPlacedOn(uuid, server);
    return unplaced.holding.holder(this.#deps.clock.elapsed()) === server;
  }

  /** The online players whom the server holds, also those who are shown elsewhere. */
  heldBy(server: string): OnlineEntry[] {
    const { online } = this.#deps;
    const held = Array.from(online.on(server)).filter(({ uuid }) => this.isHeldBy(uuid, server));
    for (const uuid of this.#lists.on(server)) {
      const entry = online.get(uuid);
      if (entry !== undefined && entry.server !== server && this.isHeldBy(uuid, server)) held.push(entry);
    }
    return held;
  }

  /** The player's proxy has said where they are, or says it again. */
  placed(uuid: Uuid): void {
    this.#unplaced.delete(uuid);
  }

  /** A player came online whose proxy does not say where; a server may have listed them before. */
  joined(uuid: Uuid): void {
    const claims = this.#lists.claimsOn(uuid);
    this.#unplaced.set(uuid, { holding: new Holding(claims, this.#deps.clock.elapsed()), server: null });
    const [first] = claims;
    if (first !== undefined) this.#arrived(uuid, first.server);
  }

  left(uuid: Uuid): void {
    this.#unplaced.delete(uuid);
  }

  /** The server's agent is gone or not wanted, and its list with it. */
  forget(server: string): void {
    for (const uuid of this.#lists.forget(server)) this.#dropped(uuid, server);
  }

  #dropped(uuid: Uuid, server: string): void {
    const now = this.#deps.clock.elapsed();
    this.#unplaced.get(uuid)?.holding.dropped(server, now, () => this.#lists.claimsOn(uuid));
  }

  #arrived(uuid: Uuid, server: string): void {
    const unplaced = this.#unplaced.get(uuid);
    if (unplaced === undefined || unplaced.server === server) return;
    unplaced.server = server;
    this.#deps.playerActors.send(uuid, { type: 'presence.switch', server });
  }
}
