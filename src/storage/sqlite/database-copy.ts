import { backup, DatabaseSync } from 'node:sqlite';
import { ALL_MIGRATIONS } from '../migrations/versions/all-migrations.ts';

/** How long an open may wait for a process that is switching the file to its log or recovering it. */
const BUSY_MS = 10_000;
/** All pages in one step: in several, every write of the coordinator would begin the copy anew. */
const ALL_PAGES = -1;

/**
 * Copies the database in `file` to `target` as it is at one moment, also while a coordinator writes it, and checks the
 * copy. Nobody waits for it. What was committed before the call is in the copy, which is one file. Rejects with an error
 * for the operator when the database cannot be read, is damaged, or there is no room.
 */
export async function copyDatabase(file: string, target: string): Promise<void> {
  const source = opened(file, true);
  try {
    await backup(source, target, { rate: ALL_PAGES });
  } catch (error) {
    throw new Error(`${file} cannot be copied to ${target}: ${reasonOf(error)}`, { cause: error });
  } finally {
    source.close();
  }
  const copy = opened(target, false);
  try {
    // One file is easier to move and to check than one with a log beside it. The coordinator turns the log on again.
    copy.exec('pragma journal_mode = delete');
    const [found] = copy.prepare('pragma integrity_check(1)').all();
    if (found?.['integrity_check'] !== 'ok') throw new Error(String(found?.['integrity_check']));
  } catch (error) {
    throw new Error(`${file} is damaged: ${reasonOf(error)}`, { cause: error });
  } finally {
    copy.close();
  }
}

/** Throws an error for the operator when the schema of the database in `file` is newer than this program. */
export function requireKnownSchema(file: string): void {
  const database = opened(file, true);
  try {
    const known = ALL_MIGRATIONS.at(-1)?.version ?? 0;
    // Whatever `storage.tablePrefix` is.
    const tables = database
      .prepare("select name from sqlite_master where type = 'table' and name like '%NetworkMigrations'")
      .all();
    const versions = tables.map(({ name }) => {
      const quoted = String(name).replaceAll('"', '""');
      return Number(database.prepare(`select max(version) as at from "${quoted}"`).get()?.['at']);
    });
    const version = Math.max(0, ...versions);
    if (version <= known) return;
    throw new Error(
      `${file} was written by a newer Portcullis: its schema has version ${version}, and this version knows up to ${known}`,
    );
  } finally {
    database.close();
  }
}

/**
 * Writes what is only in the log back into the file, so that the file is whole without it. No other process may have the
 * database open. Answers false for a database that is too damaged for that.
 */
export function writeLogBack(file: string): boolean {
  try {
    const database = opened(file, false);
    try {
      database.exec('pragma journal_mode = delete');
      return true;
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

function opened(file: string, readOnly: boolean): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly, timeout: BUSY_MS });
  } catch (error) {
    throw new Error(`${file} cannot be opened: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
