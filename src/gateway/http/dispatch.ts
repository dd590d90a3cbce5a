import type { HttpRequest, HttpResponse, TemplatedApp } from 'uWebSockets.js';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { Access } from '../auth/access.ts';
import type { Answer, StreamAnswer } from './answer.ts';
import { type AddressReader, plainAddress } from './client-address.ts';
import type { Cors } from './cors.ts';
import { type Identity, NOBODY } from '../auth/identity.ts';
import { asAppError, problem } from './problem.ts';
import { type BodyHeaders, type IncomingBody, readJsonBody } from './request-body.ts';
import type { RouteFigures } from '../operations/request-figures.ts';
import { type AnswerFrame, respond, respondWithStream } from './respond.ts';
import { type Given, nothing, type Route } from '../route.ts';
import type { Services } from '../services.ts';

/** What serving a request takes besides the services of its handler. */
export interface GatewayContext {
  readonly services: Services;
  readonly access: Access;
  readonly addresses: AddressReader;
  readonly cors: Cors;
  readonly clock: Clock;
  readonly logger: Logger;
  /** `/metrics` is open to who reaches a loopback address directly. */
  readonly onLoopback: boolean;
  /** Requests that wait for something; `close` waits for them. */
  readonly inFlight: Set<Exchange>;
}

/** One request under way. */
export interface Exchange {
  readonly res: HttpResponse;
  readonly route: Route;
  readonly figures: RouteFigures;
  readonly frame: AnswerFrame;
  /** When it began to wait for something; 0 as long as it did not. */
  waitedSince: number;
  /** Of a change, for the log; empty for reads, which are too many. */
  readonly url: string;
  readonly address: string;
  /** The caller is gone, or answered: `res` must not be touched. */
  over: boolean;
}

const NO_CORS: AnswerFrame = { head: false, ifNoneMatch: '', cors: [] };

/** Hangs a route into the router of uWS, a GET as HEAD too. */
export function attachRoute(
  app: TemplatedApp,
  route: Route,
  figures: RouteFigures,
  context: GatewayContext,
): void {
  const pattern = route.path.replace(/\{(\w+)\}/g, ':$1');
  const serve = serverOf(route, figures, context);
  const plain = (res: HttpResponse, req: HttpRequest) => serve(res, req, false);
  if (route.method === 'POST') app.post(pattern, plain);
  else if (route.method === 'PUT') app.put(pattern, plain);
  else if (route.method === 'DELETE') app.del(pattern, plain);
  else app.get(pattern, plain).head(pattern, (res, req) => serve(res, req, true));
}

/**
 * Serves one route. Everything is read off the request before the first await, after which uWS has taken it back; what
 * can be answered at once is, without a promise.
 */
function serverOf(route: Route, figures: RouteFigures, context: GatewayContext) {
  const paramCount = route.path.split('{').length - 1;
  const hasQuery = route.query !== nothing;
  const hasBody = route.body !== nothing;
  const isStream = route.access === 'stream';
  const isRead = route.method === 'GET';

  return (res: HttpResponse, req: HttpRequest, head: boolean): void => {
    const exchange: Exchange = {
      res,
      route,
      figures,
      frame: frameOf(req, head, context.cors),
      waitedSince: 0,
      url: isRead ? '' : req.getUrl(),
      address: isRead ? '' : addressOf(res, req, context.addresses),
      over: false,
    };
    try {
      const query = hasQuery || isStream ? (req.getQuery() ?? '') : '';
      const identity = identify(route, req, query, context);
      const waits = hasBody || identity instanceof Promise;
      const given: Given = {
        params: paramCount === 0 ? [] : paramsOf(req, paramCount),
        query,
        body: undefined,
        identity: waits ? NOBODY : identity,
        address: exchange.address,
        lastEventId: isStream ? req.getHeader('last-event-id') : '',
      };
      if (waits) {
        const body = hasBody ? readJsonBody(res, bodyHeadersOf(req), context.clock) : undefined;
        finishLater(exchange, answerLater(route, given, identity, body, context), context, body);
        return;
      }
      const answer = route.run(given, context.services);
      if (answer instanceof Promise) finishLater(exchange, settle(answer, identity), context);
      else finish(exchange, answer, identity, context);
    } catch (error) {
      fail(exchange, error, context);
    }
  };
}

function frameOf(req: HttpRequest, head: boolean, cors: Cors): AnswerFrame {
  const ifNoneMatch = req.getHeader('if-none-match');
  if (!head && ifNoneMatch === '' && !cors.enabled) return NO_CORS;
  return { head, ifNoneMatch, cors: cors.enabled ? cors.headersFor(req.getHeader('origin')) : [] };
}

function paramsOf(req: HttpRequest, count: number): string[] {
  return Array.from({ length: count }, (_, place) => req.getParameter(place) ?? '');
}

