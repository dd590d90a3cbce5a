/** A random number from 0 up to but not including 1; injected, so that tests control it. */
export type Random = () => number;

/** The wait before attempt number `attempt` (from 0), in milliseconds: it doubles from `first` up to `max`; half is jitter. */
export function backoffMs(attempt: number, first: number, max: number, random: Random): number {
  const full = Math.min(max, first * 2 ** Math.min(attempt, 30));
  return Math.round(full / 2 + (full / 2) * random());
}
