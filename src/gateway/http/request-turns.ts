import type { HttpResponse } from 'uWebSockets.js';
import type { Clock } from '../../runtime/clock.ts';

/** Requests that one turn of the event loop answers: as many as 1 000 connections send at once, and 4 to 8 ms of cheap ones. */
export const REQUESTS_A_TURN = 512;
/** Milliseconds after which a turn answers no more requests. */
export const TURN_MS = 5;
/**
 * So many are answered in any case: otherwise a process that gets no processor for a while would close connections that
 * pipeline a few requests, and one that is always slower would answer nobody.
 */
export const ALWAYS_ANSWERED = 8;

/**
 * Shares the event loop out among requests. uWebSockets.js reads some ten thousand pipelined requests of a connection at
 * once and calls the handler for each of them, without a turn of the event loop between. So a turn answers only so many
 * requests; each one beyond is put off, and answered in a later turn, in the order in which they came. While its answer
 * is outstanding, uWebSockets.js closes a connection that sends another request: a flood ends itself, and at most one
 * request of each connection waits here.
 */
export class RequestTurns {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #waiting: (() => void)[] = [];
  #left = 0;
  #until = 0;
  /** Whether the end of this turn is awaited: only after a request, so that an idle process does nothing. */
  #isCounting = false;

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** Undefined when a request may be answered at once; otherwise resolves in the turn in which it may be. */
  take(): Promise<void> | undefined {
    if (!this.#isCounting) this.#begin();
    if (this.#waiting.length === 0 && this.#hasRoom()) {
      this.#left -= 1;
      return undefined;
    }
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  /** Calls `write`, which answers a request and needs nothing of it but `res`: at once, or corked in a later turn. */
  answer(res: HttpResponse, write: () => void): void {
    const turn = this.take();
    if (turn === undefined) {
      write();
      return;
    }
    void writeAfter(turn, res, write);
  }

  #hasRoom(): boolean {
    if (this.#left > REQUESTS_A_TURN - ALWAYS_ANSWERED) return true;
    return this.#left > 0 && this.#clock.elapsed() < this.#until;
  }

  #begin(): void {
    this.#left = REQUESTS_A_TURN;
    this.#until = this.#clock.elapsed() + TURN_MS;
    this.#isCounting = true;
    setImmediate(() => void this.#next());
  }

  async #next(): Promise<void> {
    this.#isCounting = false;
    if (this.#waiting.length === 0) return;
    this.#begin();
    let answered = 0;
    for (const resolve of this.#waiting) {
      if (!this.#hasRoom()) break;
      this.#left -= 1;
      answered += 1;
      resolve();
      // The request is answered meanwhile, or the time that it takes would not count.
      await Promise.resolve();
    }
    this.#waiting.splice(0, answered);
  }
}

async function writeAfter(turn: Promise<void>, res: HttpResponse, write: () => void): Promise<void> {
  let isGone = false;
  res.onAborted(() => {
    isGone = true;
  });
  await turn;
  if (!isGone) res.cork(write);
}
