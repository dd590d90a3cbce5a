import pino, { type DestinationStream } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Logger } from '../../runtime/logger.ts';

export interface LogOptions {
  readonly level: string;
  /** Takes secrets out of a line before it is written. */
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
      serializers: { err: pino.stdSerializers.errWithCause },
      hooks: { streamWrite: redact },
    },
    destination,
  );
}

/**
 * Where the log goes: standard output, as lines for people on a terminal and as JSON elsewhere. Written synchronously,
 * so that the last words of a dying process are not lost.
 */
export function standardOutput(isTerminal: boolean): DestinationStream {
  const destination = pino.destination({ dest: 1, sync: true });
  // Whoever read the log is gone; that is no reason to stop serving.
  destination.on('error', () => undefined);
  if (!isTerminal) return destination;
  // Not pino-pretty's stream: that takes the key of the message from pino, where it is not the event.
  const prettify = prettyFactory({
    colorize: true,
    messageKey: 'event',
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
  });
  return { write: (line) => destination.write(prettify(line)) };
}
