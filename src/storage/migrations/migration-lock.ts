import { type Kysely, sql } from 'kysely';
import type { Logger } from '../../runtime/logger.ts';
import { unavailable } from '../failure.ts';
import type { Tables } from '../tables.ts';

const LOCK_SECONDS = 10;
const LOCK_TRIES = 6;

/**
 * Runs `work` on one connection of MySQL, where every DDL statement commits, while no other process changes the schema.
 * Rejects with `storage_unavailable` after a minute in which another one does.
 */
export async function withMigrationLock(
  db: Kysely<Tables>,
  logger: Logger,
  work: (connection: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    const lock = sql`concat('portcullis.', md5(database()))`;
    for (let tries = 1; ; tries += 1) {
      const { rows } = await sql<{
        held: number | null;
      }>`select get_lock(${lock}, ${LOCK_SECONDS}) as held`.execute(connection);
      if (rows[0]?.held === 1) break;
      // A process that was killed leaves its last statement to the server, which finishes it first.
      logger.info({ event: 'storage.migration-awaited', seconds: tries * LOCK_SECONDS });
      if (tries === LOCK_TRIES) throw unavailable('MIGRATION_LOCKED');
    }
    try {
      await work(connection);
    } finally {
      await sql`select release_lock(${lock}) as released`.execute(connection);
    }
  });
}
