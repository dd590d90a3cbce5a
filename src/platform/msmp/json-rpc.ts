import { isRecord } from '../../domain/fields/record.ts';

/** What a server can send, read from one text frame (docs/game-protocols.md "Management protocol"). */
export type Incoming =
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly id: number | null; readonly code: number; readonly message: string }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | { readonly kind: 'unreadable'; readonly reason: string };

const MAX_MESSAGE_LENGTH = 300;

/**
 * A request. A method has at most one parameter: it goes by position, and `params` is left out without one. That is the
 * only form that every implementation accepts.
 */
export function encodeRequest(id: number, method: string, param?: unknown): string {
  const params = param === undefined ? {} : { params: [param] };
  return JSON.stringify({ jsonrpc: '2.0', id, method, ...params });
}

/** Reads a frame from the server; never throws. */
export function decodeIncoming(text: string): Incoming {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'unreadable', reason: 'not JSON' };
  }
  if (!isRecord(value)) return { kind: 'unreadable', reason: 'not an object' };
  const { id, method, params, result } = value;
  if (typeof method === 'string') return { kind: 'notification', method, params };
  // Early servers put the error inside the result; newer ones beside it.
  const error = value['error'] ?? (isRecord(result) ? result['error'] : undefined);
  if (isRecord(error)) return { kind: 'failure', id: isId(id) ? id : null, ...failureOf(error) };
  if (!isId(id) || result === undefined)
    return { kind: 'unreadable', reason: 'neither a response nor a notification' };
  return { kind: 'result', id, result };
}

/** The only parameter of a notification, given by position or by name. */
export function soleParam(params: unknown): unknown {
  if (Array.isArray(params)) return params.length === 1 ? params[0] : undefined;
  if (!isRecord(params)) return undefined;
  const values = Object.values(params);
  return values.length === 1 ? values[0] : undefined;
}

function isId(id: unknown): id is number {
  return typeof id === 'number' && Number.isSafeInteger(id);
}

function failureOf({ code, message, data }: Readonly<Record<string, unknown>>): {
  code: number;
  message: string;
} {
  const text = [message, data].filter((part) => typeof part === 'string').join(': ');
  return { code: typeof code === 'number' ? code : 0, message: text.slice(0, MAX_MESSAGE_LENGTH) };
}
