import { shareOfFiles } from '../../../runtime/limits/file-limit.ts';
import type { Logger } from '../../../runtime/logger.ts';

/**
 * Of the files that the process may open; the gateway has three quarters of them, and the rest is for players, agents, databases
 * and the log. A connection that is joining has two: its client's and its server's.
 */
const SHARES_OF_FILES = { waiting: 1 / 8, joining: 1 / 16 } as const;
/** As few as may be configured. */
const LEAST = 16;

/**
 * How many connections may wait before their greeting, or until a server lets them in: as many as configured, and no more than
 * an eighth of the files that the process may open are for, or else a flood of clients that go no further takes them all.
 * Says so in the log when that is fewer.
 */
export function pendingLimit(
  step: keyof typeof SHARES_OF_FILES,
  configured: number,
  logger: Logger,
  files = shareOfFiles(SHARES_OF_FILES[step]),
): number {
  const limit = Math.min(configured, Math.max(LEAST, files ?? configured));
  if (limit < configured) {
    const detail = `The process may open few files: raise its limit (ulimit -n), or lower edge.limits.${step}`;
    logger.warn({ event: `edge.${step}-lowered`, configured, limit, detail });
  }
  return limit;
}
