import { type Kysely, sql } from 'kysely';
import { AppError } from '../../domain/errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { DatabaseFailure, refused } from '../failure.ts';
import { withMigrationLock } from '../migrations/migration-lock.ts';
import { columnsOf } from '../migrations/schema-editor.ts';
import { ownName } from '../table-names.ts';
import type { Tables } from '../tables.ts';
import { fillNameIndex } from './fill-name-index.ts';
import { isWhole, stateOf, wholeSince } from './index-state.ts';
import { createTriggers, dropTriggers, triggersMadeAt } from './name-triggers.ts';

interface NameIndexDeps {
  readonly db: Kysely<Tables>;
  /** Gives a connection whose statements may take as long as a migration. */
  readonly openPatient: () => Promise<{
    readonly database: { readonly writer: Kysely<Tables> };
    done(): Promise<void>;
  }>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const COLUMNS = ['part', 'uuid'];
const UNINDEXED =
  'A search for players reads every name. Give the user of the database all rights on it, TRIGGER too, and restart; where the server logs statements, it also wants log_bin_trust_function_creators=1';

/**
 * Makes the table `NetworkPDNames` of MySQL and MariaDB whole: the parts of all names, kept by triggers, so that a search is
 * right also when another program writes players. Answers whether searches can use it; why not is logged, and never stops
 * the start (docs/decisions/0135).
 */
export async function prepareNameIndex(deps: NameIndexDeps): Promise<boolean> {
  const { db, openPatient, logger } = deps;
  try {
    if (!(await isReady(db))) {
      const patient = await openPatient();
      try {
        await withMigrationLock(patient.database.writer, logger, (connection) => make(connection, deps));
      } finally {
        await patient.done();
      }
    }
    return true;
  } catch (error) {
    if (!(error instanceof AppError && error.facts.cause instanceof DatabaseFailure)) throw error;
    logger.warn({ event: 'storage.names-unindexed', code: error.facts.cause.code, detail: UNINDEXED });
    return false;
  }
}

async function isReady(db: Kysely<Tables>): Promise<boolean> {
  const madeAt = await triggersMadeAt(db);
  return madeAt !== undefined && (await hasTable(db)) && (await stateOf(db)) === wholeSince(madeAt);
}

/** Goes on filling what an interrupted start left. */
async function make(db: Kysely<Tables>, deps: NameIndexDeps): Promise<void> {
  // Triggers have the account's own rights. One that was made by a right of a role stops all that others write.
  // Servers without roles do not know the statement.
  await sql`set role none`.execute(db).catch(() => undefined);
  if (await isReady(db)) return;
  if (!(await isBegun(db))) await begin(db);
  const madeAt = await triggersMadeAt(db);
  if (madeAt === undefined) throw refused('TRIGGERS_NOT_SHOWN');
  await fillNameIndex(db, { ...deps, madeAt });
}

/** What is there without the triggers, or with later ones or those of another account, may lack names. */
async function isBegun(db: Kysely<Tables>): Promise<boolean> {
  if ((await triggersMadeAt(db)) === undefined || !(await hasTable(db))) return false;
  return !isWhole(await stateOf(db));
}

async function begin(db: Kysely<Tables>): Promise<void> {
  await dropTriggers(db);
  if (await hasTable(db)) await sql`drop table NetworkPDNames`.execute(db);
  // Before the table, which shows that all of this was done.
  await createTriggers(db);
  await sql`create table NetworkPDNames (
    part varbinary(64) not null,
    uuid varbinary(36) not null,
    primary key (part, uuid)
  ) engine = InnoDB default charset = utf8mb4 collate = utf8mb4_bin`.execute(db);
}

/** Rejects when another program has a table of this name. */
async function hasTable(db: Kysely<Tables>): Promise<boolean> {
  const columns = (await columnsOf(db, 'mysql', ownName('NetworkPDNames'))).map(({ name }) => name);
  if (columns.length > 0 && columns.join() !== COLUMNS.join()) throw refused('TABLE_OF_ANOTHER_PROGRAM');
  return columns.length > 0;
}
