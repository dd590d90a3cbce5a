const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The six ban times and their length in milliseconds (docs/api.md "Bans"); `perma` never ends. */
const LENGTHS = {
  perma: Number.POSITIVE_INFINITY,
  '1h': HOUR,
  '24h': 24 * HOUR,
  '7D': 7 * DAY,
  '30D': 30 * DAY,
  '1Y': 365 * DAY,
} as const;

export type BanTime = keyof typeof LENGTHS;

export const BAN_TIMES: readonly BanTime[] = ['perma', '1h', '24h', '7D', '30D', '1Y'];

/** Epoch milliseconds at which a ban set at `now` ends; 0 for a permanent one. */
export function banExpiry(time: BanTime, now: number): number {
  return time === 'perma' ? 0 : now + LENGTHS[time];
}
