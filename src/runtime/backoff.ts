/** Where chance comes from; injected, so that tests own it. Between 0 and 1, 1 excluded. */
export type Random = () => number;

/** How long to wait before try number `attempt` (from 0): doubling from `first`, never over `most`, half of it jitter. */
export function backoffMs(attempt: number, first: number, most: number, random: Random): number {
  const full = Math.min(most, first * 2 ** Math.min(attempt, 30));
  return Math.round(full / 2 + (full / 2) * random());
}
