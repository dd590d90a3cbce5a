import { App, type TemplatedApp } from 'uWebSockets.js';
import type { Network } from '../actors/network.ts';
import type { Random } from '../runtime/backoff.ts';
import type { Clock } from '../runtime/clock.ts';
import { ConnectionFaults } from '../runtime/faults/connection-faults.ts';
import type { Logger } from '../runtime/logger.ts';
import type { Storage } from '../actors/ports.ts';
import { Authenticator } from './auth/authenticator.ts';
import { BanListCache } from './ban-list-cache.ts';
import { readAddressesVia } from './http/client-address.ts';
import { Compressor } from './compressor.ts';
import { Cors } from './http/cors.ts';
import { attachRoute } from './dispatch.ts';
import type { RequestDeps } from './exchange.ts';
import { AgentJar } from './pages/agent-jar.ts';
import { DashboardPage } from './pages/dashboard-page.ts';
import { DocsPage } from './pages/docs-page.ts';
import { encodeOpenApi } from './openapi.ts';
import { attachFallback } from './fallback.ts';
import { InspectStreams } from './sse/inspect-streams.ts';
import { type Listening, listenOn } from './listen.ts';
import { OpenConnections } from './open-connections.ts';
import { LoginService } from './auth/login-service.ts';
import { KnownBlocks } from './auth/known-blocks.ts';
import { LinkedBlocks } from './auth/linked-blocks.ts';
import { SessionCookie } from './auth/session-cookie.ts';
import { ReadingPace } from './crowd/reading-pace.ts';
import { verifyPassword } from './auth/password.ts';
import { Metrics } from './operations/metrics.ts';
import { Readiness } from './operations/readiness.ts';
import { addressBlock, isLoopbackIp } from '../runtime/ip-address.ts';
import { RequestLog } from './operations/request-log.ts';
import { RequestTurns } from './http/request-turns.ts';
import { RouteFigures } from './operations/request-figures.ts';
import { ROUTES, type RouteServices } from './route-table.ts';
import { SseHub } from './sse/sse-hub.ts';
import { Turns } from './http/send-pieces.ts';
import { Tickets } from './auth/tickets.ts';
import { Tokens } from './auth/tokens.ts';

export interface GatewayOptions {
  readonly network: Network;
  readonly storage: Pick<Storage, 'now' | 'state' | 'tokens' | 'loginBlocks' | 'agentBlocks'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** `Math.random` when left out. */
  readonly random?: Random;
  /** Port 0 takes a free one. */
  readonly listen: { readonly host: string; readonly port: number };
  readonly auth: {
    /** As `hashPassword` makes it. */
    readonly passwordHash: string;
    readonly apiKey: string;
    /** At least 32 random bytes. */
    readonly signingKey: Uint8Array;
  };
  /** Addresses and CIDR blocks whose `X-Forwarded-For` counts. */
  readonly trustedProxies: readonly string[];
  /** Origins whose pages may call; empty for none. */
  readonly corsOrigins: readonly string[];
  readonly version: string;
  /** IANA name; `UTC` when left out. */
  readonly timezone?: string;
  /** Whether `?format=stately` works; off when left out. */
  readonly statelyInspector?: boolean;
  /** The folder of the built dashboard; `dist/dashboard` of this package when left out. */
  readonly dashboardFolder?: string;
  /** The file of the agent for proxies; `agents/dist/portcullis-proxy.jar` of this package when left out. */
  readonly agentJar?: string;
  /**
   * Called before the gateway listens; the channel attaches `GET /channel` here, and calls `upgraded` for each connection
   * that becomes a WebSocket, with the address of its client and the name of the agent whose own secret opened it.
   */
  readonly mount?: (app: TemplatedApp, upgraded: (address: string, agent?: string) => void) => void;
  /** HTTP connections at once; three quarters of the files that the process may open when left out. */
  readonly maxConnections?: number;
}

export interface Gateway {
  readonly port: number;
  /** For the log and the operator: `http://host:port`. */
  readonly address: string;
  /** Stops accepting, finishes requests under way, ends streams with a `retry`, drops the rest; within 10 s. */
  close(): Promise<void>;
}

const FINISH_MS = 8000;
const FINISH_POLL_MS = 20;

