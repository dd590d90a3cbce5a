import type { Logger, LogFields } from '../../src/runtime/logger.ts';

/** A log whose lines tests can read. */
export function recordedLog(): { logger: Logger; readonly events: () => string[] } {
  const entries: LogFields[] = [];
  const keep = (fields: LogFields) => void entries.push(fields);
  return {
    logger: { debug: keep, info: keep, warn: keep, error: keep },
    events: () => entries.map(({ event }) => event),
  };
}
