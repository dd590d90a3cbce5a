import type { Order } from '../channel/client/agent-client.ts';
import type { MenuServer } from '../channel/protocol/coordinator-messages.ts';
import { PartCollector } from '../channel/protocol/list-parts.ts';

/** More servers than any network has; a list with more is ignored. */
const MAX_SERVERS = 100_000;
/** Kept, because making one for each comparison takes two hundred times as long as comparing. */
const COLLATOR = new Intl.Collator('en', { numeric: true });

/** The facts of the network that are not about one server. */
export interface NetworkFacts {
  readonly onlinePlayers: number;
  readonly maxPlayers: number;
  readonly maintenance: boolean;
  /** The MOTD that is shown now; may have colours. */
  readonly motd: string;
}

/**
 * The network as the coordinator last sent it, from which menus and placeholders are filled without a request. It stays
 * as it was while the connection is lost.
 */
export class NetworkReplica {
  readonly #collector = new PartCollector<MenuServer>(MAX_SERVERS);
  readonly #onChange: () => void;
  #servers: ReadonlyMap<string, MenuServer> = new Map();
  /** Sorted when it is first asked for after a change: of a busy network every open menu is drawn several times a second. */
  #sorted: readonly MenuServer[] | null = null;
  #facts: NetworkFacts | null = null;

  /** `onChange` is called after every change, and must return quickly. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Null until the coordinator has sent the network. */
  get facts(): NetworkFacts | null {
    return this.#facts;
  }

  server(name: string): MenuServer | undefined {
    return this.#servers.get(name);
  }

  /** Sorted by name, `Lobby2` before `Lobby10`. */
  servers(): readonly MenuServer[] {
    this.#sorted ??= [...this.#servers.values()].sort((a, b) => compareNames(a.name, b.name));
    return this.#sorted;
  }

  /** Applies an order about the network; returns false for any other order. */
  receive(order: Order): boolean {
    if (order.type === 'network') {
      const whole = this.#collector.add(order, order.servers);
      if (whole === 'waiting' || whole === 'broken') return true;
      this.#replace(order, whole);
      return true;
    }
    if (order.type !== 'network.update') return false;
    const servers = new Map(this.#servers);
    for (const server of order.servers) servers.set(server.name, server);
    for (const name of order.removed) servers.delete(name);
    this.#replace(order, servers.values());
    return true;
  }

  #replace(
    { onlinePlayers, maxPlayers, maintenance, motd }: NetworkFacts,
    servers: Iterable<MenuServer>,
  ): void {
    this.#facts = { onlinePlayers, maxPlayers, maintenance, motd };
    this.#servers = new Map(Array.from(servers, (server) => [server.name, server]));
    this.#sorted = null;
    this.#onChange();
  }
}

function compareNames(one: string, other: string): number {
  return COLLATOR.compare(one, other) || (one < other ? -1 : 1);
}
