import { MAX_TIMER_MS } from '../../src/runtime/clock.ts';
import type { Clock } from '../../src/runtime/clock.ts';

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

/** Lets every promise that can go on do so: microtasks, and what they queue, are done when this resolves. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Time that passes only when a test says so. Refuses the delays at which Node's own timers would fire at once. */
export class TestClock implements Clock {
  #now: number;
  /** Ordered by when they are due, then by when they were set. */
  readonly #timers: Timer[] = [];

  constructor(start = Date.UTC(2026, 0, 31, 18, 30)) {
    this.#now = start;
  }

  /** Timers that are set and neither ran nor were cleared. */
  get pending(): number {
    return this.#timers.length;
  }

  now(): number {
    return this.#now;
  }

  setTimeout(run: () => void, milliseconds: number): unknown {
    if (!(milliseconds >= 0 && milliseconds <= MAX_TIMER_MS)) {
      throw new RangeError(`a timer of ${milliseconds} ms would fire at once`);
    }
    const timer = { due: this.#now + milliseconds, run };
    let at = this.#timers.length;
    while (at > 0 && (this.#timers[at - 1]?.due ?? 0) > timer.due) at -= 1;
    this.#timers.splice(at, 0, timer);
    return timer;
  }

  clearTimeout(handle: unknown): void {
    const at = this.#timers.findIndex((timer) => timer === handle);
    if (at !== -1) this.#timers.splice(at, 1);
  }

  /** Runs what falls due in the next `milliseconds`, each at its own moment, and what follows from it. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await turn();
    for (let next = this.#timers[0]; next !== undefined && next.due <= end; next = this.#timers[0]) {
      this.#timers.shift();
      this.#now = Math.max(this.#now, next.due);
      next.run();
      await turn();
    }
    this.#now = end;
  }

  /** The clock is put forward or back: timers keep the time they had left, as those of an operating system do. */
  jump(milliseconds: number): void {
    this.#now += milliseconds;
    const moved = this.#timers.map(({ due, run }) => ({ due: due + milliseconds, run }));
    this.#timers.splice(0, this.#timers.length, ...moved);
  }

  /** The process that set the timers was killed. */
  dropTimers(): void {
    this.#timers.length = 0;
  }

  /** Nothing ran for a while, as on a machine that slept: what fell due meanwhile runs now, late. */
  async leap(milliseconds: number): Promise<void> {
    this.#now += milliseconds;
    await this.advance(0);
  }

  /** Runs the next timer although it is not due by so many milliseconds, as coarse operating system timers do. */
  async fireEarly(by: number): Promise<void> {
    const next = this.#timers.shift();
    if (next === undefined) return;
    this.#now = next.due - by;
    next.run();
    await turn();
  }
}
