/** Time, injected so that tests control it. XState requires this shape. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds since some moment of the past. Nobody can set it, so durations that protect something are measured by it. */
  elapsed(): number;
  setTimeout(run: () => void, milliseconds: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** How far the database's clock may be off before it is worth a warning, in milliseconds (docs/api.md "Time"). */
export const MAX_CLOCK_SKEW_MS = 2_000;

/** The longest delay of a timer of Node: longer ones, such as the end of a ban in a year, would fire at once. */
export const MAX_TIMER_MS = 2_147_483_647;

/** The system's time. A waiting timer does not keep the process running: listening sockets do. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  setTimeout: (run, milliseconds) => setTimeout(run, Math.min(milliseconds, MAX_TIMER_MS)).unref(),
  clearTimeout: (handle) => {
    // By its number, because the type of the handle is opaque.
    if (typeof handle === 'object' && handle !== null) clearTimeout(Number(handle));
  },
};
