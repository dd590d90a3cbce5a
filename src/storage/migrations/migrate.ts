import type { Kysely } from 'kysely';
import type { Clock } from '../../runtime/clock.ts';
import { ExplainedError } from '../../runtime/explained-error.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { Dialect } from '../database.ts';
import type { Migration } from './migration.ts';
import { withMigrationLock } from './migration-lock.ts';
import { MigrationProgress } from './migration-progress.ts';
import { columnsOf, SchemaEditor } from './schema-editor.ts';
import { ownName } from '../table-names.ts';
import type { Tables } from '../tables.ts';

export interface MigrateOptions {
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
  readonly migrations: readonly Migration[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The migrations that the database still needs. Rejects for a database of a newer Portcullis. */
export async function pendingMigrations(
  db: Kysely<Tables>,
  dialect: Dialect,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const current = await currentVersion(db, dialect);
  const known = migrations.at(-1)?.version ?? 0;
  if (current > known) {
    throw new ExplainedError(
      `The database was written by a newer Portcullis: its schema has version ${current}, and this version knows up to ${known}. ` +
        'Start the newer version, or restore a backup from before the upgrade.',
    );
  }
  return migrations.filter(({ version }) => version > current);
}

/**
 * Brings the schema up to date. Of two processes that start at once, the second waits and finds nothing to do: on SQLite
 * all migrations are one transaction; on MySQL, where every DDL statement commits, a named lock is held.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { db, dialect } = options;
  if (dialect === 'sqlite') {
    await db.transaction().execute((transaction) => apply(transaction, options));
    return;
  }
  await withMigrationLock(db, options.logger, (connection) => apply(connection, options));
}

async function apply(db: Kysely<Tables>, options: MigrateOptions): Promise<void> {
  const { dialect, migrations, clock, logger } = options;
  const schema = new SchemaEditor(db, dialect);
  await schema.run(
    dialect === 'sqlite'
      ? `create table if not exists NetworkMigrations (
          version integer not null primary key, name text not null, applied_at integer not null) strict`
      : `create table if not exists NetworkMigrations (
          version int not null primary key, name varchar(255) not null, applied_at bigint not null
        ) engine = InnoDB default charset = utf8mb4 collate = utf8mb4_bin`,
  );
  for (const migration of await pendingMigrations(db, dialect, migrations)) {
    const { version, name } = migration;
    await new MigrationProgress(schema, options).apply(migration);
    await db.insertInto('NetworkMigrations').values({ version, name, applied_at: clock.now() }).execute();
    logger.info({ event: 'storage.migrated', version, name });
  }
}

async function currentVersion(db: Kysely<Tables>, dialect: Dialect): Promise<number> {
  if ((await columnsOf(db, dialect, ownName('NetworkMigrations'))).length === 0) return 0;
  const row = await db
    .selectFrom('NetworkMigrations')
    .select((eb) => eb.fn.max('version').as('version'))
    .executeTakeFirst();
  return row?.version ?? 0;
}
