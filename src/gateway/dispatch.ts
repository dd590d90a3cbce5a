import type { HttpRequest, HttpResponse, TemplatedApp } from 'uWebSockets.js';
import { type Credentials, credentialsOf, identify } from './credentials.ts';
import { type Identity, ANONYMOUS } from './auth/identity.ts';
import { type Exchange, fail, finish, finishLater, type RequestDeps } from './exchange.ts';
import { addressOf } from './http/client-address.ts';
import { acceptedEncodings } from './http/content-encoding.ts';
import type { Cors } from './http/cors.ts';
import {
  announcedLength,
  type BodyHeaders,
  type IncomingBody,
  parseJson,
  readJsonBody,
  tooLarge,
} from './http/request-body.ts';
import type { AnswerFrame } from './http/respond.ts';
import { refusalOfBody } from './long-bodies.ts';
import type { RouteFigures } from './operations/request-figures.ts';
import { type Handled, type Handling, nothing, type RawCall, type Route } from './route.ts';
import { closingFrame, dropBody } from './untaken-body.ts';

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
  const server = serverOf(route, services, figures, deps);
  const serve = (res: HttpResponse, req: HttpRequest, head: boolean): void => {
    try {
      server(res, req, head);
    } catch (error) {
      deps.faults.caught(error, () => res.close());
    }
  };
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
  const asks = { access: route.access, signsIn: hasBody && route.access === 'public' };
  const isRead = route.method === 'GET';

  return (res: HttpResponse, req: HttpRequest, head: boolean): void => {
    const exchange: Exchange = {
      res,
      route,
      figures,
      frame: PLAIN_FRAME,
      waitedSince: 0,
      url: isRead ? '' : req.getUrl(),
      address: isRead ? '' : addressOf(res, req, deps.addresses),
      identity: ANONYMOUS,
      over: false,
      gone: undefined,
    };
    const asked = askedOf(req, head, deps.cors);
    const query = hasQuery || isStream ? (req.getQuery() ?? '') : '';
    const credentials = credentialsOf(asks, req, res, query, deps);
    const params = paramCount === 0 ? [] : paramsOf(req, paramCount);
    const lastEventId = isStream ? req.getHeader('last-event-id') : '';
    const announced = announcedLength(req);
    const refusal = refusalOfBody(req, announced, hasBody ? route.maxBodyBytes : 0, credentials, deps);
    if (refusal !== undefined) {
      exchange.frame = { ...frameOf(asked, deps.cors), closesNow: true };
      deps.requestTurns.answerNow(res, () => fail(exchange, refusal, deps));
      return;
    }
    const body = hasBody
      ? readJsonBody(res, bodyHeadersOf(req), deps.clock, deps.faults, {
          maxBytes: route.maxBodyBytes,
          isCrowded: deps.connections.isCrowded,
        })
      : undefined;
    const run = (call: RawCall) => deps.compressor.compressed(route.run(call, services), exchange.frame);
    // Who asks is found out here too: it may be the dearer part, and a refusal has its turn like any answer.
    const answer = () => {
      exchange.frame = frameOf(asked, deps.cors);
      try {
        const identity = body === undefined ? identify(credentials, deps) : ANONYMOUS;
        const call: RawCall = {
          params,
          query,
          body: undefined,
          identity: identity instanceof Promise ? ANONYMOUS : identity,
          address: exchange.address,
          caller: exchange,
          page: credentials.page,
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
    if (!hasBody && announced > 0) {
      dropBody(res, deps, {
        come: () => deps.requestTurns.answer(res, answer),
        isLate: () => {
          exchange.frame = closingFrame(deps, frameOf(asked, deps.cors));
          fail(exchange, tooLarge(0), deps);
        },
      });
      return;
    }
    deps.requestTurns.answer(res, answer, body === undefined ? undefined : () => body.abandon());
  };
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
    const bytes = await body.bytes;
    // In its turn, because many bodies may be completed at once.
    return await deps.requestTurns.share(
      () => {
        const value = parseJson(bytes);
        // A body may take half a minute, in which its sender can be logged out.
        deps.authenticator.confirm(identity);
        return run({ ...call, identity, body: value });
      },
      () => exchange.over,
    );
  } catch (error) {
    await body.begun;
    if (body.isUnfinished) exchange.frame = closingFrame(deps, exchange.frame);
    throw error;
  }
}

/** The headers that decide how the answer is written; undefined when there are none. What they say is read in its turn. */
interface AskedFrame {
  readonly head: boolean;
  readonly ifNoneMatch: string;
  readonly acceptEncoding: string;
  readonly origin: string;
}

function askedOf(req: HttpRequest, head: boolean, cors: Cors): AskedFrame | undefined {
  const ifNoneMatch = req.getHeader('if-none-match');
  const acceptEncoding = req.getHeader('accept-encoding');
  if (!head && ifNoneMatch === '' && acceptEncoding === '' && !cors.enabled) return undefined;
  return { head, ifNoneMatch, acceptEncoding, origin: cors.enabled ? req.getHeader('origin') : '' };
}

function frameOf(asked: AskedFrame | undefined, cors: Cors): AnswerFrame {
  if (asked === undefined) return PLAIN_FRAME;
  const { head, ifNoneMatch, acceptEncoding, origin } = asked;
  const encodings = acceptedEncodings(acceptEncoding);
  return { head, ifNoneMatch, cors: cors.headersFor(origin), encodings };
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
