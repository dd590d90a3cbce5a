import type { HttpResponse } from 'uWebSockets.js';
import type { Clock } from '../../runtime/clock.ts';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import { whenReceived } from '../../runtime/faults/response-callbacks.ts';
import { AppError } from '../../domain/errors.ts';

const MAX_BODY_BYTES = 64 * 1024;
/** uWebSockets.js hands over each chunk by itself, some eighty thousand of one byte in a row; 64 KiB come in some fifty. */
const MAX_PIECES = 256;
/** Until so many came the refusal can be written; one that was read in more at once is closed without it. */
const MAX_REFUSED_PIECES = 2 * MAX_PIECES;
/** For the whole body, so that a sender of single bytes cannot keep a request open for ever. */
const BODY_TIMEOUT_MS = 30_000;

const TOO_MANY_CHUNKS = `The body comes in more than ${MAX_PIECES} chunks`;

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** The request headers that describe a body; empty when absent. */
export interface BodyHeaders {
  readonly contentType: string;
  readonly contentLength: string;
  readonly transferEncoding: string;
}

/** A body that is being received. */
export interface IncomingBody {
  /** Rejects with 415, 413 (in the turn after the limit is exceeded) or 400. */
  readonly json: Promise<unknown>;
  /** Resolves when everything was handed over that came together with the head of the request. */
  readonly begun: Promise<void>;
  /** Whether more chunks may come: a refusal then closes the connection, or they go on costing. */
  readonly isEndless: boolean;
  /** Stops the time limit; call it when the request is answered or the caller is gone. */
  abandon(): void;
}

/**
 * Collects a JSON body. Call it before the first await of a handler, or uWS discards bytes. The connection of a sender that
 * takes too long, or sends far too many chunks, is closed. Do not answer before `begun`: nothing closes the connection after
 * the answer, however many pieces follow.
 */
export function readJsonBody(
  res: HttpResponse,
  headers: BodyHeaders,
  clock: Clock,
  faults: Pick<ConnectionFaults, 'caught' | 'guard'>,
): IncomingBody {
  const close = () => res.close();
  const timer = clock.setTimeout(faults.guard(close, close), BODY_TIMEOUT_MS);
  const abandon = () => clock.clearTimeout(timer);
  const begun = new Promise<void>((resolve) => void setImmediate(resolve));
  const bytes = new BodyBytes(refusalOf(headers));
  // A body of known length comes in pieces as large as what was read.
  const isChunked = headers.transferEncoding !== '';
  let pieces = 0;
  whenReceived(res, faults, (piece, isLast) => {
    pieces += 1;
    if (isChunked && pieces > MAX_REFUSED_PIECES) res.close();
    else if (isChunked && pieces > MAX_PIECES) bytes.refuse(TOO_MANY_CHUNKS, isLast);
    else bytes.add(piece, isLast);
  });
  const json = bytes.all.finally(abandon).then(parseJson);
  // A caller who is refused for another reason is not told about the body, and then nothing else handles the rejection.
  json.catch(() => undefined);
  return {
    json,
    begun,
    abandon,
    get isEndless() {
      return isChunked && !bytes.isComplete;
    },
  };
}

function refusalOf({ contentType, contentLength, transferEncoding }: BodyHeaders): AppError | undefined {
  const announced = Number(contentLength);
  const hasBody = announced > 0 || transferEncoding !== '';
  if (hasBody && !JSON_TYPE.test(contentType)) return new AppError('unsupported_media_type');
  return announced > MAX_BODY_BYTES ? new AppError('body_too_large') : undefined;
}

/** The bytes of one body, in one piece of memory however they come. */
class BodyBytes {
  readonly all: Promise<Uint8Array>;
  isComplete = false;
  #bytes = new Uint8Array(0);
  #size = 0;
  #isRefused: boolean;
  #end: { resolve: (bytes: Uint8Array) => void; reject: (error: unknown) => void } | undefined;

  constructor(refused: AppError | undefined) {
    this.#isRefused = refused !== undefined;
    this.all = new Promise((resolve, reject) => {
      this.#end = { resolve, reject };
      if (refused !== undefined) reject(refused);
    });
  }

  add(piece: ArrayBuffer, isLast: boolean): void {
    this.isComplete ||= isLast;
    if (this.#isRefused) return;
    const size = this.#size + piece.byteLength;
    if (size > MAX_BODY_BYTES) {
      this.refuse(undefined, isLast);
      return;
    }
    if (size > this.#bytes.length) {
      const larger = new Uint8Array(Math.min(MAX_BODY_BYTES, 2 * size));
      larger.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = larger;
    }
    // A copy, because uWS reuses the memory after this call.
    this.#bytes.set(new Uint8Array(piece), this.#size);
    this.#size = size;
    if (isLast) this.#end?.resolve(this.#bytes.subarray(0, size));
  }

  /** Drops what there is and what comes; `why` is for the client. */
  refuse(why: string | undefined, isLast: boolean): void {
    this.isComplete ||= isLast;
    if (this.#isRefused) return;
    this.#isRefused = true;
    this.#bytes = new Uint8Array(0);
    this.#end?.reject(new AppError('body_too_large', why));
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0)
    throw new AppError('malformed_json', 'The body is empty; a JSON object is expected');
  try {
    return JSON.parse(UTF8.decode(bytes));
  } catch {
    throw new AppError('malformed_json', 'The body is not valid JSON in UTF-8');
  }
}
