import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeOwnFolder } from '../../runtime/files/own-folder.ts';

/** Result codes of SQLite (https://sqlite.org/rescode.html). */
const BUSY = 5;
const MAY_NOT_WRITE = 'this process needs the right to write there: correct the owner of the data folder';
const DAMAGED = 'the file is damaged and holds nothing: remove it while no coordinator runs';
const ADVICE: ReadonlyMap<number, string> = new Map([
  [8, MAY_NOT_WRITE],
  [10, 'look whether the disk is full or broken'],
  [11, DAMAGED],
  [13, 'there is no space left on the disk: make room'],
  [14, MAY_NOT_WRITE],
  [26, DAMAGED],
]);

/** Another coordinator has the data folder, or the file of the embedded database. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  /** As in `process 4711`. */
  readonly holder: string;

  constructor(place: string, holder: string, cause: unknown, choose = 'another folder with --data') {
    super(`${place} is in use by another coordinator (${holder}); stop that one first, or choose ${choose}`, {
      cause,
    });
    this.holder = holder;
  }
}

/** The file whose lock keeps a second coordinator out of a data folder. */
export function lockFile(folder: string): string {
  return join(folder, 'coordinator.lock');
}

/**
 * Creates the data folder if needed and locks it against a second coordinator. Returns the function that unlocks it; throws
 * when another process holds the lock.
 *
 * It is SQLite's lock on a file that has no other use: the operating system releases it however the process ends, so it is
 * never stale. A file with a process id can be: in a container every process has the id 1.
 */
export function lockDataFolder(folder: string): () => void {
  const path = lockFile(folder);
  try {
    makeOwnFolder(folder);
  } catch (error) {
    throw cannotLock(path, error);
  }
  return lockAt(path, (holder, cause) => new FolderInUse(folder, holder, cause));
}

/** Locks this file of no other use, as above; throws what `inUse` makes when another process holds it. */
export function lockAt(path: string, inUse: (holder: string, cause: unknown) => Error): () => void {
  const database = openLock(path);
  try {
    chmodSync(path, 0o600);
    database.exec('BEGIN IMMEDIATE');
    // For the error message of others: they can read what was committed while the lock is held.
    database.exec(`PRAGMA user_version = ${process.pid}; COMMIT; BEGIN IMMEDIATE`);
  } catch (error) {
    const code = errcodeOf(error);
    const holder =
      code === BUSY ? database.prepare('PRAGMA user_version').get()?.['user_version'] : undefined;
    database.close();
    if (code !== BUSY) throw cannotLock(path, error);
    throw inUse(`process ${String(holder)}`, error);
  }
  return () => database.close();
}

function openLock(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path);
  } catch (error) {
    throw cannotLock(path, error);
  }
}

/** SQLite does not say of which file it speaks, and the operator has to know. */
function cannotLock(path: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  const advice =
    ADVICE.get(errcodeOf(error) ?? 0) ?? 'choose a folder with --data that can be created and written';
  return new Error(`${path} cannot be locked: ${reason}; ${advice}`, { cause: error });
}

/** The kind of an error of SQLite, without its detail; undefined for any other error. */
function errcodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  return error.errcode & 0xff;
}