/** Opens the HTTP side of the coordinator. Rejects with a sentence for the operator when it cannot listen. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { network, clock, logger, listen, auth, random = Math.random } = options;
  const tokens = await Tokens.open({ ...auth, store: options.storage.tokens, clock });
  const blocks = { signingKey: auth.signingKey, clock, logger, random };
  const known = await KnownBlocks.open({ ...blocks, of: 'logins', store: options.storage.loginBlocks });
  const agents = await KnownBlocks.open({ ...blocks, of: 'agents', store: options.storage.agentBlocks });
  const linked = new LinkedBlocks(agents, clock);
  const tickets = new Tickets(clock);
  const sessionCookie = new SessionCookie(auth.signingKey);
  const faults = new ConnectionFaults('gateway', options);
  const streams = new SseHub({ events: network.events, clock, logger, faults });
  const actorStreams = new InspectStreams(clock, faults);
  const dashboard = new DashboardPage(options.dashboardFolder);
  const agentJar = new AgentJar(options.agentJar);
  const routes = ROUTES.map((route) => ({ route, figures: new RouteFigures(route.method, route.path) }));
  const otherFigures = new RouteFigures('other', 'other');
  const addresses = readAddressesVia(options.trustedProxies);
  const connections = new OpenConnections({
    clock,
    logger,
    trusts: (address) => addresses.trusts(address),
    knownAs: (block) => (known.has(block) ? 'login' : agents.has(block) ? 'agent' : undefined),
    limit: options.maxConnections,
  });
  const services: RouteServices = {
    network,
    login: new LoginService({
      check: (password) => verifyPassword(password, auth.passwordHash),
      apiKey: auth.apiKey,
      tokens,
      origins: new Set(options.corsOrigins),
      known,
      clock,
      random,
    }),
    tokens,
    tickets,
    sessionCookie,
    streams,
    actorStreams,
    statelyInspector: options.statelyInspector === true,
    banLists: new BanListCache(network.bans),
    readiness: new Readiness(options.storage, clock, options.mount !== undefined),
    metrics: new Metrics({
      clock,
      network,
      routes: [...routes.map(({ figures }) => figures), otherFigures],
      streams: () => streams.figures,
      connections: () => connections.open,
    }),
    docs: new DocsPage(),
    dashboard,
    openApi: encodeOpenApi(options.version),
    version: options.version,
    timezone: options.timezone ?? 'UTC',
  };
  const deps: RequestDeps = {
    connections,
    pace: new ReadingPace(clock, connections),
    authenticator: new Authenticator(auth.apiKey, tokens, tickets),
    sessionCookie,
    addresses,
    cors: new Cors(options.corsOrigins),
    clock,
    logger,
    faults,
    compressor: new Compressor(clock),
    requestLog: new RequestLog(clock, logger),
    onLoopback: listen.host === 'localhost' || isLoopbackIp(listen.host),
    turns: new Turns(),
    requestTurns: new RequestTurns(clock, faults),
    inFlight: new Set(),
  };
  const app = App();
  connections.attach(app, faults);
  for (const { route, figures } of routes) attachRoute(app, route, services, figures, deps);
  attachFallback(app, ROUTES, otherFigures, { ...deps, agentJar, dashboard });
  options.mount?.(app, (address, agent) => {
    connections.upgraded();
    if (agent !== undefined) linked.add(addressBlock(address), agent);
  });
  try {
    const listening = await listenOn(app, listen);
    const { port } = listening;
    let closing: Promise<void> | undefined;
    return {
      port,
      address: `http://${listen.host.includes(':') ? `[${listen.host}]` : listen.host}:${port}`,
      close() {
        connections.close();
        closing ??= closeGateway(listening, deps, [streams, actorStreams, known, agents]);
        return closing;
      },
    };
  } catch (error) {
    await streams.close();
    throw error;
  }
}

async function closeGateway(
  listening: Listening,
  deps: RequestDeps,
  closed: readonly { close(): Promise<void> }[],
): Promise<void> {
  listening.stopAccepting();
  deps.requestLog.close();
  deps.faults.close();
  await Promise.all([...closed.map((part) => part.close()), finished(deps)]);
  listening.close();
}

/** Resolves when no request is under way, or after 8 s. */
async function finished({ inFlight, requestTurns, clock }: RequestDeps): Promise<void> {
  const deadline = clock.elapsed() + FINISH_MS;
  while (inFlight.size + requestTurns.waiting > 0 && clock.elapsed() < deadline) {
    await new Promise<void>((resolve) => clock.setTimeout(resolve, FINISH_POLL_MS));
  }
}
