import type { Route } from './route.ts';
import { type AgentServices, agentRoutes } from './routes/agents.ts';
import { type AuthServices, authRoutes } from './routes/auth.ts';
import { type BanServices, banRoutes } from './routes/bans.ts';
import { type DocsServices, docsRoutes } from './routes/docs.ts';
import { type EventServices, eventRoutes } from './routes/events.ts';
import { type InspectServices, inspectRoutes } from './routes/inspect.ts';
import { type OperationServices, operationRoutes } from './routes/operations.ts';
import { type PartyServices, partyRoutes } from './routes/parties.ts';
import { type PlayerServices, playerRoutes } from './routes/players.ts';
import { type ProxyServices, proxyRoutes } from './routes/proxy.ts';
import { type ConnectedProxyServices, connectedProxyRoutes } from './routes/proxies.ts';
import { type ServerServices, serverRoutes } from './routes/servers.ts';
import { type StatusServices, statusRoutes } from './routes/status.ts';

/** What the handlers of all routes need together; made once by `openGateway`. */
export type RouteServices = AuthServices &
  ServerServices &
  PlayerServices &
  BanServices &
  ProxyServices &
  ConnectedProxyServices &
  StatusServices &
  PartyServices &
  AgentServices &
  EventServices &
  InspectServices &
  OperationServices &
  DocsServices;

/** Every route of the gateway, in the order of the API document. */
export const ROUTES: readonly Route<RouteServices>[] = [
  ...authRoutes,
  ...serverRoutes,
  ...playerRoutes,
  ...banRoutes,
  ...proxyRoutes,
  ...connectedProxyRoutes,
  ...statusRoutes,
  ...partyRoutes,
  ...agentRoutes,
  ...eventRoutes,
  ...inspectRoutes,
  ...operationRoutes,
  ...docsRoutes,
];
