import pino, { type DestinationStream } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Logger } from '../../runtime/logger.ts';
import { errorFields } from './error-fields.ts';

export interface LogOptions {
  readonly level: string;
  /** Removes secrets from a line before it is written. */
  readonly redact: (line: string) => string;
  readonly destination: DestinationStream;
}

/** The log as JSON lines: `level`, `time`, `event` and the event's own fields. */
export function openLog({ level, redact, destination }: LogOptions): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFields },
      hooks: { streamWrite: redact },
    },
    destination,
  );
}

/**
 * The destination of the log: standard output, as lines for people on a terminal and as JSON elsewhere. It is written
 * synchronously, so that the last lines before a crash are not lost.
 */
export function standardOutput(isTerminal: boolean): DestinationStream {
  const destination = pino.destination({ dest: 1, sync: true });
  // The reader of the log is gone; the process goes on without it.
  destination.on('error', () => undefined);
  if (!isTerminal) return destination;
  // Not pino-pretty's stream: it takes the message key from pino, which is not `event`.
  const prettify = prettyFactory({
    colorize: true,
    messageKey: 'event',
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
  });
  return { write: (line) => destination.write(prettify(line)) };
}
