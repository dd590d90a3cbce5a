import { pipeline, Readable } from 'node:stream';
import { setTimeout as pass } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { HttpResponse } from 'uWebSockets.js';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import { whenAborted, whenWritable } from '../../runtime/faults/response-callbacks.ts';

/** Fast rather than small: the list is compressed for one reader. */
const LEVEL = 4;

/**
 * Between two pieces, in milliseconds, about what a piece costs. Without it one client that reads lists in a loop keeps a
 * core busy, and garbage collection and other clients wait for the processor.
 */
const REST = 1;

/** Turns of the event loop, one for each piece, whichever list it is of: many readers take longer, and delay nobody else. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves in a turn of the event loop that no other piece is made in, a rest after the piece before. */
  next(): Promise<unknown> {
    this.#last = this.#last.then(() => pass(REST));
    return this.#last;
  }
}

/**
 * Sends a JSON array whose head is written, piece by piece: the next one is made when the reader has taken the one before.
 * Resolves when all is written, or the reader is gone. When the pieces fail, the connection is closed in the middle of the
 * array, so that nobody takes it for the whole, and the failure is thrown.
 */
export async function sendPieces(
  res: HttpResponse,
  pieces: Iterable<string> | AsyncIterable<string>,
  isGzip: boolean,
  turns: Turns,
  faults: Pick<ConnectionFaults, 'caught'>,
): Promise<void> {
  const reader = new Reader(res, faults);
  const texts = inBrackets(pieces, turns);
  try {
    for await (const bytes of isGzip ? gzipped(texts) : texts) {
      if (!(await reader.take(bytes))) return;
    }
    reader.end();
  } catch (error) {
    reader.close();
    throw error;
  }
}

async function* inBrackets(
  pieces: Iterable<string> | AsyncIterable<string>,
  turns: Turns,
): AsyncGenerator<Uint8Array> {
  let before = '[';
  await turns.next();
  for await (const piece of pieces) {
    yield Buffer.from(before + piece);
    before = ',';
    await turns.next();
  }
  yield Buffer.from(before === '[' ? '[]' : ']');
}

async function* gzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gzip = createGzip({ level: LEVEL });
  // A failure of the source destroys `gzip` with it, and is thrown below.
  pipeline(Readable.from(source, { highWaterMark: 1 }), gzip, () => undefined);
  yield* gzip;
}

/** The reader of a response. At most one piece waits for it here, and what the kernel did not take of another. */
class Reader {
  readonly #res: HttpResponse;
  #isGone = false;
  #isBlocked = false;
  #waiting: Uint8Array | undefined;
  #taken: () => void = () => undefined;

  constructor(res: HttpResponse, faults: Pick<ConnectionFaults, 'caught'>) {
    this.#res = res;
    whenAborted(res, faults, () => {
      this.#isGone = true;
      this.#taken();
    });
    // It must write: nothing drains otherwise (docs/performance.md "Traps of uWebSockets.js").
    whenWritable(res, faults, () => {
      const bytes = this.#waiting;
      this.#waiting = undefined;
      this.#isBlocked = false;
      if (bytes !== undefined) this.#write(bytes);
      this.#taken();
      return !this.#isBlocked;
    });
  }

  /** Writes, as soon as the reader took what was written before. False when it is gone. */
  async take(bytes: Uint8Array): Promise<boolean> {
    if (!this.#isGone && !this.#isBlocked) this.#write(bytes);
    else if (!this.#isGone) {
      await new Promise<void>((resolve) => {
        this.#waiting = bytes;
        this.#taken = resolve;
      });
    }
    return !this.#isGone;
  }

  end(): void {
    if (!this.#isGone) this.#res.cork(() => this.#res.end());
    this.#isGone = true;
  }

  close(): void {
    if (!this.#isGone) this.#res.close();
  }

  #write(bytes: Uint8Array): void {
    this.#res.cork(() => {
      this.#isBlocked = !this.#res.write(bytes);
    });
  }
}
