import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import type { Clock } from '../../runtime/clock.ts';
import { whenAborted } from '../../runtime/faults/response-callbacks.ts';

/** Requests that one turn of the event loop answers: some 5 ms of cheap ones, and more than 500 connections have outstanding. */
export const REQUESTS_A_TURN = 512;
/** Milliseconds after which a turn answers no more requests. */
export const TURN_MS = 5;
/**
 * After so many requests the end of the turn is awaited, and the clock looked at, because both cost more than all the rest.
 * So these are answered in any case, also by a process that gets no processor for a while, which would otherwise close
 * connections that pipeline a few.
 */
export const REQUESTS_A_LOOK = 16;

/** What an answer that is put off needs of its response; narrow, so that tests can stand in for it. */
interface Corkable {
  cork(write: () => void): unknown;
  onAborted(run: () => void): unknown;
  close(): unknown;
}

/**
 * Shares the event loop out among requests. uWebSockets.js reads some ten thousand pipelined requests of a connection at
 * once and calls the handler for each of them, without a turn of the event loop between. So a turn answers only so many
 * requests; each one beyond is put off, and answered in a later turn, in the order in which they came. While its answer
 * is outstanding, uWebSockets.js closes a connection that sends another request: a flood ends itself, and at most one
 * request of each connection waits here.
 */
export class RequestTurns {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #faults: Pick<ConnectionFaults, 'caught'>;
  readonly #waiting: (() => void)[] = [];
  #left = REQUESTS_A_TURN;
  #until = 0;
  /** Whether the end of this turn is awaited. */
  #isCounting = false;

  constructor(clock: Pick<Clock, 'elapsed'>, faults: Pick<ConnectionFaults, 'caught'>) {
    this.#clock = clock;
    this.#faults = faults;
  }

  /** Requests that are put off. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Calls `answer`, which needs nothing of the request but `res`: at once, in the handler that uWS has
   * corked, or corked in a later turn. When the client is gone by then, `leave` was called in its place. What `answer` throws closes
   * the connection, and those that wait behind it are answered.
   */
  answer(res: Corkable, answer: () => void, leave?: () => void): void {
    // No room is left while others wait, so nobody is overtaken.
    if (this.#hasRoom()) {
      this.#left -= 1;
      this.#write(res, answer);
    } else this.#putOff(res, answer, leave);
  }

  /** Calls `answer` at once, in the handler. Where this turn has no room it closes the connection: for what may not wait. */
  answerNow(res: Pick<Corkable, 'close'>, answer: () => void): void {
    if (this.#hasRoom()) {
      this.#left -= 1;
      this.#write(res, answer);
    } else res.close();
  }

  /**
   * Runs work that is dearer than an answer, such as reading a body: at once while the turn has time left, or in a later one.
   * The clock is looked at after each. What it throws rejects; once `isGone` it is dropped, and never settles.
   */
  share<T>(work: () => T | Promise<T>, isGone: () => boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = (): void => {
        if (isGone()) return;
        this.#left = Math.floor(this.#left / REQUESTS_A_LOOK) * REQUESTS_A_LOOK;
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      if (!this.#isCounting) this.#count();
      if (this.#hasRoom()) {
        this.#left -= 1;
        run();
      } else this.#waiting.push(run);
    });
  }

  #putOff(res: Corkable, answer: () => void, leave: (() => void) | undefined): void {
    let isGone = false;
    whenAborted(res, this.#faults, () => {
      isGone = true;
      leave?.();
    });
    this.#waiting.push(() => {
      if (!isGone) this.#write(res, () => res.cork(answer));
    });
  }

  #write(res: Pick<Corkable, 'close'>, answer: () => unknown): void {
    try {
      answer();
    } catch (error) {
      this.#faults.caught(error, () => res.close());
    }
  }

  #hasRoom(): boolean {
    if (this.#left === REQUESTS_A_TURN || this.#left % REQUESTS_A_LOOK > 0) return true;
    if (!this.#isCounting) this.#count();
    return this.#left > 0 && this.#clock.elapsed() < this.#until;
  }

  #count(): void {
    this.#until = this.#clock.elapsed() + TURN_MS;
    this.#isCounting = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isCounting = false;
    this.#left = REQUESTS_A_TURN;
    if (this.#waiting.length === 0) return;
    this.#count();
    let answered = 0;
    for (const answer of this.#waiting) {
      if (!this.#hasRoom()) break;
      this.#left -= 1;
      answered += 1;
      answer();
    }
    this.#waiting.splice(0, answered);
  }
}
