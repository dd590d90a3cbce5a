import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ifThere } from '../../config/files/file-absence.ts';
import { syncFolder } from '../../runtime/files/atomic-file.ts';
import { requireKnownSchema, writeLogBack } from '../../storage/sqlite/database-copy.ts';
import { type BackupManifest, DATABASE_FILE } from './backup-manifest.ts';
import { ASIDE_PREFIX, targetOf } from './earlier-restores.ts';
import { copyPrivately } from './private-copy.ts';

export interface RestoreOptions {
  /** The folder of the backup. */
  readonly source: string;
  /** Of that folder, as `readManifest` checked it. */
  readonly manifest: BackupManifest;
  readonly dataFolder: string;
  /** Where the embedded database goes. */
  readonly database: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

interface Placed {
  readonly from: string;
  readonly staged: string;
  readonly target: string;
}

/**
 * Puts the files of a backup in place. What is there now is set aside, never deleted, and nothing is touched before the
 * whole backup was copied. The caller holds the lock of the data folder. Resolves with the folders of what was set aside.
 * Rejects with an error for the operator; each file is then the old one or the new one, and the same call may be made again.
 */
export async function restoreBackup(options: RestoreOptions): Promise<readonly string[]> {
  const { source, manifest, dataFolder, database, now } = options;
  if (!(DATABASE_FILE in manifest.files)) throw new Error(`${source} has no ${DATABASE_FILE}`);
  requireKnownSchema(join(source, DATABASE_FILE));
  await mkdir(dirname(database), { recursive: true, mode: 0o700 });
  // The database first: settings without it would look like a new start.
  const names = Object.keys(manifest.files).filter((name) => name !== DATABASE_FILE);
  const places = [
    await placeOf(join(source, DATABASE_FILE), database),
    ...(await Promise.all(names.map((name) => placeOf(join(source, name), join(dataFolder, name))))),
  ];
  const aside = new Set<string>();
  try {
    for (const { from, staged } of places) await copyPrivately(from, staged);
    const folderName = `${ASIDE_PREFIX}${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
    for (const { target } of places) {
      const folder = join(dirname(target), folderName);
      if (await setAside(target, folder, target === places[0]?.target)) aside.add(folder);
    }
    for (const { staged, target } of places) await rename(staged, target);
    for (const folder of new Set(places.map(({ target }) => dirname(target)))) await syncFolder(folder);
  } catch (error) {
    for (const { staged } of places) await rm(staged, { force: true });
    throw error;
  }
  return [...aside];
}

async function placeOf(from: string, path: string): Promise<Placed> {
  const target = await targetOf(path);
  return { from, staged: `${target}.${randomUUID()}.tmp`, target };
}

/** The file keeps its place until it is replaced, so that no start in between finds none. Answers whether there was one. */
async function setAside(target: string, folder: string, isDatabase: boolean): Promise<boolean> {
  if ((await ifThere(realpath(target))) === undefined) return false;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (isDatabase && !writeLogBack(target)) {
    // The log of a database that is too damaged to be opened. Beside the restored one it would damage that.
    for (const end of ['-wal', '-shm', '-journal']) {
      await ifThere(rename(target + end, join(folder, basename(target) + end)));
    }
  }
  const kept = join(folder, basename(target));
  // Not every file system has hard links.
  await link(target, kept).catch(() => copyFile(target, kept));
  return true;
}
