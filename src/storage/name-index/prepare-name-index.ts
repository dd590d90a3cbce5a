import { type Kysely, sql } from 'kysely';
import type { Logger } from '../../runtime/logger.ts';
import { refused } from '../failure.ts';
import { withMigrationLock } from '../migrations/migration-lock.ts';
import { columnsOf } from '../migrations/schema-editor.ts';
import { ownName } from '../table-names.ts';
import type { Tables } from '../tables.ts';
import type { IndexConnection } from './index-connection.ts';
import { isWhole, stateOf, wholeSince } from './index-state.ts';
import { createTriggers, dropTriggers, triggersMadeAt } from './name-triggers.ts';

interface PrepareDeps {
  readonly db: Kysely<Tables>;
  readonly connection: IndexConnection;
  readonly logger: Logger;
}

const COLUMNS = ['part', 'uuid'];

/** `partial`: triggers keep it, and names from before them may be missing. */
export type IndexState = 'whole' | 'partial' | 'unusable';

/**
 * Looks whether the table `NetworkPDNames` of MySQL and MariaDB is whole: the parts of all names, kept by triggers, so that a
 * search is right also when another program writes players. Makes table and triggers where they cannot be relied on. Rejects
 * where the database refuses that.
 */
export async function prepareNameIndex({ db, connection, logger }: PrepareDeps): Promise<IndexState> {
  if (await isReady(db)) return 'whole';
  if (await isBegun(db)) return 'partial';
  await connection.run((patient) => withMigrationLock(patient, logger, make));
  return (await isReady(db)) ? 'whole' : 'partial';
}

async function isReady(db: Kysely<Tables>): Promise<boolean> {
  const madeAt = await triggersMadeAt(db);
  return madeAt !== undefined && (await hasTable(db)) && (await stateOf(db)) === wholeSince(madeAt);
}

async function make(db: Kysely<Tables>): Promise<void> {
  // Triggers have the account's own rights. One that was made by a right of a role stops all that others write.
  // Servers without roles do not know the statement.
  await sql`set role none`.execute(db).catch(() => undefined);
  if ((await isReady(db)) || (await isBegun(db))) return;
  await begin(db);
  if ((await triggersMadeAt(db)) === undefined) throw refused('TRIGGERS_NOT_SHOWN');
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
