import { closeSync, openSync } from 'node:fs';
import { type Dialect, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { Availability } from '../availability.ts';
import type { Database } from '../database.ts';
import { unavailable } from '../failure.ts';
import type { NameTables } from '../table-names.ts';
import type { Tables } from '../tables.ts';
import { SqliteDriver } from './driver.ts';
import { SqliteConnectionQueue } from './connection-queue.ts';

export interface SqliteOptions {
  readonly file: string;
  /** Read for every statement, so that migrations can have more time. */
  readonly limitMs: () => number;
  /** How long a statement waits for another process; below the limit, so that the error says SQLITE_BUSY. */
  readonly busyMs: number;
  readonly nameTables: NameTables;
  readonly maxPages?: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Creates the file if needed, but starts no thread: the first read and the first write do. */
export function openSqlite(options: SqliteOptions): Database {
  const { file, limitMs, busyMs, nameTables, maxPages, clock, logger } = options;
  createPrivately(file);
  // Two, because reads go on while the disk is full or read-only, and would say again and again that it is over.
  const writing = new Availability({ logger, clock, place: file });
  const reading = new Availability({ logger, clock, place: file });
  const write = new SqliteConnectionQueue(
    { file, readOnly: false, busyMs, ...(maxPages === undefined ? {} : { maxPages }) },
    clock,
    limitMs,
  );
  const read = new SqliteConnectionQueue({ file, readOnly: true, busyMs }, clock, limitMs);
  const walk = new SqliteConnectionQueue({ file, readOnly: true, busyMs }, clock, limitMs);
  return {
    dialect: 'sqlite',
    writer: kyselyOver(write, writing, nameTables),
    reader: kyselyOver(read, reading, nameTables),
    walker: kyselyOver(walk, reading, nameTables),
    clock,
    hasRoom: () => writing.hasRoom,
    close: async () => {
      // The writer last: the last connection to close writes the log back into the file.
      await Promise.all([read.close(), walk.close()]);
      await write.close();
    },
  };
}

/** Makes the file readable for its owner only, because it holds addresses of people. */
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    throw unavailable(typeof code === 'string' ? code : 'SQLITE_CANTOPEN');
  }
}

function kyselyOver(
  queue: SqliteConnectionQueue,
  availability: Availability,
  nameTables: NameTables,
): Kysely<Tables> {
  const dialect: Dialect = {
    createAdapter: () => new QueuedAdapter(),
    createDriver: () => new SqliteDriver(queue, availability, nameTables),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return new Kysely<Tables>({ dialect });
}

/** Leaves queueing to SqliteConnectionQueue, which has a bound; Kysely's own queue for single connections has none. */
class QueuedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
