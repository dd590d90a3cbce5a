import type { Uuid } from '../../../domain/uuid.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { PlayerActors } from '../../entities/player-actors.ts';
import type { OnlineEntry } from '../../models/online-entry.ts';
import type { OnlinePlayers } from '../../models/online-players.ts';
import type { ProxyClients } from '../proxy-clients.ts';
import { Holding } from './holding.ts';
import { ServerLists } from './server-lists.ts';

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
  /** The players whose proxy has not said which server they are on. */
  readonly #unplaced = new Map<Uuid, Holding>();

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
      this.#showElsewhere(uuid, server);
      yield 1;
    }
    for (const uuid of come) {
      const now = this.#deps.clock.elapsed();
      this.#lists.add(server, uuid, now);
      this.#unplaced.get(uuid)?.listed(server, now);
      this.#show(uuid, server);
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
    return this.holderOf(uuid) === server;
  }

  /** The server that holds an online player, wherever they are shown; null for none. */
  holderOf(uuid: Uuid): string | null {
    const holding = this.#unplaced.get(uuid);
    if (holding === undefined) return this.#deps.online.get(uuid)?.server ?? null;
    return holding.holder(this.#deps.clock.elapsed());
  }

  /**
   * The servers to ask where something is to be done to an online player: the one that holds them, or, where none does, all
   * that list them. Where they are shown does not count: any list moves that.
   */
  serversOf(uuid: Uuid): string[] {
    const holder = this.holderOf(uuid);
    return holder === null ? this.#lists.claimsOn(uuid).map(({ server }) => server) : [holder];
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
    this.#unplaced.set(uuid, new Holding(claims, this.#deps.clock.elapsed()));
    const [first] = claims;
    if (first !== undefined) this.#show(uuid, first.server);
  }

  /** The player's proxy had said where they are, and does not know it any more: the lists of the servers decide. */
  displaced(uuid: Uuid): void {
    if (this.#unplaced.has(uuid)) return;
    this.#deps.playerActors.send(uuid, { type: 'presence.switch', server: null });
    this.joined(uuid);
  }

  left(uuid: Uuid): void {
    this.#unplaced.delete(uuid);
  }

  /**
   * The server's agent is gone or not wanted, and its list with it. It holds nobody from now on; where else its players are
   * shown is what is left to do, step by step.
   */
  forget(server: string): Iterator<number> {
    const gone = Array.from(this.#lists.forget(server));
    for (const uuid of gone) this.#dropped(uuid, server);
    return this.#showAllElsewhere(gone, server);
  }

  #dropped(uuid: Uuid, server: string): void {
    const now = this.#deps.clock.elapsed();
    this.#unplaced.get(uuid)?.dropped(server, now, () => this.#lists.claimsOn(uuid));
  }

  *#showAllElsewhere(uuids: readonly Uuid[], server: string): Iterator<number> {
    for (const uuid of uuids) {
      // A newer process of the server may list them by now.
      if (!this.#lists.has(server, uuid)) this.#showElsewhere(uuid, server);
      yield 1;
    }
  }

  /** Who is shown on a server that lets them go is shown where they are held, or else on the last that began to list them. */
  #showElsewhere(uuid: Uuid, server: string): void {
    if (!this.#unplaced.has(uuid) || this.#deps.online.get(uuid)?.server !== server) return;
    const next = this.holderOf(uuid) ?? this.#newestOn(uuid);
    if (next !== undefined) this.#show(uuid, next);
  }

  #newestOn(uuid: Uuid): string | undefined {
    const [newest] = this.#lists.claimsOn(uuid).toSorted((a, b) => b.began - a.began);
    return newest?.server;
  }

  #show(uuid: Uuid, server: string): void {
    if (!this.#unplaced.has(uuid) || this.#deps.online.get(uuid)?.server === server) return;
    this.#deps.playerActors.send(uuid, { type: 'presence.switch', server });
  }
}
