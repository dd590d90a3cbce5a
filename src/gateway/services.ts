import type { Network } from '../actors/network.ts';
import type { BanListCache } from './ban-list-cache.ts';
import type { DashboardPage } from './dashboard-page.ts';
import type { DocsPage } from './docs-page.ts';
import type { Encoded } from '../actors/network.ts';
import type { InspectStreams } from './inspect-streams.ts';
import type { LoginDesk } from './login-desk.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';
import type { SseHub } from './sse-hub.ts';
import type { Tickets } from './tickets.ts';
import type { Tokens } from './tokens.ts';

/** What handlers may use; made once by `openGateway`. */
export interface Services {
  readonly network: Network;
  readonly login: LoginDesk;
  readonly tokens: Tokens;
  readonly tickets: Tickets;
  readonly streams: SseHub;
  readonly looks: InspectStreams;
  /** Whether actors may be shown in the words of Stately's inspector. */
  readonly statelyInspector: boolean;
  readonly banLists: BanListCache;
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  readonly docs: DocsPage;
  readonly dashboard: DashboardPage;
  readonly openApi: Encoded;
  readonly version: string;
  readonly timezone: string;
}
