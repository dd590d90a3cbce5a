import { systemClock } from '../../src/runtime/clock.ts';
import type { LogFields, Logger } from '../../src/runtime/logger.ts';
import type { Storage } from '../../src/actors/ports.ts';
import { openStorage, type StorageOptions } from '../../src/storage/open-storage.ts';

/** One empty database of an implementation. */
export interface Place {
  readonly url: string;
  readonly dataFolder: string;
  /** Runs a statement past the storage, as another program would. */
  run(statement: string): Promise<Record<string, unknown>[]>;
}

export interface Implementation {
  readonly dialect: 'mysql' | 'sqlite';
  createPlace(): Promise<Place>;
}

/** An open storage that every test finds empty. */
export interface Opened {
  readonly storage: Storage;
  readonly place: Place;
  readonly log: LogFields[];
}

function recordedLogger(): { logger: Logger; log: LogFields[] } {
  const log: LogFields[] = [];
  const keep = (fields: LogFields) => void log.push(fields);
  return { log, logger: { debug: keep, info: keep, warn: keep, error: keep } };
}

/** Opens a place and answers its log as well. */
export async function open(place: Place, options: Partial<StorageOptions> = {}): Promise<Opened> {
  const { logger, log } = recordedLogger();
  const { url, dataFolder } = place;
  const storage = await openStorage({ url, dataFolder, logger, clock: systemClock, ...options });
  return { storage, place, log };
}
