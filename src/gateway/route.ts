import type { ErrorCode } from '../domain/errors.ts';
import { check, type Field, object } from '../domain/fields/field.ts';
import type { Identity } from './auth/identity.ts';
import type { PageRequest } from './page-request.ts';
import type { Answer, ListAnswer, StreamAnswer } from './http/answer.ts';
import type { Caller } from './auth/caller.ts';
import { MAX_BODY_BYTES } from './http/request-body.ts';
import { parametersOf, readParams, readQuery, refusal } from './http/parameters/parameters.ts';
import { KnownQueries } from './http/parameters/known-queries.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call: anybody; callers with a login token, in the cookie of the dashboard too, or the API key; the same for an event
 * stream, which also accepts a login token or a ticket in `?token=`; callers with the API key itself, or anybody on a gateway bound to loopback.
 */
export type Access = 'public' | 'token' | 'stream' | 'operator';

/** The successful answer, for documentation and tests. */
export interface Reply {
  readonly status: number;
  readonly description: string;
  /** The JSON body; null for another media type, which `type` names. */
  readonly body: Field<unknown> | null;
  readonly type?: string;
  /** Headers worth documenting, with their meaning. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request as it arrived, before its parts are read as the route declares them. */
export interface RawCall {
  readonly params: readonly string[];
  readonly query: string;
  /** The parsed JSON body; undefined for a route without one. */
  readonly body: unknown;
  readonly identity: Identity;
  /** Of the client, also behind trusted proxies. */
  readonly address: string;
  /** Told when the client goes away, by a handler that wants to know. */
  readonly caller: Caller;
  /** The page that signs in, on a public route with a body, or that calls by its cookie. */
  readonly page: PageRequest | undefined;
  /** The `Last-Event-ID` header of a stream; empty without one. */
  readonly lastEventId: string;
  /** The `If-None-Match` header; empty without one. Only for a handler that would do much work for a 304. */
  readonly ifNoneMatch: string;
}

/** A request whose parts have the declared types. */
export interface Call<P, Q, B> extends Omit<RawCall, 'params' | 'query' | 'body'> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

interface RouteFacts {
  readonly method: Method;
  /** With `{name}` for each parameter, in the order of `params`. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly reply: Reply;
}

/** What a handler answers. */
export type Handled = Answer | ListAnswer | StreamAnswer;
/** The same, at once or later. */
export type Handling = Handled | Promise<Handled>;

/** What a route file writes down; what it leaves out is `nothing`, and no errors of its own. */
interface RouteSpec<P, Q, B, S> extends RouteFacts {
  readonly params?: Field<P>;
  readonly query?: Field<Q>;
  readonly body?: Field<B>;
  /** 64 KiB when left out. */
  readonly maxBodyBytes?: number;
  /** What the handler itself can answer; `errorsOf` adds what every route of its kind can. */
  readonly errors?: readonly ErrorCode[];
  /** A property, because it is called without its route. */
  readonly handle: (call: Call<P, Q, B>, services: S) => Handling;
}

/** A route without its handler: what OpenAPI, the fallback and the tests read. */
export interface RouteDescription extends RouteFacts {
  readonly params: Field<unknown>;
  readonly query: Field<unknown>;
  readonly body: Field<unknown>;
  readonly maxBodyBytes: number;
  readonly errors: readonly ErrorCode[];
}

/** An entry of the route table. `S` is what its handler needs of the gateway's services. */
export interface Route<S> extends RouteDescription {
  /** Checks the call against the declared fields and handles it. Throws or rejects with an AppError. */
  readonly run: (call: RawCall, services: S) => Handling;
}

/** The field of a route that has no parameters, no query or no body. */
export const nothing = object({});
type Nothing = typeof nothing extends Field<infer T> ? T : never;

/** Makes an entry of the table; the handler sees values of the declared types only. */
export function route<P = Nothing, Q = Nothing, B = Nothing, S = object>(
  spec: RouteSpec<P, Q, B, S>,
): Route<S>;
// Two signatures: only the outer one knows that a field that was left out has the type `Nothing`.
export function route<S>(spec: RouteSpec<unknown, unknown, unknown, S>): Route<S> {
  const { params = nothing, query = nothing, body = nothing, errors = [], handle, ...facts } = spec;
  const { maxBodyBytes = MAX_BODY_BYTES } = spec;
  const declaredParams = parametersOf(params);
  const declaredQuery = parametersOf(query);
  // Most calls bring no parameters; the empty values are checked once, here.
  const [noParams, noQuery, noBody] = [check(params, {}), check(query, {}), check(body, {})];
  const queries = new KnownQueries((raw) => readQuery(query, declaredQuery, raw));
  const readBody = (value: unknown): unknown => {
    const checked = check(body, value);
    if (checked.ok) return checked.value;
    throw refusal('invalid_body', checked);
  };
  return {
    ...facts,
    params,
    query,
    body,
    maxBodyBytes,
    errors,
    run(call, services) {
      return handle(
        {
          params: noParams.ok ? noParams.value : readParams(params, declaredParams, call.params),
          query: call.query === '' && noQuery.ok ? noQuery.value : queries.read(call.query),
          body: body === nothing && noBody.ok ? noBody.value : readBody(call.body),
          identity: call.identity,
          address: call.address,
          caller: call.caller,
          page: call.page,
          lastEventId: call.lastEventId,
          ifNoneMatch: call.ifNoneMatch,
        },
        services,
      );
    },
  };
}

/** Every error code that a call of this route can meet. */
export function errorsOf(route: RouteDescription): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors);
  if (route.access !== 'public') codes.add('unauthenticated');
  if (route.access === 'token' || route.access === 'stream') codes.add('foreign_page');
  if (route.params !== nothing || route.query !== nothing) codes.add('malformed_parameter');
  if (route.query !== nothing) codes.add('invalid_query');
  if (route.body !== nothing) {
    for (const code of [
      'malformed_json',
      'body_too_large',
      'unsupported_media_type',
      'invalid_body',
    ] as const) {
      codes.add(code);
    }
    if (route.access === 'public') codes.add('length_required');
  }
  if (route.access === 'stream') codes.add('overloaded');
  return [...codes];
}
