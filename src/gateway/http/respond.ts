import { STATUS_CODES } from 'node:http';
import type { HttpResponse } from 'uWebSockets.js';
import type { Answer, Header } from './answer.ts';
import { endWithoutBody, sendBody } from './send-body.ts';

/** The parts of a request that decide how its answer is written. */
export interface AnswerFrame {
  readonly head: boolean;
  readonly ifNoneMatch: string;
  readonly cors: readonly Header[];
}

const NOSNIFF = '\r\nX-Content-Type-Options: nosniff';

/**
 * The head of a JSON answer as one value, which uWS writes unchanged: each call into uWS costs as much as all our own
 * code for a cached list.
 */
const JSON_HEAD = `application/json\r\nCache-Control: no-store${NOSNIFF}`;

/** Writes an answer and returns its status. Call it corked, or inside the handler, where uWS has corked. */
export function respond(res: HttpResponse, answer: Answer, frame: AnswerFrame): number {
  const { etag } = answer;
  const fresh = etag !== undefined && frame.ifNoneMatch !== '' && matches(frame.ifNoneMatch, etag);
  const status = fresh ? 304 : answer.status;
  if (status !== 200) res.writeStatus(`${status} ${STATUS_CODES[status] ?? ''}`);
  if (!fresh && answer.type === 'application/json' && answer.cache === undefined) {
    res.writeHeader('Content-Type', JSON_HEAD);
  } else {
    if (!fresh && answer.type !== '') res.writeHeader('Content-Type', answer.type);
    res.writeHeader('Cache-Control', `${answer.cache ?? 'no-store'}${NOSNIFF}`);
  }
  if (etag !== undefined) res.writeHeader('ETag', etag);
  writeHeaders(res, frame.cors);
  if (answer.headers !== undefined) writeHeaders(res, answer.headers);
  if (fresh || status === 204) endWithoutBody(res);
  else if (frame.head || answer.body.length === 0) endHead(res, answer.body);
  else sendBody(res, answer.body);
  return status;
}

/** Writes the head of an event stream. `no-transform` and the X header keep reverse proxies from buffering events. */
export function respondWithStream(res: HttpResponse, frame: AnswerFrame): void {
  res.writeHeader('Content-Type', 'text/event-stream');
  res.writeHeader('Cache-Control', 'no-cache, no-transform');
  res.writeHeader('X-Accel-Buffering', 'no');
  res.writeHeader('X-Content-Type-Options', 'nosniff');
  writeHeaders(res, frame.cors);
  if (frame.head) endWithoutBody(res);
}

function writeHeaders(res: HttpResponse, headers: readonly Header[]): void {
  for (const [name, value] of headers) res.writeHeader(name, value);
}

function endHead(res: HttpResponse, body: Uint8Array | string): void {
  // Not endWithoutBody(length): this version of uWS then waits for a body of that length.
  res.writeHeader('Content-Length', String(typeof body === 'string' ? Buffer.byteLength(body) : body.length));
  endWithoutBody(res);
}

/** RFC 9110 §13.1.2: weak comparison, a list, or `*`. */
function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
