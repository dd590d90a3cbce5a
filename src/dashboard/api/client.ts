import { ApiError, unreachable } from '../problem.ts';
import { serverClock } from '../ui/time/server-clock.ts';
import { expire, loginNumber } from '../session/session-store.ts';
import { takeEarly } from './early-answers.ts';
import type { Api, Problem } from './schema.ts';

const TIMEOUT_MS = 15_000;

type Field<C extends keyof Api, P extends string> = P extends keyof Api[C]
  ? { [K in P]: Api[C][P] }
  : unknown;
type CallOptions<C extends keyof Api> = Field<C, 'params'> &
  (Api[C] extends { query?: unknown } ? Pick<Api[C], 'query' & keyof Api[C]> : unknown) &
  Field<C, 'body'> & { signal?: AbortSignal };

/** `CallOptions` without the types of one operation. */
interface UntypedOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** A list, or the requested part of it, and how many rows there are in total. */
export interface Rows<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** Calls an operation of the API. Rejects with an `ApiError`; a 401 ends the session, which shows the sign-in. */
export async function call<C extends keyof Api>(name: C, options: CallOptions<C>): Promise<Api[C]['reply']> {
  const response = await send(name, options);
  return response.json();
}

/** `call` for lists with a total count. */
export async function callForRows<
  C extends 'GET /api/players' | 'GET /api/players/all' | 'GET /api/bans' | 'GET /api/inspect/actors',
>(name: C, options: CallOptions<C>): Promise<Rows<Api[C]['reply'][number]>> {
  const response = await send(name, options);
  const rows: Api[C]['reply'] = await response.json();
  return { rows, total: Number(response.headers.get('X-Total-Count') ?? rows.length) };
}

async function send(
  name: string,
  { params = {}, query = {}, body, signal }: UntypedOptions,
): Promise<Response> {
  const space = name.indexOf(' ');
  const path = name
    .slice(space + 1)
    .replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(key, String(value));
  }
  const url = search.size === 0 ? path : `${path}?${search}`;
  const login = loginNumber();
  const method = name.slice(0, space);
  const early = method === 'GET' ? await takeEarly(url) : undefined;
  const response = early ?? (await request(method, url, body, signal));
  if (response.ok) return response;
  const error = await errorOf(response);
  if (error.code === 'unauthenticated') expire(login);
  throw error;
}

async function request(
  method: string,
  url: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const headers = new Headers();
  // Without it a change by the cookie is refused: a page of another site cannot send it.
  if (method !== 'GET') headers.set('X-Portcullis-Page', '1');
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  try {
    const response = await fetch(url, {
      method,
      headers,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    serverClock.hear(response.headers.get('Date'));
    return response;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw unreachable();
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('Retry-After') ?? 'x');
  try {
    const problem: Problem = await response.json();
    if (typeof problem.code !== 'string') return unreachable();
    return new ApiError(problem, Number.isFinite(retryAfter) ? retryAfter : null);
  } catch {
    // Not JSON: the answer of a reverse proxy.
    return unreachable();
  }
}
