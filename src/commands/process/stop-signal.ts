import type { Logger } from '../../runtime/logger.ts';
import { EXIT, type ExitCode } from './exit-code.ts';

// One second less than the ten that service managers were promised.
const DEADLINE_MS = 9_000;

const LOOK_FOR_PARENT_MS = 500;

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. */
export function stopSignal(logger: Logger): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const begin = (signal: string): void => {
      asked = true;
      logger.info({ event: 'process.stopping', signal });
      resolve();
    };
    const onSignal = (signal: string): void => (asked ? process.exit(EXIT.failed) : begin(signal));
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
    // Ctrl-C reaches the shell as well: its end is then no second signal.
    if (process.env['npm_lifecycle_event'] !== undefined) whenOrphaned(() => asked || begin('end of npm'));
  });
}

/**
 * npm runs a script in a shell, and gives its signals to that. Debian's dies of one without passing it on: its end is all
 * that reaches us of a `kill` of `npm start`.
 */
function whenOrphaned(stop: () => unknown): void {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    stop();
  }, LOOK_FOR_PARENT_MS).unref();
}

/** Ends what runs within the time that a stop may take; one that takes longer is cut short and has failed. */
export async function closeInTime(close: () => Promise<void>, logger: Logger): Promise<ExitCode> {
  const outOfTime = setTimeout(() => {
    logger.error({ event: 'process.stop-timed-out', afterMs: DEADLINE_MS });
    process.exit(EXIT.failed);
  }, DEADLINE_MS);
  try {
    await close();
    logger.info({ event: 'process.stopped' });
    return EXIT.done;
  } catch (error) {
    logger.error({ event: 'process.stop-failed', err: error });
    return EXIT.failed;
  } finally {
    clearTimeout(outOfTime);
  }
}

/**
 * Ends the process on an error that nobody handled: what it broke is unknown, and everything durable is in the database.
 * A service manager starts it again.
 */
export function endOnUnhandled(logger: Logger): void {
  process.on('uncaughtException', (error) => {
    logger.error({ event: 'process.failed', err: error });
    process.exit(EXIT.failed);
  });
}
