/** Less than this is the way of the answer, and the second that its date is rounded to. */
const TOLERANCE_MS = 3000;

/** The coordinator's clock, as far as the dates of its answers tell. The clock of a viewer's device may be a day wrong. */
export class ServerClock {
  /** What to add to the time of this device, in milliseconds. */
  #ahead = 0;
  readonly #deviceNow: () => number;

  constructor(deviceNow: () => number) {
    this.#deviceNow = deviceNow;
  }

  /** Takes the `Date` header of an answer that has just come; nothing from an answer without one. */
  hear(date: string | null): void {
    // It is cut to whole seconds.
    const at = Date.parse(date ?? '') + 500;
    const ahead = at - this.#deviceNow();
    if (Math.abs(ahead - this.#ahead) < TOLERANCE_MS) return;
    if (!Number.isNaN(ahead)) this.#ahead = Math.abs(ahead) < TOLERANCE_MS ? 0 : ahead;
  }

  /** Epoch milliseconds by the coordinator's clock. */
  now(): number {
    return this.timeOf(this.#deviceNow());
  }

  /** A time of this device, in epoch milliseconds, by the coordinator's clock. */
  timeOf(at: number): number {
    return at + this.#ahead;
  }
}

/** What every time on the page is compared with. */
export const serverClock = new ServerClock(() => Date.now());
