import { parseServerAddress, type HostAndPort } from '../../server-address.ts';
import type { EdgeReplica } from '../replica/edge-replica.ts';
import type { HostRoute, Upstream } from '../routes.ts';

/**
 * How the edge reaches a server by its name: as a route says, else by the address that the network knows. Servers say their
 * addresses themselves, so one that two of them say, or that a route gives to another one, is nobody's.
 */
export class ServerUpstreams {
  readonly #routed: readonly (Upstream & { readonly name: string })[];
  readonly #replica: Pick<EdgeReplica, 'addressOf' | 'serverOf'>;

  constructor(routes: readonly HostRoute[], replica: Pick<EdgeReplica, 'addressOf' | 'serverOf'>) {
    this.#routed = routes.flatMap(({ upstreams }) =>
      upstreams.flatMap(({ name, ...at }) => (name === null ? [] : [{ name, ...at }])),
    );
    this.#replica = replica;
  }

  /** Null for a server that the edge has no address of, undefined for one that the network does not have. */
  of(server: string): Upstream | null | undefined {
    const address = this.#replica.addressOf(server);
    if (address === undefined) return undefined;
    const routed = this.#routed.find(({ name }) => name === server);
    if (routed !== undefined) return routed;
    const at = address === null ? undefined : parseServerAddress(address);
    return at === undefined || !this.#isOwn(server, at) ? null : { name: server, ...at };
  }

  #isOwn(server: string, { host, port }: HostAndPort): boolean {
    if (this.#routed.some((one) => one.host === host && one.port === port)) return false;
    return this.#replica.serverOf({ name: null, host, port }) === server;
  }
}
