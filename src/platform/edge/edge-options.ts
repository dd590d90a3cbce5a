import type { CoordinatorAccess } from '../../channel/client/agent-client.ts';
import type { RefusalTexts } from '../../domain/admission.ts';
import type { PlatformDeps } from '../platform-deps.ts';
import type { HostAndPort } from '../server-address.ts';
import type { ServerManagement } from '../server-management.ts';
import type { AddressRules } from './limits/address-limits.ts';
import type { ProxyProtocol } from './protocol/proxy-header.ts';
import type { HostRoute } from './routes.ts';
import type { NamedUpstream } from './transfers/server-upstreams.ts';

/** What players read when the edge itself refuses them; text with colours. */
export interface EdgeTexts {
  /** The host has no route. */
  readonly noUpstream: string;
  /** None of the servers of the route answers, or the server did not let the player in in time. */
  readonly unreachable: string;
  /** The coordinator is away, and the edge has no copy of its bans and status. */
  readonly unknown: string;
  /** The name is not a valid player name. */
  readonly invalidName: string;
}

/** The limits of connections, per address and in total. */
export interface EdgeLimits extends AddressRules {
  /** Connections, of all addresses together, that have not sent their greeting. */
  readonly waiting: number;
  /** Connections, of all addresses together, that are admitted and that no server has let in yet. */
  readonly joining: number;
  /** How long a server may take to let an admitted player in, in seconds. */
  readonly loginSeconds: number;
}

/** The configuration of an edge, and its collaborators. */
export interface EdgeOptions extends PlatformDeps {
  /** Of the agent; every edge of a network has its own. */
  readonly name: string;
  readonly version: string;
  readonly coordinator: CoordinatorAccess;
  /** Signs the file of the replica; the secret of the coordinator when left out. */
  readonly snapshotSecret?: string;
  readonly listen: HostAndPort;
  /** Lets several processes listen on one port; the kernel distributes connections among them. */
  readonly sharePort: boolean;
  readonly routes: readonly HostRoute[];
  /** Servers to which players are moved, beside those that routes name. */
  readonly servers: readonly NamedUpstream[];
  readonly proxyProtocol: ProxyProtocol;
  /** Whether the upstreams check accounts (`online`) or make uuids of names (`offline`). */
  readonly identity: 'online' | 'offline';
  /** What happens to logins while the coordinator is away and the edge has no copy of its bans and status. */
  readonly onUnknown: 'allow' | 'deny';
  /** Load balancers whose PROXY header is trusted: addresses or ranges. */
  readonly trustedProxies: readonly string[];
  readonly limits: EdgeLimits;
  readonly texts: EdgeTexts;
  /** What refused players read while the coordinator is away. */
  readonly refusals: RefusalTexts;
  /** The folder of the snapshot of bans and status, and of `server-icon.png`. */
  readonly dataFolder: string;
  /** The connection to a server by which a player is kicked with a message; undefined without one. */
  readonly managementOf: (server: string) => ServerManagement | undefined;
}
