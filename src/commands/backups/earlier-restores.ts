import { readdir, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ifThere } from '../../config/files/file-absence.ts';

/** The name of the folders in which restores set aside what was there, before the time. */
export const ASIDE_PREFIX = 'before-restore-';

const TEMPORARY = /^(?<of>.+)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;
/** Edges write them, and an edge in a process of its own may run beside a restore. */
const OF_EDGES = /^edge-.*\.snapshot$/;

/** The files that a restore replaces. */
export interface RestoredFiles {
  readonly dataFolder: string;
  /** The file of the embedded database, which may be elsewhere. */
  readonly database: string;
  /** The names of the files in the data folder. */
  readonly names: readonly string[];
}

/** What a path leads to: a symbolic link stays, and its target is replaced. */
export async function targetOf(path: string): Promise<string> {
  return (await ifThere(realpath(path))) ?? path;
}

/**
 * Removes the copies that a restore left which was killed: they may hold bans and addresses. The caller holds the lock of the
 * data folder, so nothing else is writing there but edges. Resolves with the paths of what was removed.
 */
export async function removeBrokenOff(files: RestoredFiles): Promise<string[]> {
  const removed: string[] = [];
  const own = await targetOf(resolve(files.dataFolder));
  for (const [folder, names] of await foldersOf(files)) {
    for (const name of await namesIn(folder)) {
      const of = TEMPORARY.exec(name)?.groups?.['of'];
      if (of === undefined || OF_EDGES.test(of)) continue;
      // In the data folder whatever another backup had; elsewhere other programs have files of their own.
      if (folder !== own && !names.has(of)) continue;
      await rm(join(folder, name), { force: true });
      removed.push(join(folder, name));
    }
  }
  return removed;
}

/** The folders in which restores so far set aside what was there, the oldest first. */
export async function setAsideBefore(files: RestoredFiles): Promise<string[]> {
  const found: string[] = [];
  for (const folder of (await foldersOf(files)).keys()) {
    for (const name of await namesIn(folder))
      if (name.startsWith(ASIDE_PREFIX)) found.push(join(folder, name));
  }
  return found;
}

/** The folders of the files, and their names there. */
async function foldersOf({ dataFolder, database, names }: RestoredFiles): Promise<Map<string, Set<string>>> {
  const own = await targetOf(resolve(dataFolder));
  const folders = new Map([[own, new Set<string>()]]);
  for (const path of [resolve(database), ...names.map((name) => join(own, name))]) {
    const target = await targetOf(path);
    const folder = await targetOf(dirname(target));
    const there = folders.get(folder) ?? new Set();
    folders.set(folder, there.add(basename(target)));
  }
  return folders;
}

async function namesIn(folder: string): Promise<string[]> {
  return ((await ifThere(readdir(folder))) ?? []).sort();
}
