import type { Logger } from '../../runtime/logger.ts';
import { EXIT, type ExitCode } from './exit-code.ts';

// The timers of this file are Node's, not the Clock's: they end the real process, also when its Clock does not run.

/** Service managers wait ten seconds for the process to end; this is one less. */
const DEADLINE_MS = 9_000;

const CHECK_PARENT_EVERY_MS = 500;

/**
 * Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. From the first one on the process has
 * nine seconds to end, whatever it is doing, be it still starting; then it ends at once as failed.
 */
export function stopSignal(logger: Logger): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const begin = (signal: string): void => {
      isStopping = true;
      logger.info({ event: 'process.stopping', signal });
      setTimeout(() => {
        logger.error({ event: 'process.stop-timed-out', afterMs: DEADLINE_MS });
        process.exit(EXIT.failed);
      }, DEADLINE_MS).unref();
      resolve();
    };
    const onSignal = (signal: string): void => (isStopping ? process.exit(EXIT.failed) : begin(signal));
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
    // Ctrl-C reaches the shell as well; the shell's end must not count as a second signal.
    if (process.env['npm_lifecycle_event'] !== undefined)
      whenOrphaned(() => isStopping || begin('end of npm'));
  });
}

/**
 * npm runs a script in a shell and sends signals to the shell. Debian's shell ends without passing them on, so a `kill`
 * of `npm start` is noticed only by the end of the parent process.
 */
function whenOrphaned(stop: () => unknown): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, CHECK_PARENT_EVERY_MS).unref();
}

/** Calls `close` and returns the exit code; `stopSignal` bounds the time it may take. */
export async function closeInTime(close: () => Promise<void>, logger: Logger): Promise<ExitCode> {
  try {
    await close();
    logger.info({ event: 'process.stopped' });
    return EXIT.done;
  } catch (error) {
    logger.error({ event: 'process.stop-failed', err: error });
    return EXIT.failed;
  }
}

/**
 * Ends the process on an unhandled error: what it has broken is unknown, and everything durable is in the database. A
 * service manager starts the process again.
 */
export function endOnUnhandled(logger: Logger): void {
  process.on('uncaughtException', (error) => {
    logger.error({ event: 'process.failed', err: error });
    process.exit(EXIT.failed);
  });
}
