import { setTimeout as sleepFor } from 'node:timers/promises';
import { backoffMs } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { Storage } from '../../actors/ports.ts';
import type { Settings } from '../../config/tables/coordinator-keys.ts';
import { AppError } from '../../domain/errors.ts';
import { openStorage } from '../../storage/open-storage.ts';

const MAX_WAIT_MS = 30_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 4_000;

export interface ReachStorageOptions {
  readonly settings: Settings;
  readonly dataFolder: string;
  readonly logger: Logger;
  readonly clock: Clock;
  /** As in `StorageOptions`. */
  readonly holdAs?: string;
}

/**
 * Opens the database, and waits up to 30 s for one that does not answer: after a power cut it may start later than this
 * process.
 */
export function reachStorage({ settings, ...given }: ReachStorageOptions): Promise<Storage> {
  const friends = {
    table: settings['friends.table'],
    columns: {
      player: configuredColumn(settings['friends.columns.player']),
      friend: configuredColumn(settings['friends.columns.friend']),
      since: configuredColumn(settings['friends.columns.since']),
      status: configuredColumn(settings['friends.columns.status']),
    },
  };
  const options = {
    url: settings['storage.url'],
    ...given,
    friends,
    tablePrefix: settings['storage.tablePrefix'],
    queryTimeoutMs: settings['storage.queryTimeoutMs'],
    poolSize: settings['storage.poolSize'],
  };
  return retryWhileAway(() => openStorage(options), given.logger);
}

function configuredColumn(column: string): string | null {
  return column === 'auto' ? null : column;
}

/**
 * Tries again while the database does not answer, with growing pauses and jitter that add up to 30 s; any other failure
 * is final at once. It does not sleep by the Clock, whose timers do not keep the process alive: nothing else does yet.
 */
export async function retryWhileAway<T>(
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
      if (slept >= MAX_WAIT_MS) {
        throw new Error(`the database did not answer for ${MAX_WAIT_MS / 1000} s (${error.message})`, {
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
