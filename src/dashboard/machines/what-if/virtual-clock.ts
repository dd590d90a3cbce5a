interface Timer {
  readonly due: number;
  readonly run: () => void;
}

/**
 * A clock that is advanced by hand and runs each timer at its own time. XState's simulated clock jumps to the end first,
 * so that a timer started by another timer would start too late.
 */
export class VirtualClock {
  #now = 0;
  #next = 1;
  readonly #timers = new Map<number, Timer>();

  now(): number {
    return this.#now;
  }

  /** Milliseconds until the next timer; undefined without one. */
  untilNext(): number | undefined {
    const due = Math.min(...Array.from(this.#timers.values(), (timer) => timer.due));
    return Number.isFinite(due) ? due - this.#now : undefined;
  }

  setTimeout(run: () => void, milliseconds: number): number {
    const id = this.#next;
    this.#next += 1;
    this.#timers.set(id, { due: this.#now + milliseconds, run });
    return id;
  }

  clearTimeout(id: number): void {
    this.#timers.delete(id);
  }

  /** Runs every timer that is due in this time, each at its own time. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const wait = this.untilNext();
      if (wait === undefined || this.#now + wait > end) break;
      this.#now += wait;
      const [first] = [...this.#timers].filter(([, { due }]) => due <= this.#now);
      if (first === undefined) break;
      this.#timers.delete(first[0]);
      first[1].run();
    }
    this.#now = end;
  }
}
