import { closeSync, openSync } from 'node:fs';
import { type Dialect, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { Availability } from '../availability.ts';
import type { Database } from '../database.ts';
import { unavailable } from '../failure.ts';
import type { Tables } from '../tables.ts';
import { SqliteDriver } from './driver.ts';
import { SqliteConnectionPool } from './connection.ts';

export interface SqliteOptions {
  readonly file: string;
  /** Read for every statement, so that migrations may take their time. */
  readonly limitMs: () => number;
  /** How long a statement waits for another process; below the limit, so that it is told as such. */
  readonly busyMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Starts nothing yet but sees that the file can be made: the first query of each lane starts its thread. */
export function openSqlite(options: SqliteOptions): Database {
  const { file, limitMs, busyMs, clock, logger } = options;
  ownFile(file);
  const availability = new Availability(logger);
  const write = new SqliteConnectionPool({ file, readOnly: false, busyMs }, clock, limitMs);
  const read = new SqliteConnectionPool({ file, readOnly: true, busyMs }, clock, limitMs);
  return {
    dialect: 'sqlite',
    writer: kyselyOver(write, availability),
    reader: kyselyOver(read, availability),
    clock,
    close: async () => {
      // The writer last: the last connection of all writes the log back into the file.
      await read.close();
      await write.close();
    },
  };
}

/** The file holds addresses of people, so it is made readable for its owner only. */
function ownFile(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    throw unavailable(typeof code === 'string' ? code : 'SQLITE_CANTOPEN');
  }
}

function kyselyOver(pool: SqliteConnectionPool, availability: Availability): Kysely<Tables> {
  const dialect: Dialect = {
    createAdapter: () => new LaneAdapter(),
    createDriver: () => new SqliteDriver(pool, availability),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return new Kysely<Tables>({ dialect });
}

/** The lane's turnstile queues, with a bound; Kysely's own queue for single connections has none. */
class LaneAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
