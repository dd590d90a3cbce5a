import type { HttpResponse } from 'uWebSockets.js';
import type { Clock } from '../runtime/clock.ts';
import { crowdedAnswer } from './crowd/crowded-answer.ts';
import type { ReadingPace } from './crowd/reading-pace.ts';
import type { OpenConnections } from './open-connections.ts';
import type { ConnectionFaults } from '../runtime/faults/connection-faults.ts';
import type { Logger } from '../runtime/logger.ts';
import { whenAborted } from '../runtime/faults/response-callbacks.ts';
import type { CallerDeps } from './credentials.ts';
import type { Identity } from './auth/identity.ts';
import type { ListInPieces } from '../actors/network.ts';
import type { Caller } from './auth/caller.ts';
import type { Compressor } from './compressor.ts';
import type { Cors } from './http/cors.ts';
import { asAppError, problem } from './http/problem.ts';
import type { IncomingBody } from './http/request-body.ts';
import type { RequestTurns } from './http/request-turns.ts';
import { type AnswerFrame, respond, respondWithList, respondWithStream } from './http/respond.ts';
import { sendPieces, type Turns } from './http/send-pieces.ts';
import type { RouteFigures } from './operations/request-figures.ts';
import type { RequestLog } from './operations/request-log.ts';
import type { Handled, RouteDescription } from './route.ts';

/** What serving a request takes besides the services of its handler. */
export interface RequestDeps extends CallerDeps {
  readonly cors: Cors;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly faults: ConnectionFaults;
  readonly connections: Pick<OpenConnections, 'isCrowded' | 'mayKeep' | 'mayTakeLong'>;
  readonly pace: ReadingPace;
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

/** Answers with the outcome when it is there, unless the caller is gone by then. */
export function finishLater(
  exchange: Exchange,
  outcome: Promise<Handled>,
  deps: RequestDeps,
  body?: IncomingBody,
): void {
  // Durations are measured with the monotonic clock: the `Clock` is wall time, which may be set while a request waits.
  exchange.waitedSince = performance.now();
  whenAborted(exchange.res, deps.faults, () => {
    exchange.over = true;
    body?.abandon();
    deps.inFlight.delete(exchange);
    exchange.gone?.();
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
    .catch((error: unknown) => deps.faults.caught(error, () => exchange.res.close()));
}

/** Writes after an await, unless the caller is gone. */
function corked(exchange: Exchange, write: () => void): void {
  if (!exchange.over) exchange.res.cork(write);
}

/** Writes the answer without corking: inside the handler uWS has corked `res` itself, and doing it again costs. */
export function finish(exchange: Exchange, answer: Handled, deps: RequestDeps): void {
  exchange.over = true;
  const { res, frame } = exchange;
  let status = 200;
  if ('stream' in answer) {
    respondWithStream(res, frame, deps.faults);
    if (!frame.head) answer.stream(res, exchange.identity);
  } else if ('list' in answer) {
    const { isGzip, ...written } = respondWithList(res, answer.list, frame, deps.faults);
    status = written.status;
    if (isGzip !== undefined) sendLater(exchange, answer.list, isGzip, deps);
  } else {
    // Who has a login keeps the connection: it is strangers whose connections must not add up.
    status =
      deps.connections.isCrowded && exchange.identity.kind === 'anonymous'
        ? respond(res, ...crowdedAnswer(res, answer, frame, deps.connections), deps.faults, deps.pace)
        : respond(res, answer, frame, deps.faults, deps.pace);
  }
  record(exchange, status, deps);
}

/** Sends a long list, while others are served. */
function sendLater(exchange: Exchange, { pieces }: ListInPieces, isGzip: boolean, deps: RequestDeps): void {
  const { res, route } = exchange;
  const sending = { ...exchange };
  deps.inFlight.add(sending);
  sendPieces(res, pieces, isGzip, deps.turns, deps.faults)
    .catch((error: unknown) =>
      deps.logger.warn({ event: 'http.list-broken-off', path: route.path, err: error }),
    )
    .finally(() => deps.inFlight.delete(sending));
}

/** Answers with the problem that this error is, and logs what the operator should know of; what is answered stays so. */
export function fail(exchange: Exchange, thrown: unknown, deps: RequestDeps): void {
  if (exchange.over) return deps.faults.caught(thrown, () => exchange.res.close());
  const error = asAppError(thrown);
  const { cause } = error.facts;
  const { path } = exchange.route;
  const isKnown = exchange.identity.kind !== 'anonymous';
  if (error.code === 'internal_error') deps.logger.error({ event: 'http.failed', path, err: cause });
  else if (error.status === 503)
    deps.requestLog.unavailable(exchange.address, isKnown, { path, code: error.code, ...reasonOf(cause) });
  finish(exchange, problem(error, isKnown), deps);
}

function reasonOf(cause: unknown): { readonly reason?: string } {
  return cause instanceof Error ? { reason: cause.message } : {};
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
