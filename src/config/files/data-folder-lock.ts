import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** Another coordinator has the data folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * Creates the data folder if needed and locks it against a second coordinator. Returns the function that unlocks it; throws
 * when another process holds the lock.
 *
 * It is SQLite's lock on a file that has no other use: the operating system releases it however the process ends, so it is
 * never stale. A file with a process id can be: in a container every process has the id 1.
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'coordinator.lock');
  const database = new DatabaseSync(path);
  try {
    chmodSync(path, 0o600);
    database.exec('BEGIN IMMEDIATE');
    // For the error message of others: they can read what was committed while the lock is held.
    database.exec(`PRAGMA user_version = ${process.pid}; COMMIT; BEGIN IMMEDIATE`);
  } catch (error) {
    const busy = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
    const holder = busy ? database.prepare('PRAGMA user_version').get()?.['user_version'] : undefined;
    database.close();
    if (!busy) throw error;
    throw new FolderInUse(
      `${folder} is in use by another coordinator (process ${String(holder)}); stop that one first, or choose another folder with --data`,
      { cause: error },
    );
  }
  return () => database.close();
}
