import type { Uuid } from '../../domain/uuid.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { BackendClient } from '../ports.ts';
import type { AgentClients } from '../sessions/agent-clients.ts';
import type { PlayerLocations } from '../sessions/locations/player-locations.ts';
import type { ProxyClients } from '../sessions/proxy-clients.ts';

export interface AnnouncementsDeps {
  readonly online: OnlinePlayers;
  readonly proxyClients: ProxyClients;
  readonly backendClients: AgentClients<BackendClient>;
  readonly playerLocations: Pick<PlayerLocations, 'holderOf'>;
}

/** What is said to many players at once. */
export class Announcements {
  readonly #deps: AnnouncementsDeps;

  constructor(deps: AnnouncementsDeps) {
    this.#deps = deps;
  }

  /** To the players of a server that is about to restart: in the chat by its agent, above their items by their proxies. */
  countdown(server: string, message: string): void {
    const { backendClients, proxyClients } = this.#deps;
    backendClients.of(server)?.announce(server, message);
    for (const client of proxyClients.values()) client.show?.({ server }, message, 'action-bar');
  }

  /**
   * To everybody, in the chat. Where a proxy cannot speak to many, and an edge to nobody, the servers of its players say it;
   * whoever else is on such a server hears it there, and not by their proxy again.
   */
  alert(message: string): void {
    const { backendClients, proxyClients } = this.#deps;
    const servers = new Set<string>();
    for (const { uuid, lease } of this.#deps.online.values()) {
      const proxy = proxyClients.of(lease);
      if (proxy?.show !== undefined) continue;
      const server = this.#talkingServerOf(uuid);
      if (server === null) proxy?.sendMessage(uuid, message);
      else servers.add(server);
    }
    for (const server of servers) backendClients.of(server)?.announce(server, message);
    const others = this.#playersElsewhere(servers);
    for (const lease of proxyClients.keys()) {
      const proxy = proxyClients.of(lease);
      const some = others.get(lease);
      if (some === undefined) proxy?.show?.('everybody', message, 'chat');
      else for (const uuid of some) proxy?.show?.({ uuid }, message, 'chat');
    }
  }

  /** Of proxies with somebody on one of these servers: those of their players who are on none. */
  #playersElsewhere(servers: ReadonlySet<string>): ReadonlyMap<string, readonly Uuid[]> {
    const elsewhere = new Map<string, Uuid[]>();
    if (servers.size === 0) return elsewhere;
    const mixed = new Set<string>();
    for (const { uuid, lease } of this.#deps.online.values()) {
      const server = this.#talkingServerOf(uuid);
      if (server !== null && servers.has(server)) mixed.add(lease);
      else push(elsewhere, lease, uuid);
    }
    return new Map(Array.from(mixed, (lease) => [lease, elsewhere.get(lease) ?? []]));
  }

  /** The server that holds the player, where its agent is connected. */
  #talkingServerOf(uuid: Uuid): string | null {
    const { playerLocations, backendClients } = this.#deps;
    const server = playerLocations.holderOf(uuid);
    return server !== null && backendClients.of(server) !== undefined ? server : null;
  }
}

function push(lists: Map<string, Uuid[]>, key: string, uuid: Uuid): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [uuid]);
  else list.push(uuid);
}
