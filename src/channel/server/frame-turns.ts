import type { Clock } from '../../runtime/clock.ts';

/** Milliseconds that the frames of all agents together have in one turn of the event loop. */
export const TURN_MS = 5;
/** So much of a turn goes to one agent that waits before the next one has its share. */
export const SHARE_MS = 1;
/** The end of a turn is awaited only after so much, because to await it costs as much as a frame or two. */
const UNCOUNTED_MS = 1;
/** Characters of all lanes that wait, each of one byte or two: as many as the longest lists of one proxy. */
const MAX_WAITING = 128 * 1024 * 1024;

/**
 * Shares the event loop out among the frames of agents. uWebSockets.js reads some ten thousand small frames of a connection
 * at once and calls the handler for each, without a turn of the event loop between. So each connection has a lane: its
 * frames are handled in order, and at once while the turn has time left. The rest waits for later turns, which the lanes
 * that wait share. A turn is over its time by one frame at most.
 */
export class FrameTurns {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #maxWaiting: number;
  readonly #waiting = new Set<FrameLane>();
  #characters = 0;
  #used = 0;
  /** Whether the end of this turn is awaited. */
  #isCounting = false;

  constructor(clock: Pick<Clock, 'elapsed'>, maxWaiting = MAX_WAITING) {
    this.#clock = clock;
    this.#maxWaiting = maxWaiting;
  }

  /** Whether this turn has time left; it has none while anybody waits, so that nobody is overtaken. */
  get hasRoom(): boolean {
    return this.#used < TURN_MS;
  }

  /** Runs something that counts, and returns how many milliseconds it took. */
  spend(handle: (frame: string) => void, frame: string): number {
    const start = this.#clock.elapsed();
    handle(frame);
    const took = this.#clock.elapsed() - start;
    this.#used += took;
    if (!this.#isCounting && this.#used >= UNCOUNTED_MS) this.#count();
    return took;
  }

  wait(lane: FrameLane, characters: number): void {
    this.#waiting.add(lane);
    this.#characters += characters;
  }

  /** So much of what waited is handled, or gone with its connection. */
  noteGone(characters: number): void {
    this.#characters -= characters;
  }

  /**
   * Why a lane may have no more wait; undefined while it may. What is allowed to each is too much for the memory where many use it
   * up at a time: then those go first that have more than their share of what waits.
   */
  excessOf({ characters }: Pick<FrameLane, 'characters'>): string | undefined {
    if (this.#characters < this.#maxWaiting || characters * this.#waiting.size < this.#characters)
      return undefined;
    return 'more waits of all agents than there is memory for, and most of it is of this one and its like';
  }

  #count(): void {
    this.#isCounting = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isCounting = false;
    this.#used = 0;
    while (this.hasRoom) {
      const [lane] = this.#waiting;
      if (lane === undefined) return;
      // To the end of the line: one that never runs dry must not keep the others waiting.
      this.#waiting.delete(lane);
      lane.advance();
      if (lane.frames > 0) this.#waiting.add(lane);
    }
  }
}

export interface FrameLaneOptions {
  readonly turns: FrameTurns;
  /** Must not throw. */
  readonly handle: (frame: string) => void;
  /** Joins what is written meanwhile; for frames that are handled outside the socket's own message handler. */
  readonly cork: (run: () => void) => void;
}

/** The frames of one connection. */
export class FrameLane {
  readonly #options: FrameLaneOptions;
  #queue: string[] = [];
  #characters = 0;

  constructor(options: FrameLaneOptions) {
    this.#options = options;
  }

  /** Frames that wait. */
  get frames(): number {
    return this.#queue.length;
  }

  /** The length of the frames that wait, in characters. */
  get characters(): number {
    return this.#characters;
  }

  /** Handles the frame at once where the turn has time left, and then none waits; otherwise in a later turn. */
  take(frame: string): void {
    const { turns } = this.#options;
    if (turns.hasRoom) this.now(frame);
    else {
      this.#queue.push(frame);
      this.#characters += frame.length;
      turns.wait(this, frame.length);
    }
  }

  /** Handles the frame in any case, and counts what it takes. */
  now(frame: string): void {
    this.#options.turns.spend(this.#options.handle, frame);
  }

  /** Handles what waits, for one share. */
  advance(): void {
    if (this.#queue.length > 0) this.#options.cork(() => this.#handleShare());
  }

  /** The connection has closed: what waits is not handled any more. */
  clear(): void {
    this.#options.turns.noteGone(this.#characters);
    this.#queue = [];
    this.#characters = 0;
  }

  #handleShare(): void {
    const { turns, handle } = this.#options;
    const queue = this.#queue;
    let handled = 0;
    let left = SHARE_MS;
    for (const frame of queue) {
      left -= turns.spend(handle, frame);
      handled += 1;
      // The frame may have closed the connection.
      if (queue !== this.#queue) return;
      this.#characters -= frame.length;
      turns.noteGone(frame.length);
      if (left <= 0 || !turns.hasRoom) break;
    }
    queue.splice(0, handled);
  }
}
