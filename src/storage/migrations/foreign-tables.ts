import type { Kysely } from 'kysely';
import { ExplainedError } from '../../runtime/explained-error.ts';
import type { Dialect } from '../database.ts';
import { ownName } from '../table-names.ts';
import type { Tables } from '../tables.ts';
import type { CreatedTables } from './migration.ts';
import { columnsOf } from './schema-editor.ts';

/**
 * Rejects when a table of ours is there already and lacks a column: another program has made it.
 * Asked before anything is changed, because MySQL takes no change of a schema back.
 */
export async function refuseForeignTables(
  db: Kysely<Tables>,
  dialect: Dialect,
  tables: readonly CreatedTables[],
): Promise<void> {
  for (const creates of tables) {
    for (const [table, columns] of Object.entries(creates)) {
      const present = (await columnsOf(db, dialect, ownName(table))).map(({ name }) => name.toLowerCase());
      const missing = columns.filter((column) => !present.includes(column));
      if (present.length > 0 && missing.length > 0) throw new ExplainedError(sentence(table, missing));
    }
  }
}

function sentence(table: string, missing: readonly string[]): string {
  return (
    `the database has a table ${table} of another program: it lacks the columns ${missing.join(', ')}. ` +
    'Set storage.tablePrefix, such as "portcullis_", or give Portcullis a database of its own with storage.url. ' +
    'Nothing was changed'
  );
}
