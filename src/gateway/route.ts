import type { ErrorCode } from '../domain/errors.ts';
import { check, type Field, object } from '../domain/fields/field.ts';
import type { Answer, StreamAnswer } from './http/answer.ts';
import type { Identity } from './auth/identity.ts';
import { readingOf, readParams, readQuery, refusal } from './http/parameters.ts';
import type { Services } from './services.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call: anybody; who has a login token or the API key; the same for an event stream, where `?token=` with a
 * login token or a ticket does as well; only the API key, unless the gateway is bound to loopback.
 */
export type Access = 'public' | 'token' | 'stream' | 'operator';

/** The good answer, for documentation and tests. */
export interface Reply {
  readonly status: number;
  readonly description: string;
  /** The JSON body; null when it is something else, which `type` then names. */
  readonly body: Field<unknown> | null;
  readonly type?: string;
  /** Headers worth naming, with their meaning. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a request brought, before it is read as what the route declares. */
export interface Given {
  readonly params: readonly string[];
  readonly query: string;
  /** The parsed JSON body, `{}` for a route without one. */
  readonly body: unknown;
  readonly identity: Identity;
  /** Of the client, behind trusted proxies too. */
  readonly address: string;
  /** The `Last-Event-ID` header of a stream; empty without one. */
  readonly lastEventId: string;
}

/** The same, read. */
export interface Call<P, Q, B> extends Omit<Given, 'params' | 'query' | 'body'> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

interface Facts {
  readonly method: Method;
  /** With `{name}` for each parameter, in the order of `params`. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly reply: Reply;
  /** What this handler can answer besides; `errorsOf` adds what every route of its kind can. */
  readonly errors: readonly ErrorCode[];
}

interface RouteSpec<P, Q, B> extends Facts {
  readonly params: Field<P>;
  readonly query: Field<Q>;
  readonly body: Field<B>;
  /** A property, not a method: it is called without its route. */
  readonly handle: (
    call: Call<P, Q, B>,
    services: Services,
  ) => Answer | StreamAnswer | Promise<Answer | StreamAnswer>;
}

/** A line of the route table: data that OpenAPI, the dispatcher and the tests fold over. */
export interface Route extends Facts {
  readonly params: Field<unknown>;
  readonly query: Field<unknown>;
  readonly body: Field<unknown>;
  /** Reads what was given as what is declared, then handles it. Throws or rejects with an AppError. */
  run(given: Given, services: Services): Answer | StreamAnswer | Promise<Answer | StreamAnswer>;
}

/** For routes without parameters, query or body. */
export const nothing = object({});

/** Makes a line of the table; the handler sees values of the declared types only. */
export function route<P, Q, B>(spec: RouteSpec<P, Q, B>): Route {
  const { params, query, body, handle, ...facts } = spec;
  const paramReading = readingOf(params);
  const queryReading = readingOf(query);
  // What most calls bring is nothing; it is checked once, here.
  const [bareParams, bareQuery, bareBody] = [check(params, {}), check(query, {}), check(body, {})];
  const readBody = (value: unknown): B => {
    const checked = check(body, value);
    if (checked.ok) return checked.value;
    throw refusal('invalid_body', checked);
  };
  return {
    ...facts,
    params,
    query,
    body,
    run(given, services) {
      return handle(
        {
          params: bareParams.ok ? bareParams.value : readParams(params, paramReading, given.params),
          query:
            given.query === '' && bareQuery.ok
              ? bareQuery.value
              : readQuery(query, queryReading, given.query),
          body: spec.body === nothing && bareBody.ok ? bareBody.value : readBody(given.body),
          identity: given.identity,
          address: given.address,
          lastEventId: given.lastEventId,
        },
        services,
      );
    },
  };
}

/** Every error code that a call of this route can meet. */
export function errorsOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors);
  if (route.access !== 'public') codes.add('unauthenticated');
  const numbers = readingOf(route.query).some(([, kind]) => kind === 'integer');
  if (route.params !== nothing || numbers) codes.add('malformed_parameter');
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
  }
  if (route.access === 'stream') codes.add('overloaded');
  return [...codes];
}
