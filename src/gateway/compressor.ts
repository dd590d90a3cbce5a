import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Clock } from '../runtime/clock.ts';
import type { Handled, Handling } from './route.ts';
import type { Answer } from './http/answer.ts';
import { type AnswerFrame, isKnownToClient } from './http/respond.ts';

const gzipInThread = promisify(gzip);
/** Smaller bodies fit in one packet as they are. */
const MIN_BYTES = 1400;
/** Fast rather than small: a list changes soon. */
const LEVEL = 4;
/** Further bodies are sent as they are. The largest takes some 20 ms. */
const MAX_UNDER_WAY = 32;
const LIMIT_MS = 1000;

/**
 * Compresses JSON by gzip for the clients that accept it. Another thread does it, once for each body, however many wait for
 * it; what is kept goes with the body.
 */
export class Compressor {
  readonly #clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
  readonly #done = new WeakMap<Uint8Array, Uint8Array>();
  readonly #underWay = new Map<Uint8Array, Promise<Uint8Array | undefined>>();
  /** One at a time: zlib uses libuv's four threads, which files, DNS and passwords need too. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>) {
    this.#clock = clock;
  }

  /** The answer with its compressed body, at once if it is there; without one where too many wait or it takes a second. */
  compressed(handling: Handling, frame: AnswerFrame): Handling {
    if (!frame.encodings.includes('gzip')) return handling;
    if (handling instanceof Promise) return handling.then((handled) => this.#compressed(handled, frame));
    return this.#compressed(handling, frame);
  }

  #compressed(handled: Handled, frame: AnswerFrame): Handling {
    if (!('body' in handled) || !isCompressible(handled) || isKnownToClient(handled, frame)) return handled;
    const { body } = handled;
    const found = this.#gzipOf(typeof body === 'string' ? Buffer.from(body) : body);
    return found instanceof Promise
      ? found.then((bytes) => withGzip(handled, bytes))
      : withGzip(handled, found);
  }

  #gzipOf(body: Uint8Array): Uint8Array | Promise<Uint8Array | undefined> | undefined {
    const known = this.#done.get(body) ?? this.#underWay.get(body);
    if (known !== undefined || this.#underWay.size >= MAX_UNDER_WAY) return known;
    const begun = this.#last.then(() => this.#compress(body));
    this.#last = begun;
    const waited = this.#orAfterLimit(begun);
    this.#underWay.set(body, waited);
    return waited;
  }

  async #compress(body: Uint8Array): Promise<Uint8Array | undefined> {
    try {
      const bytes = await gzipInThread(body, { level: LEVEL });
      this.#done.set(body, bytes);
      return bytes;
    } catch {
      // Without memory for it the body is sent as it is.
      return undefined;
    } finally {
      this.#underWay.delete(body);
    }
  }

  async #orAfterLimit(begun: Promise<Uint8Array | undefined>): Promise<Uint8Array | undefined> {
    let timer: unknown;
    const enough = new Promise<undefined>((resolve) => {
      timer = this.#clock.setTimeout(() => resolve(undefined), LIMIT_MS);
    });
    try {
      return await Promise.race([begun, enough]);
    } finally {
      this.#clock.clearTimeout(timer);
    }
  }
}

function isCompressible({ type, variants, body }: Answer): boolean {
  return type === 'application/json' && variants === undefined && body.length >= MIN_BYTES;
}

function withGzip(answer: Answer, gzipped: Uint8Array | undefined): Answer {
  return gzipped === undefined ? answer : { ...answer, variants: { gzip: gzipped } };
}
