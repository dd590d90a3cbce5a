import type { HttpRequest, HttpResponse, TemplatedApp } from 'uWebSockets.js';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import type { Authenticator } from './auth/authenticator.ts';
import { type Identity, ANONYMOUS } from './auth/identity.ts';
import type { ListInPieces } from '../actors/network.ts';
import type { Caller } from './auth/caller.ts';
import { type AddressReader, addressOf, namesLoopback } from './http/client-address.ts';
import { acceptedEncodings } from './http/content-encoding.ts';
import type { Compressor } from './compressor.ts';
import type { Cors } from './http/cors.ts';
import { asAppError, problem } from './http/problem.ts';
import { type BodyHeaders, type IncomingBody, readJsonBody } from './http/request-body.ts';
import { type AnswerFrame, respond, respondWithList, respondWithStream } from './http/respond.ts';
import { sendPieces, type Turns } from './http/send-pieces.ts';
import type { RouteFigures } from './operations/request-figures.ts';
import {
  type Handled,
  type Handling,
  nothing,
  type RawCall,
  type Route,
  type RouteDescription,
} from './route.ts';

/** What serving a request takes besides the services of its handler. */
export interface RequestDeps {
  readonly authenticator: Authenticator;
  readonly addresses: AddressReader;
  readonly cors: Cors;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether the gateway is bound to loopback; `/metrics` then needs no API key. */
  readonly onLoopback: boolean;
  readonly compressor: Compressor;
  /** When the pieces of long lists are made. */
  readonly turns: Turns;
  /** Requests that wait for something; `close` waits for them. */
  readonly inFlight: Set<Exchange>;
}

/** One request under way. */
export interface Exchange extends Caller {
  readonly res: HttpResponse;
  readonly route: RouteDescription;
  readonly figures: RouteFigures;
  readonly frame: AnswerFrame;
  /** When it began to wait, in milliseconds of the monotonic clock; 0 while it did not. */
  waitedSince: number;
  /** Of a change, for the log; empty for reads, which are too many. */
  readonly url: string;
  readonly address: string;
  /** The request is answered or the caller is gone: `res` must not be touched. */
  over: boolean;
}

const PLAIN_FRAME: AnswerFrame = { head: false, ifNoneMatch: '', cors: [], encodings: [] };

/** Registers a route with the router of uWS; a GET answers HEAD too. */
export function attachRoute<S>(
  app: TemplatedApp,
  route: Route<S>,
  services: S,
  figures: RouteFigures,
  deps: RequestDeps,
): void {
  const pattern = route.path.replace(/\{(\w+)\}/g, ':$1');
  const serve = serverOf(route, services, figures, deps);
  const plain = (res: HttpResponse, req: HttpRequest) => serve(res, req, false);
  if (route.method === 'POST') app.post(pattern, plain);
  else if (route.method === 'PUT') app.put(pattern, plain);
  else if (route.method === 'DELETE') app.del(pattern, plain);
  else app.get(pattern, plain).head(pattern, (res, req) => serve(res, req, true));
}

/**
 * Serves one route. Everything is read from the request before the first await, after which uWS reuses it. An answer
 * that needs no waiting is written without a promise.
 */
function serverOf<S>(route: Route<S>, services: S, figures: RouteFigures, deps: RequestDeps) {
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
      frame: frameOf(req, head, deps.cors),
      waitedSince: 0,
      url: isRead ? '' : req.getUrl(),
      address: isRead ? '' : addressOf(res, req, deps.addresses),
      over: false,
      gone: undefined,
    };
    try {
      const query = hasQuery || isStream ? (req.getQuery() ?? '') : '';
      const identity = identify(route, req, query, deps);
      const run = (full: RawCall) => deps.compressor.compressed(route.run(full, services), exchange.frame);
      const waits = hasBody || identity instanceof Promise;
      const call: RawCall = {
        params: paramCount === 0 ? [] : paramsOf(req, paramCount),
        query,
        body: undefined,
        identity: waits ? ANONYMOUS : identity,
        address: exchange.address,
        caller: exchange,
        lastEventId: isStream ? req.getHeader('last-event-id') : '',
        ifNoneMatch: exchange.frame.ifNoneMatch,
      };
      if (waits) {
        const body = hasBody ? readJsonBody(res, bodyHeadersOf(req), deps.clock) : undefined;
        finishLater(exchange, answerLater(run, call, identity, body, deps), deps, body);
        return;
      }
      const answer = run(call);
      if (answer instanceof Promise) finishLater(exchange, withIdentity(answer, identity), deps);
      else finish(exchange, answer, identity, deps);
    } catch (error) {
      fail(exchange, error, deps);
    }
  };
}

function frameOf(req: HttpRequest, head: boolean, cors: Cors): AnswerFrame {
  const ifNoneMatch = req.getHeader('if-none-match');
  const acceptEncoding = req.getHeader('accept-encoding');
  if (!head && ifNoneMatch === '' && acceptEncoding === '' && !cors.enabled) return PLAIN_FRAME;
  return {
    head,
    ifNoneMatch,
    cors: cors.enabled ? cors.headersFor(req.getHeader('origin')) : [],
    encodings: acceptedEncodings(acceptEncoding),
  };
}

function paramsOf(req: HttpRequest, count: number): string[] {
  return Array.from({ length: count }, (_, index) => req.getParameter(index) ?? '');
}

