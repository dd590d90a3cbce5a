/** A server or proxy that the edge forwards players to. */
export interface Upstream {
  /** Its name in the network; null where the route gives only an address. */
  readonly name: string | null;
  readonly host: string;
  readonly port: number;
}

/** The upstreams of a host that players type: `play.example.net`, `*.example.net` for all below it, or `*` for any. */
export interface HostRoute {
  readonly host: string;
  /** In the order in which they are tried. */
  readonly upstreams: readonly Upstream[];
}

/**
 * Finds the upstreams of the host that a player typed: the host's own, else the longest `*.` that covers it, else `*`.
 */
export class RouteTable {
  readonly #byHost: ReadonlyMap<string, readonly Upstream[]>;

  constructor(routes: readonly HostRoute[]) {
    this.#byHost = new Map(routes.map(({ host, upstreams }) => [host.toLowerCase(), upstreams]));
  }

  /** Empty when no route covers the host. */
  upstreamsOf(host: string): readonly Upstream[] {
    const exact = this.#byHost.get(host);
    if (exact !== undefined) return exact;
    for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
      const covering = this.#byHost.get(`*${host.slice(dot)}`);
      if (covering !== undefined) return covering;
    }
    return this.#byHost.get('*') ?? [];
  }
}
