import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/**
 * Makes the data folder if need be and keeps a second coordinator out of it; returns the way to let go. Throws when one is there.
 *
 * The lock is SQLite's, on a file that holds nothing else: the system frees it when the process is gone however it
 * ended, so it is never stale. A file with a process id cannot tell that: in a container every process is number 1.
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'coordinator.lock');
  const database = new DatabaseSync(path);
  try {
    chmodSync(path, 0o600);
    database.exec('BEGIN IMMEDIATE');
    // Only for the message; readers see what is committed while the lock is held again.
    database.exec(`PRAGMA user_version = ${process.pid}; COMMIT; BEGIN IMMEDIATE`);
  } catch (error) {
    const busy = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
    const holder = busy ? database.prepare('PRAGMA user_version').get()?.['user_version'] : undefined;
    database.close();
    if (!busy) throw error;
    throw new Error(
      `${folder} is in use by another coordinator (process ${String(holder)}); stop that one first, or choose another folder with --data`,
      { cause: error },
    );
  }
  return () => database.close();
}