function bodyHeadersOf(req: HttpRequest): BodyHeaders {
  return {
    contentType: req.getHeader('content-type'),
    contentLength: req.getHeader('content-length'),
    transferEncoding: req.getHeader('transfer-encoding'),
  };
}

function identify(
  route: RouteDescription,
  req: HttpRequest,
  query: string,
  { authenticator, onLoopback }: RequestDeps,
): Identity | Promise<Identity> {
  if (route.access === 'public') return ANONYMOUS;
  const authorization = req.getHeader('authorization');
  if (route.access === 'token') return authenticator.identify(authorization);
  if (route.access === 'operator') {
    // A reverse proxy on this machine also connects from loopback, but its clients can be anywhere; and so does a browser
    // here whose page gave its own name our address.
    const isLocal =
      onLoopback && req.getHeader('x-forwarded-for') === '' && namesLoopback(req.getHeader('host'));
    return isLocal ? ANONYMOUS : authenticator.identifyOperator(authorization);
  }
  const token = query.includes('token=') ? (new URLSearchParams(query).get('token') ?? '') : '';
  return authenticator.identifyReader(authorization, token);
}

type Outcome = readonly [Handled, Identity];

/** The identity is checked before the body, so that an unauthenticated caller learns nothing about valid bodies. */
async function answerLater(
  run: (call: RawCall) => Handling,
  call: RawCall,
  caller: Identity | Promise<Identity>,
  body: IncomingBody | undefined,
  { authenticator }: RequestDeps,
): Promise<Outcome> {
  // A refused body is reported below; when the caller is refused first, nothing else handles the rejection.
  body?.json.catch(() => undefined);
  const identity = await caller;
  const value = await body?.json;
  // A body may take half a minute, in which its sender can be logged out.
  if (body !== undefined) authenticator.confirm(identity);
  return [await run({ ...call, identity, body: value }), identity];
}

async function withIdentity(answer: Promise<Handled>, identity: Identity): Promise<Outcome> {
  return [await answer, identity];
}

function finishLater(
  exchange: Exchange,
  outcome: Promise<Outcome>,
  deps: RequestDeps,
  body?: IncomingBody,
): void {
  // Durations are measured with the monotonic clock: the `Clock` is wall time, which may be set while a request waits.
  exchange.waitedSince = performance.now();
  exchange.res.onAborted(() => {
    exchange.over = true;
    body?.abandon();
    exchange.gone?.();
    deps.inFlight.delete(exchange);
  });
  deps.inFlight.add(exchange);
  outcome
    .then(
      ([answer, identity]) => corked(exchange, () => finish(exchange, answer, identity, deps)),
      (error: unknown) => corked(exchange, () => fail(exchange, error, deps)),
    )
    .finally(() => {
      body?.abandon();
      deps.inFlight.delete(exchange);
    })
    .catch((error: unknown) =>
      deps.logger.error({ event: 'http.broken', path: exchange.route.path, err: error }),
    );
}

/** Writes after an await, unless the caller is gone. */
function corked(exchange: Exchange, write: () => void): void {
  if (!exchange.over) exchange.res.cork(write);
}

/** Writes the answer without corking: inside the handler uWS has corked `res` itself, and doing it again costs. */
function finish(exchange: Exchange, answer: Handled, identity: Identity, deps: RequestDeps): void {
  exchange.over = true;
  const { res, frame } = exchange;
  let status = 200;
  if ('stream' in answer) {
    respondWithStream(res, frame);
    if (!frame.head) answer.stream(res, identity);
  } else if ('list' in answer) {
    const { isGzip, ...written } = respondWithList(res, answer.list, frame);
    status = written.status;
    if (isGzip !== undefined) sendLater(exchange, answer.list, isGzip, deps);
  } else {
    status = respond(res, answer, frame);
  }
  record(exchange, status, deps);
}

/** Sends a long list, while others are served. */
function sendLater(exchange: Exchange, { pieces }: ListInPieces, isGzip: boolean, deps: RequestDeps): void {
  const { res, route } = exchange;
  const sending = { ...exchange };
  deps.inFlight.add(sending);
  sendPieces(res, pieces, isGzip, deps.turns)
    .catch((error: unknown) =>
      deps.logger.warn({ event: 'http.list-broken-off', path: route.path, err: error }),
    )
    .finally(() => deps.inFlight.delete(sending));
}

function fail(exchange: Exchange, thrown: unknown, deps: RequestDeps): void {
  const error = asAppError(thrown);
  const { cause } = error.facts;
  const { path } = exchange.route;
  if (error.code === 'internal_error') deps.logger.error({ event: 'http.failed', path, err: cause });
  else if (error.status === 503)
    deps.logger.warn({ event: 'http.unavailable', path, code: error.code, err: cause });
  finish(exchange, problem(error), ANONYMOUS, deps);
}

/** Logs one line for each request: changes at info, reads at debug. Never a body, a query or a secret. */
function record(exchange: Exchange, status: number, { logger }: RequestDeps): void {
  const { route, url, address, waitedSince } = exchange;
  const milliseconds = waitedSince === 0 ? 0 : performance.now() - waitedSince;
  exchange.figures.count(status, milliseconds);
  if (route.method === 'GET') {
    logger.debug({ event: 'http.request', method: 'GET', path: route.path, status, milliseconds });
  } else {
    logger.info({ event: 'http.request', method: route.method, path: url, address, status, milliseconds });
  }
}
