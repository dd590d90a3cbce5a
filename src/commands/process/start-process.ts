import type { Logger } from '../../runtime/logger.ts';
import { openLog, standardOutput } from './log.ts';
import { endOnUnhandled, stopSignal } from './stop-signal.ts';
import type { Terminal } from './terminal.ts';

/** What a command knows before its process starts. */
export interface ProcessOptions {
  readonly terminal: Terminal;
  readonly logLevel: string;
  /** Removes secrets from a line of the log before it is written. */
  readonly redact: (line: string) => string;
  /** What was questionable in the configuration. */
  readonly warnings?: readonly string[];
}

/** A process that runs until it is asked to stop. */
export interface StartedProcess {
  readonly logger: Logger;
  /** Resolves when the process is asked to stop. */
  readonly stopping: Promise<void>;
}

/**
 * Does what every command that keeps running does first: opens the log, and listens for signals and unhandled errors.
 */
export function startProcess({ terminal, logLevel, redact, warnings = [] }: ProcessOptions): StartedProcess {
  const destination = standardOutput(terminal.interactive);
  const logger = openLog({ level: logLevel, redact, destination });
  endOnUnhandled(logger);
  const stopping = stopSignal(logger);
  for (const warning of warnings) logger.warn({ event: 'config.warning', warning });
  return { logger, stopping };
}
