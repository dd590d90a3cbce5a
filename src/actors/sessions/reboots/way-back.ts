import type { Uuid } from '../../../domain/uuid.ts';
import type { OnlineEntry } from '../../models/online-entry.ts';
import type { OnlinePlayers } from '../../models/online-players.ts';
import type { BackendClient } from '../../ports.ts';
import type { AgentClients } from '../agent-clients.ts';
import type { PlayerLocations } from '../locations/player-locations.ts';
import type { ProxyClients } from '../proxy-clients.ts';

export interface WayBackDeps {
  readonly online: OnlinePlayers;
  readonly proxyClients: ProxyClients;
  readonly playerLocations: PlayerLocations;
  readonly backendClients: AgentClients<BackendClient>;
  /** What the players read; `{server}` is filled in. Empty: nothing is offered. */
  readonly text: string;
}

/** Players who were on a server when it stopped taking players, or came late: they are offered the way back. */
export class WayBack {
  readonly #deps: WayBackDeps;
  readonly #evacuated = new Map<string, Set<Uuid>>();

  constructor(deps: WayBackDeps) {
    this.#deps = deps;
  }

  /** Notes everybody whom the server holds now, beside those whom it held before. */
  note(server: string): void {
    const evacuated = this.#evacuated.get(server) ?? new Set();
    for (const { uuid } of this.#deps.playerLocations.heldBy(server)) evacuated.add(uuid);
    this.#evacuated.set(server, evacuated);
  }

  /** The server does not come back, or nobody is to be told. */
  forget(server: string): void {
    this.#take(server);
  }

  /** Offers the players who are still online a way back, once. */
  offer(server: string): void {
    const { online, playerLocations, text } = this.#deps;
    const evacuated = this.#take(server);
    if (text === '') return;
    const message = text.replaceAll('{server}', server);
    for (const uuid of evacuated) {
      const entry = online.get(uuid);
      if (entry === undefined) continue;
      const present = playerLocations.holderOf(uuid);
      if ((present ?? entry.server) === server) continue;
      this.#offerOne(entry, present, server, message);
    }
  }

  /** By a click where there is one: in a menu of their present server, or else in a message of their proxy. */
  #offerOne({ uuid, lease }: OnlineEntry, present: string | null, server: string, message: string): void {
    const { backendClients, proxyClients } = this.#deps;
    const backend = present === null ? undefined : backendClients.of(present);
    const proxy = proxyClients.of(lease);
    if (backend?.hasMenus !== true && proxy?.offer !== undefined) proxy.offer(uuid, server, message);
    else if (backend?.offer !== undefined) backend.offer(uuid, server, message);
    else proxy?.sendMessage(uuid, message);
  }

  /** Forgets everybody. */
  clear(): void {
    this.#evacuated.clear();
  }

  #take(server: string): Iterable<Uuid> {
    const evacuated = this.#evacuated.get(server) ?? [];
    this.#evacuated.delete(server);
    return evacuated;
  }
}
