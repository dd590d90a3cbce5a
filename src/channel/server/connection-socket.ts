import type { WebSocket } from 'uWebSockets.js';

/** A stream waits while more than this many bytes have not left for the agent. */
const STREAM_AHEAD_BYTES = 1024 * 1024;

/**
 * The socket under one link. uWebSockets throws on any use after the close; here that is silence, because a link may
 * vanish between any two lines.
 */
export class ConnectionSocket<D> {
  #socket: WebSocket<D> | null;
  #outbox: string[] = [];
  #stream: Iterator<string> | null = null;
  #streamFailed: (error: unknown) => void = () => {};
  #pumping = false;

  constructor(socket: WebSocket<D>) {
    this.#socket = socket;
  }

  get open(): boolean {
    return this.#socket !== null;
  }

  /** Writes now. For answers inside the link's own message handler, where uWebSockets joins writes by itself. */
  send(frame: string): void {
    this.#socket?.send(frame);
  }

  /** Writes several frames at once. Not for use inside a handler of uWebSockets: there the joining is silently lost. */
  sendTogether(frames: readonly string[]): void {
    const socket = this.#socket;
    socket?.cork(() => {
      for (const frame of frames) socket.send(frame);
    });
  }

  /** Writes after the present turn of the loop, together with whatever else is posted until then. */
  post(frame: string): void {
    if (this.#socket === null) return;
    if (this.#outbox.push(frame) === 1) {
      setImmediate(() => {
        const frames = this.#outbox;
        this.#outbox = [];
        this.sendTogether(frames);
      });
    }
  }

  /** Writes a long run of frames one a turn, no faster than the agent reads. A later stream takes the place of an earlier. */
  stream(frames: Iterator<string>, failed: (error: unknown) => void): void {
    this.#stream = frames;
    this.#streamFailed = failed;
    this.#schedulePump();
  }

  /** To be called when the agent has read what was held back. */
  drained(): void {
    if (this.#stream !== null) this.#schedulePump();
  }

  /** Says goodbye with a code and no more than 123 bytes of reason. */
  end(code: number, reason: string): void {
    const socket = this.#socket;
    this.forget();
    socket?.end(code, reason.slice(0, 120));
  }

  /** The socket is gone; nothing may touch it any more. */
  forget(): void {
    this.#socket = null;
    this.#stream = null;
    this.#outbox = [];
  }

  #schedulePump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    setImmediate(() => {
      this.#pumping = false;
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#socket === null || this.#stream === null) return;
    if (this.#socket.getBufferedAmount() > STREAM_AHEAD_BYTES) return; // `drained` goes on
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
