import type { Clock } from '../../runtime/clock.ts';

/** Milliseconds that the frames of all agents together have in one turn of the event loop. */
export const TURN_MS = 5;
/** So much of a turn goes to one agent that waits before the next one has its share. */
export const SHARE_MS = 1;
/** The end of a turn is awaited only after so much, because to await it costs as much as a frame or two. */
const UNCOUNTED_MS = 1;
const MI = 1024 * 1024;

/** Whose a lane is: of a stranger, as the network's shared secret may be anybody's, or of one that alone has its secret. */
export type LaneKind = 'stranger' | 'server' | 'proxy';

/**
 * Characters that may wait of each kind, of one byte or two. Each kind is judged by itself, because the list of one proxy is longer than
 * what many strangers hold each, and has to be. That list is 26 million characters for 200 000 players, that of a game server 0.2 million.
 */
export const MAX_WAITING: Readonly<Record<LaneKind, number>> = {
  stranger: 64 * MI,
  server: 32 * MI,
  proxy: 128 * MI,
};

/**
 * Shares the event loop out among the frames of agents. uWebSockets.js reads some ten thousand small frames of a connection
 * at once and calls the handler for each, without a turn of the event loop between. So each connection has a lane: its
 * frames are handled in order, and at once while the turn has time left. The rest waits for later turns, which the kinds of
 * lanes share, and of each kind the lanes that wait. A turn is over its time by one frame at most.
 */
export class FrameTurns {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #kinds: Readonly<Record<LaneKind, WaitingLanes>>;
  /** The kinds that have lanes that wait. */
  readonly #waiting = new Set<WaitingLanes>();
  #used = 0;
  /** Whether the end of this turn is awaited. */
  #isCounting = false;

  constructor(clock: Pick<Clock, 'elapsed'>, maxWaiting = MAX_WAITING) {
    this.#clock = clock;
    this.#kinds = {
      stranger: new WaitingLanes(maxWaiting.stranger),
      server: new WaitingLanes(maxWaiting.server),
      proxy: new WaitingLanes(maxWaiting.proxy),
    };
  }

  /** Whether this turn has time left; it has none while anybody waits, so that nobody is overtaken. */
  get hasRoom(): boolean {
    return this.#used < TURN_MS;
  }

  /** Runs something that counts from `start` on, by `Clock.elapsed()`, and returns how many milliseconds it took. */
  spend(handle: (frame: string) => void, frame: string, start = this.#clock.elapsed()): number {
    handle(frame);
    const took = this.#clock.elapsed() - start;
    this.#used += took;
    if (!this.#isCounting && this.#used >= UNCOUNTED_MS) this.#count();
    return took;
  }

  wait(lane: FrameLane, characters: number): void {
    const kind = this.#kinds[lane.kind];
    kind.add(lane, characters);
    this.#waiting.add(kind);
  }

  /** So much of what waited is handled, or gone with its connection. */
  noteGone(lane: FrameLane, characters: number): void {
    this.#kinds[lane.kind].noteGone(lane, characters);
  }

  /**
   * Why a lane may have no more wait; undefined while it may. What is allowed to each is too much for the memory where many use it
   * up at a time: then those of its kind go first that have more than their share of what waits.
   */
  excessOf(lane: Pick<FrameLane, 'kind' | 'characters'>): string | undefined {
    if (!this.#kinds[lane.kind].isTooMuch(lane.characters)) return undefined;
    return 'more waits of all agents of its kind than there is memory for, and most of it is of this one and its like';
  }

  #count(): void {
    this.#isCounting = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isCounting = false;
    this.#used = 0;
    while (this.hasRoom) {
      const [kind] = this.#waiting;
      if (kind === undefined) return;
      // To the end of the line: one that never runs dry must not keep the others waiting.
      this.#waiting.delete(kind);
      if (kind.advance()) this.#waiting.add(kind);
    }
  }
}

/** The lanes of one kind that wait. */
class WaitingLanes {
  readonly #limit: number;
  readonly #lanes = new Set<FrameLane>();
  #characters = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(lane: FrameLane, characters: number): void {
    this.#lanes.add(lane);
    this.#characters += characters;
  }

  noteGone(lane: FrameLane, characters: number): void {
    if (lane.frames === 0) this.#lanes.delete(lane);
    this.#characters -= characters;
  }

  /** Whether too much waits, and so many characters are more than one lane's share of it. */
  isTooMuch(characters: number): boolean {
    return this.#characters >= this.#limit && characters * this.#lanes.size >= this.#characters;
  }

  /** Lets the first lane handle a share; false when none waits any more. */
  advance(): boolean {
    const [lane] = this.#lanes;
    if (lane === undefined) return false;
    this.#lanes.delete(lane);
    lane.advance();
    if (lane.frames > 0) this.#lanes.add(lane);
    return this.#lanes.size > 0;
  }
}

export interface FrameLaneOptions {
  readonly turns: FrameTurns;
  readonly kind: LaneKind;
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

  get kind(): LaneKind {
    return this.#options.kind;
  }

  /** Frames that wait. */
  get frames(): number {
    return this.#queue.length;
  }

  /** The length of the frames that wait, in characters. */
  get characters(): number {
    return this.#characters;
  }

  /**
   * Handles the frame at once where the turn has time left, and then none waits; otherwise in a later turn. `now` by
   * `Clock.elapsed()`, of a moment ago.
   */
  take(frame: string, now?: number): void {
    const { turns, handle } = this.#options;
    if (turns.hasRoom) turns.spend(handle, frame, now);
    else {
      this.#queue.push(frame);
      this.#characters += frame.length;
      turns.wait(this, frame.length);
    }
  }

  /** Handles what waits, for one share. */
  advance(): void {
    if (this.#queue.length > 0) this.#options.cork(() => this.#handleShare());
  }

  /** The connection has closed: what waits is not handled any more. */
  clear(): void {
    const gone = this.#characters;
    this.#queue = [];
    this.#characters = 0;
    this.#options.turns.noteGone(this, gone);
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
      turns.noteGone(this, frame.length);
      if (left <= 0 || !turns.hasRoom) break;
    }
    queue.splice(0, handled);
  }
}
