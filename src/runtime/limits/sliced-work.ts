import type { Turns } from '../turns.ts';

/** One piece of work: a single step, or steps that each say by a number what they cost. */
export type Work = (() => void) | Iterator<number, unknown, undefined>;

/** So much of a turn goes to one lane before the next one has its share. */
const SHARE = 10;

/**
 * Work that must not hold up the event loop. Each source of work has a lane: its work is done in order, and at once while
 * this turn has steps left. The rest waits for later turns, which all lanes that wait share.
 */
export class SlicedWork {
  readonly #turns: Turns;
  readonly #failed: (error: unknown) => void;
  readonly #waiting = new Set<WorkLane>();
  #left: number;
  #isDue = false;
  #isClosed = false;

  /** `failed` is told of work that throws; what came after it is done all the same. */
  constructor(turns: Turns, failed: (error: unknown) => void) {
    this.#turns = turns;
    this.#failed = failed;
    this.#left = turns.steps;
  }

  lane(): WorkLane {
    return new WorkLane({
      left: () => (this.#isClosed ? 0 : this.#left),
      spend: (steps) => this.#spend(steps),
      wait: (lane) => this.#wait(lane),
      failed: this.#failed,
    });
  }

  /** What waits is not done any more, and neither is what comes. */
  close(): void {
    this.#isClosed = true;
    this.#waiting.clear();
  }

  #spend(steps: number): void {
    this.#left -= steps;
    if (this.#turns.steps !== Number.POSITIVE_INFINITY) this.#expectTurn();
  }

  #wait(lane: WorkLane): void {
    if (this.#isClosed) return;
    this.#waiting.add(lane);
    this.#expectTurn();
  }

  #expectTurn(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#turns.next(() => this.#turn());
  }

  #turn(): void {
    this.#isDue = false;
    this.#left = this.#turns.steps;
    while (this.#left > 0) {
      const [lane] = this.#waiting;
      if (lane === undefined) return;
      // To the end of the line: one that never runs dry must not keep the others waiting.
      this.#waiting.delete(lane);
      if (!lane.advance(Math.min(SHARE, this.#left))) this.#wait(lane);
    }
  }
}

interface LaneOwner {
  /** How many steps this turn has left. */
  left(): number;
  spend(steps: number): void;
  wait(lane: WorkLane): void;
  failed(error: unknown): void;
}

/** The work of one source. */
export class WorkLane {
  readonly #owner: LaneOwner;
  #queue: Work[] = [];
  /** Of the next work in the queue: to move the others up each time would take the square of their number. */
  #at = 0;
  #isRunning = false;

  constructor(owner: LaneOwner) {
    this.#owner = owner;
  }

  /** Does the work now where nothing waits before it and this turn has steps left; otherwise what remains of it later. */
  run(work: Work): void {
    this.#queue.push(work);
    if (this.#isRunning || this.#queue.length - this.#at > 1) return;
    if (!this.advance(this.#owner.left())) this.#owner.wait(this);
  }

  /** Does so many steps; true once nothing waits. */
  advance(steps: number): boolean {
    let left = steps;
    this.#isRunning = true;
    for (let work = this.#queue[this.#at]; work !== undefined && left > 0; work = this.#queue[this.#at]) {
      const cost = this.#step(work);
      if (cost === 'done') this.#at += 1;
      left -= cost === 'done' ? Number(typeof work === 'function') : cost;
    }
    this.#isRunning = false;
    if (left < steps) this.#owner.spend(steps - left);
    if (this.#at < this.#queue.length) return false;
    this.#queue = [];
    this.#at = 0;
    return true;
  }

  #step(work: Work): number | 'done' {
    try {
      if (typeof work !== 'function') {
        const { done, value } = work.next();
        return done === true || typeof value !== 'number' ? 'done' : value;
      }
      work();
    } catch (error) {
      this.#owner.failed(error);
    }
    return 'done';
  }
}
