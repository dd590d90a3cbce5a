import type { HttpResponse } from 'uWebSockets.js';
import type { Clock } from '../../runtime/clock.ts';
import { AppError } from '../../domain/errors.ts';

const MAX_BODY_BYTES = 64 * 1024;
/** For the whole body, so that a sender of single bytes cannot keep a request open for ever. */
const BODY_TIMEOUT_MS = 30_000;

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** The request headers that describe a body; empty when absent. */
export interface BodyHeaders {
  readonly contentType: string;
  readonly contentLength: string;
  readonly transferEncoding: string;
}

/** A body that is being received. */
export interface IncomingBody {
  /** Rejects with 415, 413 (as soon as the limit is exceeded) or 400. */
  readonly json: Promise<unknown>;
  /** Stops the time limit; call it when the request is answered or the caller is gone. */
  abandon(): void;
}

/**
 * Collects a JSON body. Call it before the first await of a handler, or uWS discards bytes. What arrives after a refusal
 * is discarded; the connection of a sender that takes too long is closed.
 */
export function readJsonBody(res: HttpResponse, headers: BodyHeaders, clock: Clock): IncomingBody {
  const timer = clock.setTimeout(() => res.close(), BODY_TIMEOUT_MS);
  const abandon = () => clock.clearTimeout(timer);
  const json = collect(res, refusalOf(headers)).finally(abandon).then(parseJson);
  // A caller who is refused for another reason is not told about the body, and then nothing else handles the rejection.
  json.catch(() => undefined);
  return { json, abandon };
}

function refusalOf({ contentType, contentLength, transferEncoding }: BodyHeaders): AppError | undefined {
  const announced = Number(contentLength);
  const hasBody = announced > 0 || transferEncoding !== '';
  if (hasBody && !JSON_TYPE.test(contentType)) return new AppError('unsupported_media_type');
  return announced > MAX_BODY_BYTES ? new AppError('body_too_large') : undefined;
}

function collect(res: HttpResponse, refused: AppError | undefined): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (refused !== undefined) reject(refused);
    let chunks: Buffer[] = [];
    let size = 0;
    res.onData((chunk, isLast) => {
      size += chunk.byteLength;
      if (refused !== undefined || size > MAX_BODY_BYTES) {
        chunks = [];
        reject(new AppError('body_too_large'));
        return;
      }
      // A copy, because uWS reuses the memory after this call.
      chunks.push(Buffer.from(chunk.slice(0)));
      if (isLast) resolve(Buffer.concat(chunks));
    });
  });
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
