import { setTimeout as sleepFor } from 'node:timers/promises';
import { backoffMs } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { Storage } from '../../actors/ports.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';
import { readInstallation } from '../../config/files/installation.ts';
import type { Settings } from '../../config/tables/coordinator-keys.ts';
import { AppError } from '../../domain/errors.ts';
import { failureCode, openingFailure } from '../../storage/opening-failure.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { explainMissingTables } from './missing-tables-text.ts';
import { parseStorageUrl, storagePlace, type StorageUrl } from '../../storage/storage-url.ts';

const MAX_WAIT_MS = 30_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 4_000;
/** A wait of 30 s is three lines of the log. */
const SAY_AGAIN_MS = 10_000;

export interface ReachStorageOptions {
  readonly settings: Settings;
  readonly dataFolder: string;
  readonly logger: Logger;
  readonly clock: Clock;
  /** As in `StorageOptions`. */
  readonly holdAs?: string;
  /** Resolves when the process is asked to stop, which ends the wait. */
  readonly stopping?: Promise<void>;
}

/** The process was asked to stop before it was up. */
export class StoppedWhileStarting extends Error {
  override readonly name = 'StoppedWhileStarting';
}

/**
 * Opens the database, and waits up to 30 s for one that does not answer: after a power cut it may start later than this
 * process. What no waiting mends, such as a wrong password, is rejected at once with its place and what to do.
 */
export async function reachStorage(options: ReachStorageOptions): Promise<Storage> {
  const { settings, stopping, ...given } = options;
  const { dataFolder, logger } = given;
  const friends = {
    table: settings['friends.table'],
    columns: {
      player: configuredColumn(settings['friends.columns.player']),
      friend: configuredColumn(settings['friends.columns.friend']),
      since: configuredColumn(settings['friends.columns.since']),
      status: configuredColumn(settings['friends.columns.status']),
    },
  };
  const installed = await readInstallation(dataFolder);
  const storageOptions = {
    mustHaveTables: installed !== undefined,
    url: settings['storage.url'],
    ...given,
    friends,
    tablePrefix: settings['storage.tablePrefix'],
    queryTimeoutMs: settings['storage.queryTimeoutMs'],
    poolSize: settings['storage.poolSize'],
  };
  const address = parseStorageUrl(settings['storage.url'], dataFolder);
  const open = () =>
    openStorage(storageOptions).catch((error: unknown) => {
      throw explainMissingTables(error, { address, dataFolder, installed });
    });
  return retryWhileAway({ open, address, logger, stopping });
}

function configuredColumn(column: string): string | null {
  return column === 'auto' ? null : column;
}

interface RetryOptions<T> {
  readonly open: () => Promise<T>;
  readonly address: StorageUrl;
  readonly logger: Logger;
  readonly stopping?: Promise<void> | undefined;
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Tries again while the database does not answer, with growing pauses and jitter that add up to 30 s; any other failure
 * is final at once. It does not sleep by the Clock, whose timers do not keep the process alive: nothing else does yet.
 */
export async function retryWhileAway<T>(options: RetryOptions<T>): Promise<T> {
  const { open, address, logger, stopping = new Promise<never>(() => undefined), sleep = sleepFor } = options;
  let isStopping = false;
  void stopping.then(() => (isStopping = true));
  let slept = 0;
  let said: { readonly code: string; readonly after: number } | undefined;
  for (let attempt = 0; ; attempt++) {
    try {
      return await open();
    } catch (error) {
      if (isStopping) throw new StoppedWhileStarting();
      const final = openingFailure(error, address);
      if (final !== undefined) throw final;
      if (!(error instanceof AppError) || error.code !== 'storage_unavailable') throw error;
      const database = storagePlace(address);
      const code = failureCode(error) ?? error.code;
      if (slept >= MAX_WAIT_MS) {
        const message = `the database ${database} did not answer for ${MAX_WAIT_MS / 1000} s (${code}): is it running, and is storage.url right?`;
        throw new ExplainedError(message, { cause: error });
      }
      const pause = backoffMs(attempt, FIRST_PAUSE_MS, MAX_PAUSE_MS, Math.random);
      if (said?.code !== code || slept - said.after >= SAY_AGAIN_MS) {
        logger.warn({ event: 'storage.awaited', database, code, retryInMs: pause });
        said = { code, after: slept };
      }
      await Promise.race([sleep(pause), stopping]);
      if (isStopping) throw new StoppedWhileStarting();
      slept += pause;
    }
  }
}
