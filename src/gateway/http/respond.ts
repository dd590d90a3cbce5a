import { STATUS_CODES } from 'node:http';
import type { HttpResponse } from 'uWebSockets.js';
import type { ListInPieces } from '../../actors/network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import type { Answer, Header } from './answer.ts';
import { type Encoding, ENCODINGS, encodedTag } from './content-encoding.ts';
import { matchesTag } from './entity-tag.ts';
import { endLast, endNow } from './last-answer.ts';
import { endWithoutBody, type Pace, sendBody } from './send-body.ts';

type Faults = Pick<ConnectionFaults, 'caught' | 'guard'>;

/** The parts of a request that decide how its answer is written. */
export interface AnswerFrame {
  readonly head: boolean;
  readonly ifNoneMatch: string;
  readonly cors: readonly Header[];
  /** What the client accepts, the best first. */
  readonly encodings: readonly Encoding[];
  /** Makes the answer the last of its connection, and measures how long the rest of its request is read: `endLast`. */
  readonly closesBy?: Clock | undefined;
  /** Makes the answer the last of its connection, which is closed inside the handler: `endNow`. */
  readonly closesNow?: boolean;
  /** Makes a short answer the last of its connection. */
  readonly isLast?: boolean;
}

/** A longer answer does not close its connection: `end` would keep a copy of what the kernel does not take. */
export const MAX_LAST_BYTES = 64 * 1024;

const NOSNIFF = '\r\nX-Content-Type-Options: nosniff';

/**
 * The head of a JSON answer as one value, which uWS writes unchanged: each call into uWS costs as much as all our own
 * code for a cached list.
 */
const JSON_HEAD = `application/json\r\nCache-Control: no-store\r\nVary: Accept-Encoding${NOSNIFF}`;

/** Writes an answer and returns its status. Call it corked, or inside the handler, where uWS has corked. */
export function respond(
  res: HttpResponse,
  answer: Answer,
  frame: AnswerFrame,
  faults: Faults,
  pace?: Pace,
): number {
  const known = tagOfClient(answer.etag, canBeEncoded(answer), frame);
  const fresh = known !== undefined;
  const { body, encoding, etag }: Representation = fresh
    ? { body: '', etag: known }
    : representationOf(answer, frame);
  const status = fresh ? 304 : answer.status;
  if (status !== 200) res.writeStatus(`${status} ${STATUS_CODES[status] ?? ''}`);
  if (!fresh && answer.type === 'application/json' && answer.cache === undefined) {
    res.writeHeader('Content-Type', JSON_HEAD);
  } else {
    if (!fresh && answer.type !== '') res.writeHeader('Content-Type', answer.type);
    res.writeHeader('Cache-Control', `${answer.cache ?? 'no-store'}${NOSNIFF}`);
    if (canBeEncoded(answer)) res.writeHeader('Vary', 'Accept-Encoding');
  }
  if (encoding !== undefined && !fresh) res.writeHeader('Content-Encoding', encoding);
  if (etag !== undefined) res.writeHeader('ETag', etag);
  writeHeaders(res, frame.cors);
  if (answer.headers !== undefined) writeHeaders(res, answer.headers);
  if (frame.closesNow === true) endNow(res, body, frame.head);
  else if (frame.closesBy !== undefined) endLast(res, body, frame.head, frame.closesBy, faults);
  else if (fresh || status === 204) endWithoutBody(res, faults, chanceOf(frame));
  else if (frame.head || body.length === 0) endHead(res, body, faults, chanceOf(frame));
  else if (frame.isLast === true && body.length <= MAX_LAST_BYTES) res.end(body, true);
  else sendBody(res, body, faults, pace);
  return status;
}

interface Representation {
  readonly body: Uint8Array | string;
  readonly encoding?: Encoding;
  readonly etag: string | undefined;
}

/** The body in the encoding that the client likes best of those that there are. */
function representationOf(answer: Answer, { encodings }: AnswerFrame): Representation {
  const { body, etag, variants } = answer;
  for (const encoding of encodings) {
    const encoded = variants?.[encoding];
    if (encoded !== undefined)
      return { body: encoded, encoding, etag: etag === undefined ? undefined : encodedTag(etag, encoding) };
  }
  return { body, etag };
}

function canBeEncoded({ variants, type }: Answer): boolean {
  return variants !== undefined || type === 'application/json';
}

/** Whether the answer is a 304. */
export function isKnownToClient(answer: Answer, frame: AnswerFrame): boolean {
  return tagOfClient(answer.etag, canBeEncoded(answer), frame) !== undefined;
}

/** The tag of what the client has, when that is still the present version: in whichever encoding it got it. */
function tagOfClient(
  etag: string | undefined,
  isEncoded: boolean,
  { ifNoneMatch }: AnswerFrame,
): string | undefined {
  if (etag === undefined || ifNoneMatch === '') return undefined;
  const tags = isEncoded ? [etag, ...ENCODINGS.map((encoding) => encodedTag(etag, encoding))] : [etag];
  return tags.find((tag) => matchesTag(ifNoneMatch, tag));
}

/**
 * Writes the head of a list, and answers how the pieces are to be sent: undefined where none are, because the client has
 * the list (304) or asked for the head alone.
 */
export function respondWithList(
  res: HttpResponse,
  { etag, total }: ListInPieces,
  frame: AnswerFrame,
  faults: Faults,
): { readonly status: number; readonly isGzip?: boolean } {
  const isKnown = matchesTag(frame.ifNoneMatch, etag);
  const isGzip = frame.encodings.includes('gzip');
  if (isKnown) res.writeStatus('304 Not Modified');
  else res.writeHeader('Content-Type', 'application/json');
  res.writeHeader('Cache-Control', `no-store\r\nVary: Accept-Encoding${NOSNIFF}`);
  // Weak, and so the same in every encoding.
  res.writeHeader('ETag', `W/${etag}`);
  writeHeaders(res, frame.cors);
  res.writeHeader('X-Total-Count', String(total));
  if (!isKnown && isGzip) res.writeHeader('Content-Encoding', 'gzip');
  if (!isKnown && !frame.head) return { status: 200, isGzip };
  endWithoutBody(res, faults);
  return { status: isKnown ? 304 : 200 };
}

/** Writes the head of an event stream. `no-transform` and the X header keep reverse proxies from buffering events. */
export function respondWithStream(res: HttpResponse, frame: AnswerFrame, faults: Faults): void {
  res.writeHeader('Content-Type', 'text/event-stream');
  res.writeHeader('Cache-Control', 'no-cache, no-transform');
  res.writeHeader('X-Accel-Buffering', 'no');
  res.writeHeader('X-Content-Type-Options', 'nosniff');
  writeHeaders(res, frame.cors);
  if (frame.head) endWithoutBody(res, faults);
}

function writeHeaders(res: HttpResponse, headers: readonly Header[]): void {
  for (const [name, value] of headers) res.writeHeader(name, value);
}

/** What decides whether an answer without a body is the last of its connection. */
function chanceOf({ isLast }: AnswerFrame): (() => number) | undefined {
  return isLast === true ? () => 0 : undefined;
}

function endHead(
  res: HttpResponse,
  body: Uint8Array | string,
  faults: Faults,
  chance: (() => number) | undefined,
): void {
  // Not endWithoutBody(length): this version of uWS then waits for a body of that length.
  res.writeHeader('Content-Length', String(typeof body === 'string' ? Buffer.byteLength(body) : body.length));
  endWithoutBody(res, faults, chance);
}
