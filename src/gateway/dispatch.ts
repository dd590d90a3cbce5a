import type { HttpRequest, HttpResponse, TemplatedApp } from 'uWebSockets.js';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import { type CallerDeps, type Credentials, credentialsOf, identify } from './credentials.ts';
import { type Identity, ANONYMOUS } from './auth/identity.ts';
import type { ListInPieces } from '../actors/network.ts';
import type { Caller } from './auth/caller.ts';
import { type AddressReader, addressOf } from './http/client-address.ts';
import { acceptedEncodings } from './http/content-encoding.ts';
import type { Compressor } from './compressor.ts';
import type { Cors } from './http/cors.ts';
import { AppError } from '../domain/errors.ts';
import { asAppError, problem } from './http/problem.ts';
import { type BodyHeaders, type IncomingBody, readJsonBody } from './http/request-body.ts';
import type { RequestTurns } from './http/request-turns.ts';
import { type AnswerFrame, respond, respondWithList, respondWithStream } from './http/respond.ts';
import { sendPieces, type Turns } from './http/send-pieces.ts';
import type { RouteFigures } from './operations/request-figures.ts';
import type { RequestLog } from './operations/request-log.ts';
import {
  type Handled,
  type Handling,
  nothing,
  type RawCall,
  type Route,
  type RouteDescription,
} from './route.ts';

/** What serving a request takes besides the services of its handler. */
export interface RequestDeps extends CallerDeps {
  readonly addresses: AddressReader;
  readonly cors: Cors;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly compressor: Compressor;
  readonly requestLog: RequestLog;
  /** When the pieces of long lists are made. */
  readonly turns: Turns;
  /** When requests are answered. */
  readonly requestTurns: RequestTurns;
  /** Requests that wait for something; `close` waits for them. */
  readonly inFlight: Set<Exchange>;
}

/** One request under way. */
export interface Exchange extends Caller {
  readonly res: HttpResponse;
  readonly route: RouteDescription;
  readonly figures: RouteFigures;
  frame: AnswerFrame;
  /** When it began to wait, in milliseconds of the monotonic clock; 0 while it did not. */
  waitedSince: number;
  /** Of a change, for the log; empty for reads, which are too many. */
  readonly url: string;
  readonly address: string;
  /** The caller, once it is known who that is. */
  identity: Identity;
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
      identity: ANONYMOUS,
      over: false,
      gone: undefined,
    };
    const query = hasQuery || isStream ? (req.getQuery() ?? '') : '';
    const credentials = credentialsOf(route.access, req, query, deps);
    const params = paramCount === 0 ? [] : paramsOf(req, paramCount);
    const lastEventId = isStream ? req.getHeader('last-event-id') : '';
    const body = hasBody ? readJsonBody(res, bodyHeadersOf(req), deps.clock) : undefined;
    const run = (call: RawCall) => deps.compressor.compressed(route.run(call, services), exchange.frame);
    // Who asks is found out here too: it may be the dearer part, and a refusal has its turn like any answer.
    const hasChunks = !hasBody && req.getHeader('transfer-encoding') !== '';
    const answer = () => {
      try {
        if (hasChunks) throw noBodyHere(exchange);
        const identity = body === undefined ? identify(credentials, deps) : ANONYMOUS;
        const call: RawCall = {
          params,
          query,
          body: undefined,
          identity: identity instanceof Promise ? ANONYMOUS : identity,
          address: exchange.address,
          caller: exchange,
          lastEventId,
          ifNoneMatch: exchange.frame.ifNoneMatch,
        };
        if (body !== undefined) {
          finishLater(exchange, answerBody(exchange, run, call, credentials, body, deps), deps, body);
          return;
        }
        if (identity instanceof Promise) {
          finishLater(exchange, answerLater(exchange, run, call, identity), deps);
          return;
        }
        exchange.identity = identity;
        const handled = run(call);
        if (handled instanceof Promise) finishLater(exchange, handled, deps);
        else finish(exchange, handled, deps);
      } catch (error) {
        body?.abandon();
        fail(exchange, error, deps);
      }
    };
    deps.requestTurns.answer(res, answer, body === undefined ? undefined : () => body.abandon());
  };
}

/** Nothing takes the chunks of such a body, so its connection is closed: reading on would keep others waiting. */
function noBodyHere(exchange: Exchange): AppError {
  exchange.frame = { ...exchange.frame, closes: true };
  return new AppError('body_too_large', 'A request to this path has no body');
}

async function answerLater(
  exchange: Exchange,
  run: (call: RawCall) => Handling,
  call: RawCall,
  caller: Promise<Identity>,
): Promise<Handled> {
  exchange.identity = await caller;
  return run({ ...call, identity: exchange.identity });
}

/** The identity is checked before the body, so that an unauthenticated caller learns nothing about valid bodies. */
async function answerBody(
  exchange: Exchange,
  run: (call: RawCall) => Handling,
  call: RawCall,
  credentials: Credentials,
  body: IncomingBody,
  deps: RequestDeps,
): Promise<Handled> {
  try {
    const identity = await identify(credentials, deps);
    exchange.identity = identity;
    const value = await body.json;
    // A body may take half a minute, in which its sender can be logged out.
    deps.authenticator.confirm(identity);
    return await run({ ...call, identity, body: value });
  } catch (error) {
    await body.begun;
    if (body.isEndless) exchange.frame = { ...exchange.frame, closes: true };
    throw error;
  }
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

function finishLater(
  exchange: Exchange,
  outcome: Promise<Handled>,
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
      (answer) => corked(exchange, () => finish(exchange, answer, deps)),
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
function finish(exchange: Exchange, answer: Handled, deps: RequestDeps): void {
  exchange.over = true;
  const { res, frame } = exchange;
  let status = 200;
  if ('stream' in answer) {
    respondWithStream(res, frame);
    if (!frame.head) answer.stream(res, exchange.identity);
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
  const isKnown = exchange.identity.kind !== 'anonymous';
  if (error.code === 'internal_error') deps.logger.error({ event: 'http.failed', path, err: cause });
  else if (error.status === 503)
    deps.requestLog.unavailable(exchange.address, isKnown, { path, code: error.code, err: cause });
  finish(exchange, problem(error), deps);
}

function record(exchange: Exchange, status: number, { requestLog }: RequestDeps): void {
  const { route, url, address, waitedSince, identity } = exchange;
  const milliseconds = waitedSince === 0 ? 0 : performance.now() - waitedSince;
  exchange.figures.count(status, milliseconds);
  if (route.method === 'GET') requestLog.read(route.path, status, milliseconds);
  else {
    const isKnown = identity.kind !== 'anonymous';
    requestLog.change({ method: route.method, path: url, address, status, milliseconds }, isKnown);
  }
}
