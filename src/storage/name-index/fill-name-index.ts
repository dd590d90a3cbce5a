import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { Tables } from '../tables.ts';
import { foldedName, packed, partOf } from './folded-name.ts';
import { noteState, stateOf, wholeSince } from './index-state.ts';

/** A second or two for each, and the rows of these players are locked as long. */
const PLAYERS_PER_STEP = 20_000;
const SAY_EVERY_MS = 10_000;

interface Step {
  readonly through: string | null;
  readonly players: number;
  /** The most characters that a name has. */
  readonly longest: number;
}

/**
 * Writes the parts of all names, in steps that are committed one by one, and goes on where an interrupted start ended. The
 * triggers must be there: they add what is written meanwhile. Says every ten seconds how far it is.
 * `madeAt` is when the triggers were made.
 */
export async function fillNameIndex(
  db: Kysely<Tables>,
  { clock, logger, madeAt }: { readonly clock: Clock; readonly logger: Logger; readonly madeAt: string },
): Promise<void> {
  const begun = clock.elapsed();
  const seconds = (): number => Math.round((clock.elapsed() - begun) / 1000);
  const total = (await sql<{ count: number }>`select count(*) as count from NetworkPD`.execute(db)).rows[0]
    ?.count;
  let through = await stateOf(db);
  let players = 0;
  let saidAt = begun;
  for (;;) {
    const step = await stepAfter(db, through);
    if (step?.through == null) break;
    await addParts(db, through, { ...step, through: step.through });
    through = step.through;
    players += step.players;
    if (clock.elapsed() - saidAt < SAY_EVERY_MS) continue;
    saidAt = clock.elapsed();
    logger.info({ event: 'storage.names-indexing', players, of: total, seconds: seconds() });
  }
  // Parts come in the order of the uuids, which leaves every page of the table half empty.
  if (players > PLAYERS_PER_STEP) await sql`alter table NetworkPDNames force`.execute(db);
  await noteState(db, wholeSince(madeAt));
  if (players > 0) logger.info({ event: 'storage.names-indexed', players, seconds: seconds() });
}

async function stepAfter(db: Kysely<Tables>, after: string): Promise<Step | undefined> {
  const { rows } = await sql<Step>`
    select max(uuid) as through, count(*) as players, max(char_length(username)) as longest
    from (select uuid, username from NetworkPD where uuid > ${after} order by uuid limit ${PLAYERS_PER_STEP}) as step`.execute(
    db,
  );
  return rows[0];
}

/** Sorted, so that a table that does not fit into memory is gone through once a step and not once a part. */
async function addParts(
  db: Kysely<Tables>,
  after: string,
  { through, longest }: Step & { readonly through: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (longest > 2) {
      const places = Array.from({ length: longest - 2 }, (_, at) => sql`select ${sql.lit(at + 1)} as place`);
      await sql`insert ignore into NetworkPDNames (part, uuid)
        select ${partOf(sql`substr(name, place)`)} as part, id
        from (
          select ${foldedName(sql`username`)} as name, ${packed(sql`uuid`)} as id from NetworkPD
          where uuid > ${after} and uuid <= ${through}
        ) as names cross join (${sql.join(places, sql` union all `)}) as places
        where place <= char_length(name) - 2 order by part, id`.execute(transaction);
    }
    await noteState(transaction, through);
  });
}
