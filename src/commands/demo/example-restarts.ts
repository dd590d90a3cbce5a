import type { ServerDirectory } from '../../actors/network.ts';
import { AppError } from '../../domain/errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';

/** A reboot takes about as long: whoever opens the page finds one under way, or sees the next begin. */
const EVERY_MS = 30_000;

/** What restarts are made with. */
export interface RestartOptions {
  readonly servers: Pick<ServerDirectory, 'restart'>;
  /** The servers that take turns. */
  readonly names: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Restarts one server at once, and the next every half minute. Returns the way to stop. */
export function restartInTurn({ servers, names, clock, logger }: RestartOptions): () => void {
  let timer: unknown;
  let turn = 0;
  const restartNext = (): void => {
    const name = names[turn % names.length];
    if (name === undefined) return;
    turn += 1;
    timer = clock.setTimeout(restartNext, EVERY_MS);
    servers.restart(name).catch((error: unknown) => {
      // One that is away or restarts already is no fault: the next has its turn soon.
      if (!(error instanceof AppError))
        logger.warn({ event: 'demo.restart-failed', server: name, err: error });
    });
  };
  restartNext();
  return () => clock.clearTimeout(timer);
}
