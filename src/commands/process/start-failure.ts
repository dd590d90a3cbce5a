import { ConfigError } from '../../config/config-error.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';
import type { LogFields } from '../../runtime/logger.ts';

/** The line of the log of a start that failed: its sentence, or the whole error when nobody expected it. */
export function startFailure(error: unknown): LogFields {
  const event = 'process.start-failed';
  const isExplained = error instanceof ExplainedError || error instanceof ConfigError;
  return isExplained ? { event, reason: error.message } : { event, err: error };
}
