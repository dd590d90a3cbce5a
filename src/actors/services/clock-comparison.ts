import { type Clock, MAX_CLOCK_SKEW_MS } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { Storage } from '../ports.ts';

/**
 * How many milliseconds the database's clock is ahead of ours. Bans end by ours, and other programs read them by the
 * database's: a difference is worth a warning.
 */
export async function compareClocks(
  storage: Pick<Storage, 'now'>,
  clock: Clock,
  logger: Logger,
): Promise<number> {
  const before = clock.now();
  const theirs = await storage.now();
  const skew = Math.round(theirs - (before + clock.now()) / 2);
  if (Math.abs(skew) > MAX_CLOCK_SKEW_MS) logger.warn({ event: 'clock.skewed', skewMs: skew });
  return skew;
}
