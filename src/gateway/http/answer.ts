import type { HttpResponse } from 'uWebSockets.js';
import type { Encoded, EncodedPage, ListInPieces } from '../../actors/network.ts';
import type { Encoding } from './content-encoding.ts';
import type { Identity } from '../auth/identity.ts';

export type Header = readonly [name: string, value: string];

/** What a handler returns; `respond.ts` writes it to the connection. */
export interface Answer {
  readonly status: number;
  /** Media type; empty when there is no body. */
  readonly type: string;
  readonly body: Uint8Array | string;
  /** Quoted; makes a conditional GET answer 304. */
  readonly etag?: string;
  readonly headers?: readonly Header[];
  /** `Cache-Control`; `no-store` when left out, as for everything under /api. */
  readonly cache?: string;
  /** The same body in other encodings, for clients that accept them. JSON gets its own (`Compressor`). */
  readonly variants?: Variants;
}

/** Bodies that were compressed before. */
export type Variants = Partial<Record<Encoding, Uint8Array>>;

/** A list that is sent piece by piece. */
export interface ListAnswer {
  readonly list: ListInPieces;
}

/** What a stream needs of a response; narrow, so that tests can count the writes. */
export type SseSocket = Pick<HttpResponse, 'cork' | 'write' | 'end' | 'close' | 'onAborted' | 'onWritable'>;

/** Turns the response into an event stream; called corked, after the head is written, and not for a HEAD. */
export interface StreamAnswer {
  readonly stream: (socket: SseSocket, identity: Identity) => void;
}

/** A JSON body made for this one request. */
export function json(value: unknown, status = 200, headers: readonly Header[] = []): Answer {
  return { status, type: 'application/json', body: JSON.stringify(value), headers };
}

/** A body that is encoded already, such as the bytes of a read model. */
export function encoded(body: Encoded, headers?: readonly Header[]): Answer {
  const answer = { status: 200, type: 'application/json', body: body.bytes, etag: body.etag };
  return headers === undefined ? answer : { ...answer, headers };
}

/** A page of a list with its `X-Total-Count`. */
export function encodedPage(page: EncodedPage, headers: readonly Header[] = []): Answer {
  return encoded(page, [['X-Total-Count', String(page.total)], ...headers]);
}

/** 201 with the path of the new resource. */
export function created(location: string, value: unknown): Answer {
  return json(value, 201, [['Location', location]]);
}
