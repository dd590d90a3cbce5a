/** Time, injected so that tests own it. The shape is the one XState asks for. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  setTimeout(run: () => void, milliseconds: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** Node caps a timer at 2^31 - 1 ms and fires at once beyond it; a ban of a year lies beyond. */
export const MAX_TIMER_MS = 2_147_483_647;

/** The machine's own time. A waiting timer does not keep the process alive: listening sockets do. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, milliseconds) => setTimeout(run, Math.min(milliseconds, MAX_TIMER_MS)).unref(),
  clearTimeout: (handle) => {
    // By its number, because the port's handle is opaque.
    if (typeof handle === 'object' && handle !== null) clearTimeout(Number(handle));
  },
};
