import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../runtime/files/atomic-file.ts';
import { copyDatabase } from '../../storage/sqlite/database-copy.ts';
import { DATABASE_FILE, writeManifest } from './backup-manifest.ts';
import { dataFilesOf } from './data-files.ts';
import { copyPrivately, syncFile } from './private-copy.ts';

export interface BackupOptions {
  readonly dataFolder: string;
  /** The file of the embedded database. */
  readonly database: string;
  /** The folder of the backup, which must not exist yet. */
  readonly target: string;
  readonly version: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Makes a backup of the embedded database and of the files beside it, also while a coordinator runs. The folder appears
 * whole or not at all. Resolves with the names that were left out; rejects with an error for the operator.
 */
export async function makeBackup(options: BackupOptions): Promise<readonly string[]> {
  const { dataFolder, database, target, version, now } = options;
  if (await exists(target)) throw new Error(`${target} exists; name a folder that does not exist yet`);
  const partial = `${target}.partial`;
  await mkdir(dirname(target), { recursive: true });
  await mkdir(partial, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new Error(
      `${partial} is of a backup that still runs or was broken off; in the latter case remove it`,
    );
  });
  try {
    const { names, leftOut } = await dataFilesOf(dataFolder, database);
    await makeEmpty(join(partial, DATABASE_FILE));
    await copyDatabase(database, join(partial, DATABASE_FILE));
    await syncFile(join(partial, DATABASE_FILE));
    for (const name of names) await copyPrivately(join(dataFolder, name), join(partial, name));
    await writeManifest(partial, { version, madeAt: now, names: [DATABASE_FILE, ...names] });
    await rename(partial, target);
    await syncFolder(dirname(target));
    return leftOut;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** SQLite makes files that others can read; the database holds addresses of people. */
async function makeEmpty(file: string): Promise<void> {
  await (await open(file, 'wx', 0o600)).close();
}

async function exists(path: string): Promise<boolean> {
  const found = await open(path, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  await found?.close();
  return found !== undefined;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
