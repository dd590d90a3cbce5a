import { closeSync, openSync } from 'node:fs';
import { type Dialect, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { Availability } from '../availability.ts';
import type { Database } from '../database.ts';
import { unavailable } from '../failure.ts';
import { runningFault, type StoreFault } from '../running-fault.ts';
import type { StoreWatch } from '../store-watch.ts';
import type { NameTables } from '../table-names.ts';
import type { Tables } from '../tables.ts';
import { SqliteDriver } from './driver.ts';
import { SqliteConnectionQueue } from './connection-queue.ts';
import { type FileIdentity, fileIdentity } from '../../runtime/files/file-identity.ts';

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
  readonly watch: StoreWatch;
}

/** Creates the file if needed, but starts no thread: the first read and the first write do. */
export function openSqlite(options: SqliteOptions): Database {
  const { file, limitMs, busyMs, nameTables, maxPages, clock, logger, watch } = options;
  const identity = createPrivately(file);
  const explain = (error: unknown): StoreFault | undefined =>
    runningFault(error, { dialect: 'sqlite', file });
  // Two, because reads go on while the disk is full or read-only, and would say again and again that it is over.
  const writing = new Availability({ logger, clock, place: file, explain, watch });
  const reading = new Availability({ logger, clock, place: file, explain, watch });
  const write = new SqliteConnectionQueue(
    { file, identity, readOnly: false, busyMs, ...(maxPages === undefined ? {} : { maxPages }) },
    clock,
    limitMs,
  );
  const reads = { file, identity, readOnly: true, busyMs };
  const read = new SqliteConnectionQueue(reads, clock, limitMs);
  const walk = new SqliteConnectionQueue(reads, clock, limitMs);
  const writer = kyselyOver(write, writing, nameTables);
  return {
    dialect: 'sqlite',
    writer,
    reader: kyselyOver(read, reading, nameTables),
    walker: kyselyOver(walk, reading, nameTables),
    clock,
    hasNameIndex: () => true,
    hasRoom: () => writing.hasRoom,
    // The thread looks whose files they are before it writes, also where there is nothing to write.
    requireFiles: () => writer.transaction().execute(() => Promise.resolve()),
    close: async () => {
      // The writer last: the last connection to close writes the log back into the file.
      await Promise.all([read.close(), walk.close()]);
      await write.close();
      writing.close();
      reading.close();
    },
  };
}

/** Makes the file readable for its owner only, because it holds addresses of people. Answers which file it is. */
function createPrivately(file: string): FileIdentity {
  try {
    closeSync(openSync(file, 'a', 0o600));
    return fileIdentity(file) ?? '';
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
