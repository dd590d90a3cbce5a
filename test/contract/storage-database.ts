import { systemClock } from '../../src/runtime/clock.ts';
import type { LogFields, Logger } from '../../src/runtime/logger.ts';
import type { Storage } from '../../src/actors/ports.ts';
import { openStorage, type StorageOptions } from '../../src/storage/open-storage.ts';

/** One empty database of an implementation. */
export interface TestDatabase {
  readonly url: string;
  readonly dataFolder: string;
  /** Runs a statement on the database directly, as another program would. */
  run(statement: string): Promise<Record<string, unknown>[]>;
}

export interface Implementation {
  readonly dialect: 'mysql' | 'sqlite';
  createDatabase(): Promise<TestDatabase>;
}

/** An open storage, empty at the start of every test. */
export interface Opened {
  readonly storage: Storage;
  readonly database: TestDatabase;
  readonly log: LogFields[];
}

function recordedLogger(): { logger: Logger; log: LogFields[] } {
  const log: LogFields[] = [];
  const keep = (fields: LogFields) => void log.push(fields);
  return { log, logger: { debug: keep, info: keep, warn: keep, error: keep } };
}

/** Opens the storage of a database and records its log. */
export async function open(database: TestDatabase, options: Partial<StorageOptions> = {}): Promise<Opened> {
  const { logger, log } = recordedLogger();
  const { url, dataFolder } = database;
  const storage = await openStorage({ url, dataFolder, logger, clock: systemClock, ...options });
  return { storage, database, log };
}
