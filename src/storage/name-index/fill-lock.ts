import { type Kysely, sql } from 'kysely';
import { ownName } from '../table-names.ts';
import type { Tables } from '../tables.ts';

/**
 * Runs `work` on one connection, with its id, unless another process fills the index of this database. Apart from the lock of
 * migrations: filling takes minutes, and a start that waited for it would give up.
 */
export async function withFillLock(
  db: Kysely<Tables>,
  work: (connection: Kysely<Tables>, id: number) => Promise<void>,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    const lock = sql`concat('portcullis.names.', md5(concat(database(), '.', ${ownName('NetworkPDNames')})))`;
    const { rows } = await sql<{ held: number | null; id: number }>`
      select get_lock(${lock}, 0) as held, connection_id() as id`.execute(connection);
    const [row] = rows;
    if (row?.held !== 1) return;
    try {
      await work(connection, row.id);
    } finally {
      await sql`select release_lock(${lock}) as released`.execute(connection);
    }
  });
}