function bodyHeadersOf(req: HttpRequest): BodyHeaders {
  return {
    contentType: req.getHeader('content-type'),
    contentLength: req.getHeader('content-length'),
    transferEncoding: req.getHeader('transfer-encoding'),
  };
}

/** The client's address; only a trusted proxy's word is asked, all its header lines of it. */
export function addressOf(res: HttpResponse, req: HttpRequest, addresses: AddressReader): string {
  const written = Buffer.from(res.getRemoteAddressAsText()).toString();
  const peer = plainAddress(written) ?? written;
  if (!addresses.trusts(peer)) return peer;
  const lines: string[] = [];
  // getHeader gives the first line only; a proxy that adds a line of its own puts it after the client's invention.
  req.forEach((name, value) => {
    if (name === 'x-forwarded-for') lines.push(value);
  });
  return addresses.clientOf(peer, lines.join(','));
}

function identify(
  route: Route,
  req: HttpRequest,
  query: string,
  context: GatewayContext,
): Identity | Promise<Identity> {
  if (route.access === 'public') return NOBODY;
  const authorization = req.getHeader('authorization');
  if (route.access === 'token') return context.access.identify(authorization);
  if (route.access === 'operator') {
    // What a reverse proxy on this machine passes on comes from loopback too, but from anywhere in truth.
    const isLocal = context.onLoopback && req.getHeader('x-forwarded-for') === '';
    return isLocal ? NOBODY : context.access.identifyOperator(authorization);
  }
  const token = query.includes('token=') ? (new URLSearchParams(query).get('token') ?? '') : '';
  return context.access.identifyReader(authorization, token);
}

type Outcome = readonly [Answer | StreamAnswer, Identity];

/** Who calls is settled before the body is judged, so that strangers learn nothing from it. */
async function answerLater(
  route: Route,
  given: Given,
  asked: Identity | Promise<Identity>,
  body: IncomingBody | undefined,
  { services }: GatewayContext,
): Promise<Outcome> {
  // Its refusal is met below, or of no interest when the caller is refused first.
  body?.json.catch(() => undefined);
  const identity = await asked;
  const value = await body?.json;
  return [await route.run({ ...given, identity, body: value }, services), identity];
}

async function settle(answer: Promise<Answer | StreamAnswer>, identity: Identity): Promise<Outcome> {
  return [await answer, identity];
}

function finishLater(
  exchange: Exchange,
  outcome: Promise<Outcome>,
  context: GatewayContext,
  body?: IncomingBody,
): void {
  exchange.waitedSince = performance.now();
  exchange.res.onAborted(() => {
    exchange.over = true;
    body?.abandon();
    context.inFlight.delete(exchange);
  });
  context.inFlight.add(exchange);
  outcome
    .then(
      ([answer, identity]) => corked(exchange, () => finish(exchange, answer, identity, context)),
      (error: unknown) => corked(exchange, () => fail(exchange, error, context)),
    )
    .finally(() => {
      body?.abandon();
      context.inFlight.delete(exchange);
    })
    .catch((error: unknown) =>
      context.logger.error({ event: 'http.broken', path: exchange.route.path, err: error }),
    );
}

/** After an await; a caller who has gone meanwhile gets nothing. */
function corked(exchange: Exchange, write: () => void): void {
  if (!exchange.over) exchange.res.cork(write);
}

/** Writes the answer. Uncorked: inside the handler uWS has corked `res` itself, and doing it again costs. */
function finish(
  exchange: Exchange,
  answer: Answer | StreamAnswer,
  identity: Identity,
  context: GatewayContext,
): void {
  exchange.over = true;
  const { res, frame } = exchange;
  let status = 200;
  if ('stream' in answer) {
    respondWithStream(res, frame);
    if (!frame.head) answer.stream(res, identity);
  } else {
    status = respond(res, answer, frame);
  }
  record(exchange, status, context);
}

function fail(exchange: Exchange, thrown: unknown, context: GatewayContext): void {
  const error = asAppError(thrown);
  const { cause } = error.facts;
  const { path } = exchange.route;
  if (error.code === 'internal_error') context.logger.error({ event: 'http.failed', path, err: cause });
  else if (error.status === 503)
    context.logger.warn({ event: 'http.unavailable', path, code: error.code, err: cause });
  finish(exchange, problem(error), NOBODY, context);
}

/** One line a request: changes for the operator, reads for who looks closer. No bodies, no queries, no secrets. */
function record(exchange: Exchange, status: number, { logger }: GatewayContext): void {
  const { route, url, address, waitedSince } = exchange;
  const milliseconds = waitedSince === 0 ? 0 : performance.now() - waitedSince;
  exchange.figures.count(status, milliseconds);
  if (route.method === 'GET') {
    logger.debug({ event: 'http.request', method: 'GET', path: route.path, status, milliseconds });
  } else {
    logger.info({ event: 'http.request', method: route.method, path: url, address, status, milliseconds });
  }
}
