import type { Order } from '../channel/client/agent-client.ts';
import type { MenuServer } from '../channel/protocol/coordinator-messages.ts';
import { PartCollector } from '../channel/protocol/list-parts.ts';

/** More servers than any network has; a coordinator that sends more is not believed. */
const MAX_SERVERS = 100_000;

/** The facts of the network that are not about one server. */
export interface NetworkFacts {
  readonly onlinePlayers: number;
  readonly maxPlayers: number;
  readonly maintenance: boolean;
  /** The one that holds now; may have colours. */
  readonly motd: string;
}

/**
 * The network as the coordinator last told it: what menus and placeholders show, without ever asking. While the link is
 * lost it stays as it was.
 */
export class NetworkReplica {
  readonly #collector = new PartCollector<MenuServer>(MAX_SERVERS);
  readonly #changed: () => void;
  #servers: ReadonlyMap<string, MenuServer> = new Map();
  #facts: NetworkFacts | null = null;

  /** `changed` is called after every change, and must be quick. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Null until the coordinator has told anything. */
  get facts(): NetworkFacts | null {
    return this.#facts;
  }

  server(name: string): MenuServer | undefined {
    return this.#servers.get(name);
  }

  servers(): Iterable<MenuServer> {
    return this.#servers.values();
  }

  /** Takes what concerns it; answers false for an order that is about something else. */
  receive(order: Order): boolean {
    if (order.type === 'network') {
      const whole = this.#collector.add(order, order.servers);
      if (whole === 'waiting' || whole === 'broken') return true;
      this.#take(order, whole);
      return true;
    }
    if (order.type !== 'network.update') return false;
    const servers = new Map(this.#servers);
    for (const server of order.servers) servers.set(server.name, server);
    for (const name of order.removed) servers.delete(name);
    this.#take(order, servers.values());
    return true;
  }

  #take({ onlinePlayers, maxPlayers, maintenance, motd }: NetworkFacts, servers: Iterable<MenuServer>): void {
    this.#facts = { onlinePlayers, maxPlayers, maintenance, motd };
    this.#servers = new Map(Array.from(servers, (server) => [server.name, server]));
    this.#changed();
  }
}
