import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DATABASE_FILE, MANIFEST_FILE } from './backup-manifest.ts';

/** Settings, keys, certificates and pictures are far smaller; a log that somebody writes into the folder is not. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_FILES = 500;
/** The lock of the running process, what edges write anew, what is being written right now, and what a restore set aside. */
const PASSING = /^(?:coordinator\.lock.*|edge-.*\.snapshot|.*\.tmp|before-restore-.*)$/;
const BESIDE_DATABASE = ['', '-wal', '-shm', '-journal'];

/** What of a data folder belongs in a backup, besides the database, and what was left out of it. */
export interface DataFiles {
  readonly names: readonly string[];
  /** Folders, and files that are too large: nothing that the coordinator itself writes. */
  readonly leftOut: readonly string[];
}

/** Looks into a data folder whose embedded database is in the file `database`. */
export async function dataFilesOf(dataFolder: string, database: string): Promise<DataFiles> {
  const ours = [basename(database), DATABASE_FILE].flatMap((file) =>
    BESIDE_DATABASE.map((end) => file + end),
  );
  const names: string[] = [];
  const leftOut: string[] = [];
  for (const name of (await readdir(dataFolder)).sort()) {
    if (PASSING.test(name) || name === MANIFEST_FILE || ours.includes(name)) continue;
    const found = await stat(join(dataFolder, name));
    if (found.isFile() && found.size <= MAX_BYTES && names.length < MAX_FILES) names.push(name);
    else leftOut.push(name);
  }
  return { names, leftOut };
}
