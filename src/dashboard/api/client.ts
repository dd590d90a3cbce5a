import { expire, token } from '../session/session-store.ts';
import { ApiError, unreachable } from '../problem.ts';
import type { Api, Problem } from './schema.ts';

const TIME_LIMIT_MS = 15_000;

type Part<C extends keyof Api, P extends string> = P extends keyof Api[C] ? { [K in P]: Api[C][P] } : unknown;
type Given<C extends keyof Api> = Part<C, 'params'> &
  (Api[C] extends { query?: unknown } ? Pick<Api[C], 'query' & keyof Api[C]> : unknown) &
  Part<C, 'body'> & { signal?: AbortSignal };

/** The parts of a call that are not typed by the operation. */
interface Loose {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** A list, or the part of it that was asked for, and how many there are in all. */
export interface Rows<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** Calls the API by the name of an operation. Rejects with an `ApiError`; a 401 brings the sign-in back. */
export async function call<C extends keyof Api>(name: C, given: Given<C>): Promise<Api[C]['reply']> {
  const response = await send(name, given);
  return response.json();
}

/** The same for lists that tell their whole length. */
export async function callForRows<
  C extends 'GET /api/players' | 'GET /api/players/all' | 'GET /api/bans' | 'GET /api/inspect/actors',
>(name: C, given: Given<C>): Promise<Rows<Api[C]['reply'][number]>> {
  const response = await send(name, given);
  const rows: Api[C]['reply'] = await response.json();
  return { rows, total: Number(response.headers.get('X-Total-Count') ?? rows.length) };
}

/** Whether a secret opens the API; for signing in with an API key. */
export async function opens(secret: string): Promise<boolean> {
  const response = await reach('GET', '/api/proxy/settings', secret, undefined, undefined);
  if (response.ok) return true;
  if (response.status === 401) return false;
  throw await errorOf(response);
}

async function send(name: string, { params = {}, query = {}, body, signal }: Loose): Promise<Response> {
  const space = name.indexOf(' ');
  const path = name
    .slice(space + 1)
    .replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const asked = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') asked.set(key, String(value));
  }
  const url = asked.size === 0 ? path : `${path}?${asked}`;
  const secret = token();
  const response = await reach(name.slice(0, space), url, secret, body, signal);
  if (response.ok) return response;
  const error = await errorOf(response);
  if (error.code === 'unauthenticated') expire(secret);
  throw error;
}

async function reach(
  method: string,
  url: string,
  secret: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const limit = AbortSignal.timeout(TIME_LIMIT_MS);
  const headers = new Headers();
  if (secret !== '') headers.set('Authorization', `Bearer ${secret}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  try {
    return await fetch(url, {
      method,
      headers,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw unreachable();
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const wait = Number(response.headers.get('Retry-After') ?? 'x');
  try {
    const problem: Problem = await response.json();
    if (typeof problem.code !== 'string') return unreachable();
    return new ApiError(problem, Number.isFinite(wait) ? wait : null);
  } catch {
    // A proxy in between that speaks of its own accord.
    return unreachable();
  }
}
