import type { HttpRequest, HttpResponse, TemplatedApp } from 'uWebSockets.js';
import type { Clock } from '../runtime/clock.ts';
import type { ConnectionFaults } from '../runtime/faults/connection-faults.ts';
import type { Logger } from '../runtime/logger.ts';
import { AppError } from '../domain/errors.ts';
import type { Answer } from './http/answer.ts';
import type { AddressReader } from './http/client-address.ts';
import { acceptedEncodings } from './http/content-encoding.ts';
import type { Cors } from './http/cors.ts';
import type { AgentJar } from './pages/agent-jar.ts';
import type { DashboardPage } from './pages/dashboard-page.ts';
import { crowdedAnswer } from './crowd/crowded-answer.ts';
import type { ReadingPace } from './crowd/reading-pace.ts';
import type { OpenConnections } from './open-connections.ts';
import { problem } from './http/problem.ts';
import { announcedLength, refusalOfLength, tooLarge } from './http/request-body.ts';
import type { RouteFigures } from './operations/request-figures.ts';
import type { RequestTurns } from './http/request-turns.ts';
import { type AnswerFrame, respond } from './http/respond.ts';
import type { RouteDescription } from './route.ts';
import { closingFrame, dropBody } from './untaken-body.ts';

/** No name in a path is so long, however it is encoded; each pattern reads a longer one twice. */
const MAX_PATH = 1024;

/** What the fallback needs besides the routes. */
export interface FallbackDeps {
  readonly addresses: Pick<AddressReader, 'hasProxies'>;
  readonly agentJar: AgentJar;
  readonly clock: Clock;
  readonly cors: Cors;
  readonly dashboard: DashboardPage;
  readonly logger: Logger;
  readonly faults: ConnectionFaults;
  readonly requestTurns: RequestTurns;
  readonly connections: Pick<OpenConnections, 'isCrowded' | 'mayKeep' | 'mayTakeLong'>;
  readonly pace: ReadingPace;
}

/** Answers what no route handles: pages of the dashboard, the agent for proxies, 404, 405 with `Allow`, and preflights of configured origins. */
export function attachFallback(
  app: TemplatedApp,
  routes: readonly RouteDescription[],
  figures: RouteFigures,
  {
    addresses,
    agentJar,
    clock,
    cors,
    dashboard,
    logger,
    faults,
    requestTurns,
    connections,
    pace,
  }: FallbackDeps,
): void {
  const paths = pathsOf(routes);
  const serve = (res: HttpResponse, req: HttpRequest): void => {
    const method = req.getMethod().toUpperCase();
    const asked: Asked = {
      method,
      url: req.getUrl(),
      origin: req.getHeader('origin'),
      requestedMethod: req.getHeader('access-control-request-method'),
    };
    const accept = req.getHeader('accept');
    const ifNoneMatch = req.getHeader('if-none-match');
    const acceptEncoding = req.getHeader('accept-encoding');
    const announced = announcedLength(req);
    const refusal = refusalOfLength(req, announced, 0, addresses.hasProxies);
    const write = (why = refusal) => {
      const head = method === 'HEAD';
      const isRead = head || method === 'GET';
      const page = isRead ? (agentJar.at(asked.url) ?? dashboard.at(asked.url, accept)) : undefined;
      const answer =
        page === undefined || why === undefined
          ? (page ?? answerTo(asked, paths, why === undefined ? cors : undefined))
          : problem(why);
      const asking: AnswerFrame = {
        head,
        ifNoneMatch,
        cors: cors.headersFor(asked.origin),
        encodings: acceptedEncodings(acceptEncoding),
        closesNow: refusal !== undefined,
      };
      const isLate = why !== undefined && refusal === undefined;
      const frame = isLate ? closingFrame({ clock, connections }, asking) : asking;
      const status = connections.isCrowded
        ? respond(res, ...crowdedAnswer(res, answer, frame, connections), faults, pace)
        : respond(res, answer, frame, faults, pace);
      figures.count(status, 0);
      logger.debug({ event: 'http.request', method, status });
    };
    const answer = () => requestTurns.answer(res, () => write());
    if (refusal !== undefined) requestTurns.answerNow(res, () => write());
    else if (announced > 0)
      dropBody(res, { clock, faults, connections }, { come: answer, isLate: () => write(tooLarge(0)) });
    else answer();
  };
  app.any(
    '/*',
    faults.guard((res) => res.close(), serve),
  );
}

/** What decides the answer where no page is; read before the request may have to wait for its turn. */
interface Asked {
  readonly method: string;
  readonly url: string;
  readonly origin: string;
  /** Of a preflight. */
  readonly requestedMethod: string;
}

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

function pathsOf(routes: readonly RouteDescription[]): KnownPath[] {
  const methods = new Map<string, string[]>();
  for (const { path, method } of routes) {
    const known = methods.get(path) ?? [];
    known.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]));
    methods.set(path, known);
  }
  // Fixed paths first, as in the router: `/api/players/all` is not a player.
  return [...methods]
    .sort(([a], [b]) => a.split('{').length - b.split('{').length)
    .map(([path, allowed]) => ({
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
      methods: allowed,
    }));
}

/** Without `cors` it answers no preflight. */
function answerTo(asked: Asked, paths: readonly KnownPath[], cors: Cors | undefined): Answer {
  const { method, url, origin, requestedMethod } = asked;
  const known = url.length > MAX_PATH ? undefined : paths.find(({ pattern }) => pattern.test(url));
  if (known === undefined) return problem(new AppError('route_not_found'));
  const preflight =
    method === 'OPTIONS' ? cors?.preflightFor(origin, requestedMethod, known.methods) : undefined;
  if (preflight !== undefined) return { status: 204, type: '', body: '', headers: preflight };
  const detail = `This path has the methods ${known.methods.join(', ')}`;
  return problem(new AppError('method_not_allowed', detail, { allow: known.methods }));
}
