import { shareOfFiles } from '../../../runtime/limits/file-limit.ts';
import type { Logger } from '../../../runtime/logger.ts';

/** The gateway has three quarters of them; the rest is for players, agents, databases and the log. */
const SHARE_OF_FILES = 1 / 8;
/** As few as may be configured. */
const LEAST = 16;

/**
 * How many connections may wait before their greeting: as many as configured, and no more than an eighth of the files that
 * the process may open, or else a flood of silent clients takes them all. Says so in the log when that is fewer.
 */
export function waitingLimit(
  configured: number,
  logger: Logger,
  files = shareOfFiles(SHARE_OF_FILES),
): number {
  const limit = Math.min(configured, Math.max(LEAST, files ?? configured));
  if (limit < configured) {
    const detail =
      'The process may open few files: raise its limit (ulimit -n), or lower edge.limits.waiting';
    logger.warn({ event: 'edge.waiting-lowered', configured, limit, detail });
  }
  return limit;
}
