import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import type { Clock } from '../../runtime/clock.ts';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import { whenReceived } from '../../runtime/faults/response-callbacks.ts';
import { AppError } from '../../domain/errors.ts';

/** Of a route that says nothing else. */
export const MAX_BODY_BYTES = 64 * 1024;
/** uWebSockets.js hands over each chunk by itself, some eighty thousand of one byte in a row; 64 KiB come in some fifty. */
const MAX_PIECES = 256;
/** Until so many came the refusal can be written; one that was read in more at once is closed without it. */
const MAX_REFUSED_PIECES = 2 * MAX_PIECES;
/** Of a body that nobody takes so much is read at most; it is longer than every body that a route takes. */
const MAX_UNTAKEN_BYTES = 256 * 1024;
/** For the whole body, so that a sender of single bytes cannot keep a request open for ever. */
const BODY_TIMEOUT_MS = 30_000;
const CROWDED_BODY_TIMEOUT_MS = 10_000;

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
  /** For `parseJson`. Rejects with 415, or with 413 in the turn after the limit is exceeded. */
  readonly bytes: Promise<Uint8Array>;
  /** Resolves when everything was handed over that came together with the head of the request. */
  readonly begun: Promise<void>;
  /**
   * Whether more may come: a refusal then closes the connection. More chunks would go on costing, and the connection would stay
   * for a rest that never comes.
   */
  readonly isUnfinished: boolean;
  /** Stops the time limit and drops what came; call it when the request is answered or the caller is gone. */
  abandon(): void;
}

/**
 * Why a request may not go on after its head, unless somebody who is known may send such a body; undefined where the rest
 * is short. As long as a connection fills what uWebSockets.js reads at once, nobody else has a turn, and no handler is told of a
 * size of a chunk that never ends: only the handler of the head can close the connection (`endNow`). A route without a body
 * has 0 as `maxBytes`; `isShared` tells that reverse proxies are there, which give one connection to many: only then it is worth
 * a look at all lines, which takes a fifth of the time of a short request.
 */
export function refusalOfLength(
  req: Pick<HttpRequest, 'getHeader' | 'forEach'>,
  announced: number,
  maxBytes: number,
  isShared: boolean,
): AppError | undefined {
  if (hasChunks(req) || (isShared && hidesChunks(req))) return new AppError('length_required');
  return announced > MAX_UNTAKEN_BYTES ? tooLarge(maxBytes) : undefined;
}

/** Bytes of the body that a request announces; 0 where it does not. Ask once: what reads a header is dear. */
export function announcedLength(req: Pick<HttpRequest, 'getHeader'>): number {
  return Number(req.getHeader('content-length'));
}

/** Whether the body comes in chunks, as uWebSockets.js sees it. */
export function hasChunks(req: Pick<HttpRequest, 'getHeader'>): boolean {
  return req.getHeader('transfer-encoding') !== '';
}

/**
 * Whether chunks come that uWebSockets.js does not see: of several lines it looks at the first, which may be empty, and takes the
 * chunks for another request. A reverse proxy that passes such lines on would give the connection to somebody else, who
 * waits in vain.
 */
function hidesChunks(req: Pick<HttpRequest, 'getHeader' | 'forEach'>): boolean {
  let isNamed = false;
  req.forEach((name) => {
    isNamed ||= name === 'transfer-encoding';
  });
  return isNamed && !hasChunks(req);
}

/** What a body may take. */
export interface BodyBounds {
  readonly maxBytes?: number;
  /** Places for connections are few. */
  readonly isCrowded?: boolean;
}

/**
 * Collects a JSON body. Call it before the first await of a handler, or uWS discards bytes. The connection of a sender that
 * takes too long, a third of the usual while places are few (`isCrowded`), or sends far too many chunks, is closed. Do not answer before `begun`: nothing closes the connection after
 * the answer, however many pieces follow.
 */
