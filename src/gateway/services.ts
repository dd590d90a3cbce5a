import type { Network } from '../actors/network.ts';
import type { BanListCache } from './ban-list-cache.ts';
import type { DashboardPage } from './pages/dashboard-page.ts';
import type { DocsPage } from './pages/docs-page.ts';
import type { Encoded } from '../actors/network.ts';
import type { InspectStreams } from './sse/inspect-streams.ts';
import type { LoginService } from './auth/login-service.ts';
import type { Metrics } from './operations/metrics.ts';
import type { Readiness } from './operations/readiness.ts';
import type { SseHub } from './sse/sse-hub.ts';
import type { Tickets } from './auth/tickets.ts';
import type { Tokens } from './auth/tokens.ts';

/** What handlers may use; made once by `openGateway`. */
export interface Services {
  readonly network: Network;
  readonly login: LoginService;
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
