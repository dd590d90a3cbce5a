import type { Route } from './route.ts';
import { authRoutes } from './routes/auth.ts';
import { banRoutes } from './routes/bans.ts';
import { docsRoutes } from './routes/docs.ts';
import { eventRoutes } from './routes/events.ts';
import { inspectRoutes } from './routes/inspect.ts';
import { operationRoutes } from './routes/operations.ts';
import { partyRoutes } from './routes/parties.ts';
import { playerRoutes } from './routes/players.ts';
import { proxyRoutes } from './routes/proxy.ts';
import { serverRoutes } from './routes/servers.ts';

/** Every route of the gateway. */
export const ROUTES: readonly Route[] = [
  ...authRoutes,
  ...serverRoutes,
  ...playerRoutes,
  ...banRoutes,
  ...proxyRoutes,
  ...partyRoutes,
  ...eventRoutes,
  ...inspectRoutes,
  ...operationRoutes,
  ...docsRoutes,
];
