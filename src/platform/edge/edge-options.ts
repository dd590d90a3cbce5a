import type { Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { RefusalTexts } from '../../domain/admission.ts';
import type { ServerManagement } from '../server-management.ts';
import type { AddressRules } from './limits/address-limits.ts';
import type { ProxyProtocol } from './protocol/proxy-header.ts';
import type { HostRoute } from './routes.ts';

/** What players read who get no further than the edge; text with colours. */
export interface EdgeTexts {
  /** No route leads anywhere. */
  readonly noUpstream: string;
  /** None of the servers of the route answers. */
  readonly unreachable: string;
  /** The coordinator is away, and nothing of it is remembered. */
  readonly unknown: string;
  /** A name that no player can have. */
  readonly invalidName: string;
}

export interface EdgeLimits extends AddressRules {
  /** Connections, of all addresses together, that have not said what they want. */
  readonly waiting: number;
}

/** Everything an edge is told when it opens. */
export interface EdgeOptions {
  /** Of the agent; every edge of a network has its own. */
  readonly name: string;
  readonly version: string;
  readonly coordinator: { readonly url: string; readonly secret: string };
  readonly listen: { readonly host: string; readonly port: number };
  /** Lets several processes listen on one port; the kernel shares connections out among them. */
  readonly sharePort: boolean;
  readonly routes: readonly HostRoute[];
  readonly proxyProtocol: ProxyProtocol;
  /** Whether the servers behind check accounts (`online`) or make uuids of names (`offline`). */
  readonly identity: 'online' | 'offline';
  readonly onUnknown: 'allow' | 'deny';
  /** Load balancers whose PROXY header is believed: addresses or ranges. */
  readonly trustedProxies: readonly string[];
  readonly limits: EdgeLimits;
  readonly texts: EdgeTexts;
  /** What refused players read while the coordinator is away. */
  readonly refusals: RefusalTexts;
  /** Where the last bans and status are kept, and where `server-icon.png` may lie. */
  readonly dataFolder: string;
  /** How a server is told to send a player away with words. */
  readonly managementOf: (server: string) => ServerManagement | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}
