import type { Uuid } from '../../../domain/uuid.ts';
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

  /** Offers the players who are still online a way back, once: by a click where their present server has menus. */
  offer(server: string): void {
    const { online, backendClients, playerLocations, proxyClients, text } = this.#deps;
    const evacuated = this.#take(server);
    if (text === '') return;
    const message = text.replaceAll('{server}', server);
    for (const uuid of evacuated) {
      const entry = online.get(uuid);
      if (entry === undefined) continue;
      const present = playerLocations.holderOf(uuid);
      if ((present ?? entry.server) === server) continue;
      const client = present === null ? undefined : backendClients.of(present);
      if (client?.offer === undefined) proxyClients.of(entry.lease)?.sendMessage(uuid, message);
      else client.offer(uuid, server, message);
    }
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
