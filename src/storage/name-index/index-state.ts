import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

const WHOLE = 'whole ';

/**
 * How far the parts of names are written, which the row without a part says: the last uuid, or `wholeSince`. Empty before the
 * first step.
 */
export async function stateOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ state: string }>`select convert(uuid using ascii) as state from NetworkPDNames
    where part = ''`.execute(db);
  return rows[0]?.state ?? '';
}

/** The row of the last state makes room for this one; in a transaction, or another process sees none. */
export async function noteState(db: Kysely<Tables>, state: string): Promise<void> {
  await sql`delete from NetworkPDNames where part = ''`.execute(db);
  await sql`insert into NetworkPDNames (part, uuid) values ('', ${state})`.execute(db);
}

/** The state when all names are written and the triggers of that moment keep them: later ones came by a restore. */
export function wholeSince(madeAt: string): string {
  return `${WHOLE}${madeAt}`;
}

/** Whether all names were written, and some triggers kept them. */
export function isWhole(state: string): boolean {
  return state.startsWith(WHOLE);
}
