import type { EdgeReplica } from '../replica/edge-replica.ts';
import type { HostRoute, Upstream } from '../routes.ts';

/** An upstream that has a name in the network. */
export interface NamedUpstream extends Upstream {
  readonly name: string;
}

/**
 * How the edge reaches a server by its name, as its own configuration says: by `edge.servers`, else by a route that names it. What
 * a server says of itself is not believed (decision 150): a stolen secret would choose where the edge connects players.
 */
export class ServerUpstreams {
  readonly #byName: ReadonlyMap<string, NamedUpstream>;
  readonly #replica: Pick<EdgeReplica, 'hasServer'>;

  constructor(
    routes: readonly HostRoute[],
    servers: readonly NamedUpstream[],
    replica: Pick<EdgeReplica, 'hasServer'>,
  ) {
    const named = [...servers, ...routes.flatMap(({ upstreams }) => upstreams.filter(isNamed))];
    // The first of a name counts.
    this.#byName = new Map(named.toReversed().map((upstream) => [upstream.name, upstream]));
    this.#replica = replica;
  }

  /** The servers that it has an address of, also those that the network does not have. */
  get names(): string[] {
    return [...this.#byName.keys()];
  }

  /** Null for a server that the edge has no address of, undefined for one that the network does not have. */
  of(server: string): NamedUpstream | null | undefined {
    return this.#replica.hasServer(server) ? (this.#byName.get(server) ?? null) : undefined;
  }
}

function isNamed(upstream: Upstream): upstream is NamedUpstream {
  return upstream.name !== null;
}
