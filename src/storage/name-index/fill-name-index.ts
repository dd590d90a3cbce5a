import { type IsolationLevel, type Kysely, sql } from 'kysely';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { retried } from '../retried.ts';
import type { Tables } from '../tables.ts';
import { foldedName, packed, partOf } from './folded-name.ts';
import { noteState, stateOf, wholeSince } from './index-state.ts';

/** A second or two for each. A table that does not fit into memory is gone through once a step. */
const PLAYERS_PER_STEP = 20_000;
/** Fewer are there before anybody reads the log. */
const SAID_FROM = 1_000;

interface Step {
  readonly through: string | null;
  readonly players: number;
  /** The most characters that a name has. */
  readonly longest: number;
}

interface FillDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  /** When the triggers were made. */
  readonly madeAt: string;
  readonly isStopped: () => boolean;
  /** Called before the first step, with how many players there are; not where all names are there. */
  readonly sayBegun: (players: number) => void;
}

/**
 * Writes the parts of all names, in steps that are committed one by one, and goes on where an interrupted one ended. The
 * triggers must be there: they add what is written meanwhile. Answers false when it was stopped before the end.
 */
export async function fillNameIndex(db: Kysely<Tables>, deps: FillDeps): Promise<boolean> {
  const { clock, logger, madeAt, isStopped, sayBegun } = deps;
  const begun = clock.elapsed();
  const isolation = await isolationOf(db);
  let through = await stateOf(db);
  let players = 0;
  for (;;) {
    if (isStopped()) return false;
    const step = await stepAfter(db, through);
    if (step?.through == null) break;
    if (players === 0 && step.players > SAID_FROM) sayBegun(await countPlayers(db));
    const part = { ...step, through: step.through };
    await retried(clock, () => addParts(db, through, part, isolation));
    through = step.through;
    players += step.players;
  }
  // Parts come in the order of the uuids, which leaves every page of the table half empty.
  if (players > PLAYERS_PER_STEP) await sql`alter table NetworkPDNames force`.execute(db);
  await noteState(db, wholeSince(madeAt));
  const seconds = Math.round((clock.elapsed() - begun) / 1000);
  if (players > 0) logger.info({ event: 'storage.names-indexed', players, seconds });
  return true;
}

async function countPlayers(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from NetworkPD`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Where players are read without locking them, so that what others write does not wait for a step; a name that changes meanwhile leaves
 * parts too many, which do no harm. A server that logs statements refuses that, and locks them.
 */
async function isolationOf(db: Kysely<Tables>): Promise<IsolationLevel> {
  const { rows } = await sql<{ format: string; logs: number }>`
    select @@global.binlog_format as format, @@global.log_bin as logs`
    .execute(db)
    .catch(() => ({ rows: [] }));
  return rows[0]?.logs === 1 && rows[0].format === 'STATEMENT' ? 'repeatable read' : 'read committed';
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
  isolation: IsolationLevel,
): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel(isolation)
    .execute(async (transaction) => {
      if (longest > 2) {
        const places = Array.from(
          { length: longest - 2 },
          (_, at) => sql`select ${sql.lit(at + 1)} as place`,
        );
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
