import { setTimeout as sleepFor } from 'node:timers/promises';
import { backoffMs } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { Storage } from '../../actors/ports.ts';
import type { Settings } from '../../config/tables/coordinator-keys.ts';
import { AppError } from '../../domain/errors.ts';
import { openStorage } from '../../storage/open-storage.ts';

const PATIENCE_MS = 30_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 4_000;

export interface ReachStorage {
  readonly settings: Settings;
  readonly dataFolder: string;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Opens the database; one that is away has 30 s to come, because after a power cut it may start later than we do. */
export function reachStorage({ settings, dataFolder, logger, clock }: ReachStorage): Promise<Storage> {
  const friends = {
    table: settings['friends.table'],
    columns: {
      player: named(settings['friends.columns.player']),
      friend: named(settings['friends.columns.friend']),
      since: named(settings['friends.columns.since']),
    },
  };
  const options = {
    url: settings['storage.url'],
    dataFolder,
    logger,
    clock,
    friends,
    queryTimeoutMs: settings['storage.queryTimeoutMs'],
    poolSize: settings['storage.poolSize'],
  };
  return patiently(() => openStorage(options), logger);
}

function named(column: string): string | null {
  return column === 'auto' ? null : column;
}

/**
 * Tries again while the database is away, with growing pauses and jitter, for 30 s of them; any other failure is final
 * at once. Sleeps by itself and not by the Clock, whose timers do not keep a process alive that has nothing else yet.
 */
export async function patiently<T>(
  open: () => Promise<T>,
  logger: Logger,
  sleep: (milliseconds: number) => Promise<unknown> = sleepFor,
): Promise<T> {
  let slept = 0;
  for (let attempt = 0; ; attempt++) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'storage_unavailable') throw error;
      if (slept >= PATIENCE_MS) {
        throw new Error(`the database did not answer for ${PATIENCE_MS / 1000} s (${error.message})`, {
          cause: error,
        });
      }
      const pause = backoffMs(attempt, FIRST_PAUSE_MS, MAX_PAUSE_MS, Math.random);
      logger.warn({ event: 'storage.awaited', err: error, retryInMs: pause });
      await sleep(pause);
      slept += pause;
    }
  }
}
