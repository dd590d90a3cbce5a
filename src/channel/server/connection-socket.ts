import type { WebSocket } from 'uWebSockets.js';
import type { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import { fitsFrame } from '../protocol/message.ts';

/** A stream waits while the agent has more than this many bytes still to read. */
const MAX_AHEAD_BYTES = 1024 * 1024;

/**
 * The socket of one connection. uWebSockets throws on any use after the close; here such a use does nothing, because a
 * connection may close between any two lines. A frame over the limit is not written: the agent would close the connection,
 * come back, and be sent it again.
 */
export class ConnectionSocket<D> {
  readonly #tooBig: (frame: string) => void;
  #socket: WebSocket<D> | null;
  #outbox: string[] = [];
  #stream: Iterator<string> | null = null;
  #streamFailed: (error: unknown) => void = () => {};
  #pumping = false;
  readonly #writeOutbox: () => void;
  readonly #pump: () => void;
  readonly #faults: Pick<ConnectionFaults, 'caught'>;

  /** `tooBig` is told of each frame that is over the limit, and so not written. */
  constructor(
    socket: WebSocket<D>,
    faults: Pick<ConnectionFaults, 'caught' | 'guard'>,
    tooBig: (frame: string) => void,
  ) {
    this.#socket = socket;
    this.#faults = faults;
    this.#tooBig = tooBig;
    const drop = (): void => this.drop();
    this.#writeOutbox = faults.guard(drop, () => this.#sendPosted());
    this.#pump = faults.guard(drop, () => this.#sendNext());
  }

  get open(): boolean {
    return this.#socket !== null;
  }

  /** Bytes that wait in this process until the agent reads. */
  get unread(): number {
    return this.#socket?.getBufferedAmount() ?? 0;
  }

  /** Writes now. For answers inside the socket's own message handler, where uWebSockets joins writes by itself. */
  send(frame: string): void {
    if (fitsFrame(frame)) this.#socket?.send(frame);
    else this.#tooBig(frame);
  }

  /**
   * Joins what is written meanwhile. Not inside a handler of uWebSockets: corking there has no effect. Turns that serve many
   * connections call it, so what `run` throws closes this one.
   */
  cork(run: () => void): void {
    try {
      this.#socket?.cork(run);
    } catch (error) {
      this.#faults.caught(error, () => this.drop());
    }
  }

  /** Writes several frames at once, as `cork` does. */
  sendTogether(frames: readonly string[]): void {
    this.cork(() => {
      for (const frame of frames) this.send(frame);
    });
  }

  /** Writes after the present turn of the event loop, together with everything else posted until then. */
  post(frame: string): void {
    if (this.#socket === null) return;
    if (this.#outbox.push(frame) === 1) setImmediate(this.#writeOutbox);
  }

  /** Writes many frames, one a turn of the event loop and no faster than the agent reads. Replaces an earlier stream. */
  stream(frames: Iterator<string>, failed: (error: unknown) => void): void {
    this.#stream = frames;
    this.#streamFailed = failed;
    this.#schedulePump();
  }

  /** To be called when the agent has read what waited for it. */
  drained(): void {
    if (this.#stream !== null) this.#schedulePump();
  }

  /** Closes with a code and a reason, cut to the 123 bytes that a close frame holds. */
  end(code: number, reason: string): void {
    const socket = this.#socket;
    this.forget();
    socket?.end(code, reason.slice(0, 120));
  }

  /** Closes at once and without a word: after `end`, what the agent still sends is read as long as it keeps coming. */
  drop(): void {
    const socket = this.#socket;
    this.forget();
    socket?.close();
  }

  /** The socket has closed: from now on every method does nothing. */
  forget(): void {
    this.#socket = null;
    this.#stream = null;
    this.#outbox = [];
  }

  #sendPosted(): void {
    const frames = this.#outbox;
    this.#outbox = [];
    this.sendTogether(frames);
  }

  #schedulePump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    setImmediate(this.#pump);
  }

  #sendNext(): void {
    this.#pumping = false;
    if (this.#socket === null || this.#stream === null) return;
    if (this.#socket.getBufferedAmount() > MAX_AHEAD_BYTES) return; // `drained` continues
    try {
      const next = this.#stream.next();
      if (next.done === true) {
        this.#stream = null;
        return;
      }
      this.sendTogether([next.value]);
      this.#schedulePump();
    } catch (error) {
      this.#stream = null;
      this.#streamFailed(error);
    }
  }
}
