import { type Kysely, sql } from 'kysely';
import { ownName } from '../table-names.ts';
import type { Tables } from '../tables.ts';

/**
 * Runs `work` unless another process fills the index of this database. Apart from the lock of migrations: filling takes
 * minutes, and a start that waited for it would give up. `connection` is a single one, which holds the lock.
 */
export async function withFillLock(connection: Kysely<Tables>, work: () => Promise<void>): Promise<void> {
  const lock = sql`concat('portcullis.names.', md5(concat(database(), '.', ${ownName('NetworkPDNames')})))`;
  const { rows } = await sql<{ held: number | null }>`select get_lock(${lock}, 0) as held`.execute(
    connection,
  );
  if (rows[0]?.held !== 1) return;
  try {
    await work();
  } finally {
    await sql`select release_lock(${lock}) as released`.execute(connection);
  }
}
