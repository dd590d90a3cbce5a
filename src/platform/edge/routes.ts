/** A server or proxy that players are passed on to. */
export interface Upstream {
  /** The name of the server, where it has one in the network; null for one that is only an address. */
  readonly name: string | null;
  readonly host: string;
  readonly port: number;
}

/** Where players go who typed this host: `play.example.net`, `*.example.net` for all below it, or `*` for any. */
export interface HostRoute {
  readonly host: string;
  /** In the order in which they are tried. */
  readonly upstreams: readonly Upstream[];
}

/** Finds the way by the host a player typed: the host itself, else the longest `*.` that covers it, else `*`. */
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