export function readJsonBody(
  res: HttpResponse,
  headers: BodyHeaders,
  clock: Clock,
  faults: Pick<ConnectionFaults, 'caught' | 'guard'>,
  { maxBytes = MAX_BODY_BYTES, isCrowded = false }: BodyBounds = {},
): IncomingBody {
  const close = () => res.close();
  const timer = clock.setTimeout(
    faults.guard(close, close),
    isCrowded ? CROWDED_BODY_TIMEOUT_MS : BODY_TIMEOUT_MS,
  );
  const begun = new Promise<void>((resolve) => void setImmediate(resolve));
  const bytes = new BodyBytes(maxBytes, refusalOf(headers, maxBytes));
  const abandon = () => {
    clock.clearTimeout(timer);
    bytes.drop();
  };
  // A body of known length comes in pieces as large as what was read.
  const isChunked = headers.transferEncoding !== '';
  let pieces = 0;
  whenReceived(res, faults, (piece, isLast) => {
    pieces += 1;
    if (isChunked && pieces > MAX_REFUSED_PIECES) res.close();
    else if (isChunked && pieces > MAX_PIECES) bytes.refuse(TOO_MANY_CHUNKS, isLast);
    else bytes.add(piece, isLast);
  });
  const all = bytes.all.finally(() => clock.clearTimeout(timer));
  // A caller who is refused for another reason is not told about the body, and then nothing else handles the rejection.
  all.catch(() => undefined);
  return {
    bytes: all,
    begun,
    abandon,
    get isUnfinished() {
      return !bytes.isComplete;
    },
  };
}

function refusalOf(
  { contentType, contentLength, transferEncoding }: BodyHeaders,
  maxBytes: number,
): AppError | undefined {
  const announced = Number(contentLength);
  const hasBody = announced > 0 || transferEncoding !== '';
  if (hasBody && !JSON_TYPE.test(contentType)) return new AppError('unsupported_media_type');
  return announced > maxBytes ? tooLarge(maxBytes) : undefined;
}

/** `maxBytes` is 0 where no body is taken. */
export function tooLarge(maxBytes: number): AppError {
  const allowed =
    maxBytes === 0
      ? 'A request to this path has no body'
      : `A body of at most ${maxBytes} bytes is allowed here`;
  return new AppError('body_too_large', allowed);
}

/** The bytes of one body, in one piece of memory however they come. */
class BodyBytes {
  readonly all: Promise<Uint8Array>;
  isComplete = false;
  readonly #maxBytes: number;
  #bytes = new Uint8Array(0);
  #size = 0;
  #isRefused: boolean;
  #end: { resolve: (bytes: Uint8Array) => void; reject: (error: unknown) => void } | undefined;

  constructor(maxBytes: number, refused: AppError | undefined) {
    this.#maxBytes = maxBytes;
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
    if (size > this.#maxBytes) {
      this.#refuse(tooLarge(this.#maxBytes), isLast);
      return;
    }
    if (size > this.#bytes.length) {
      const larger = new Uint8Array(Math.min(this.#maxBytes, 2 * size));
      larger.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = larger;
    }
    // A copy, because uWS reuses the memory after this call.
    this.#bytes.set(new Uint8Array(piece), this.#size);
    this.#size = size;
    if (isLast) this.#end?.resolve(this.#bytes.subarray(0, size));
  }

  /** Drops what there is and what comes; `why` is for the client. */
  refuse(why: string, isLast: boolean): void {
    this.#refuse(new AppError('body_too_large', why), isLast);
  }

  /** Nobody wants it any more. */
  drop(): void {
    this.#isRefused = true;
    this.#bytes = new Uint8Array(0);
  }

  #refuse(error: AppError, isLast: boolean): void {
    this.isComplete ||= isLast;
    if (this.#isRefused) return;
    this.drop();
    this.#end?.reject(error);
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The value of a whole body. Throws 400 `malformed_json`. */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0)
    throw new AppError('malformed_json', 'The body is empty; a JSON object is expected');
  try {
    return JSON.parse(UTF8.decode(bytes));
  } catch {
    throw new AppError('malformed_json', 'The body is not valid JSON in UTF-8');
  }
}
