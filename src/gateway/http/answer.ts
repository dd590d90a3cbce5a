import type { Encoded } from '../../actors/network.ts';
import type { Identity } from '../auth/identity.ts';
import type { SseSocket } from '../sse/sse-stream.ts';

export type Header = readonly [name: string, value: string];

/** What a handler gives back; `respond.ts` puts it on the wire. */
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
}

/** Turns the response into an event stream; called once its head is written, corked, and not for a HEAD. */
export interface StreamAnswer {
  readonly stream: (socket: SseSocket, identity: Identity) => void;
}

/** A JSON body made for this one request. */
export function json(value: unknown, status = 200, headers: readonly Header[] = []): Answer {
  return { status, type: 'application/json', body: JSON.stringify(value), headers };
}

/** Bytes that a read model already holds: nothing is encoded here. */
export function encoded(page: Encoded, headers?: readonly Header[]): Answer {
  const answer = { status: 200, type: 'application/json', body: page.bytes, etag: page.etag };
  return headers === undefined ? answer : { ...answer, headers };
}

/** 201 with the address of what was made. */
export function created(location: string, value: unknown): Answer {
  return json(value, 201, [['Location', location]]);
}
