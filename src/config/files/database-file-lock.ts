import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { FolderInUse, lockAt, lockDataFolder, lockFile } from './data-folder-lock.ts';

const CHOOSE = 'another file in `storage.url`';

/**
 * Locks a file of the embedded database that is not in this coordinator's data folder, whose own lock covers it (`storage.url`,
 * decision 118). Two coordinators on one file would not know each other's bans. Returns the function that unlocks it; throws
 * `FolderInUse` when another coordinator has the file, by its own data folder too.
 */
export function lockDatabaseFile(file: string, dataFolder: string): () => void {
  const real = realPathOf(file);
  const folder = dirname(real);
  if (!existsSync(folder) || folder === realpathSync(dataFolder)) return () => undefined;
  const unlocks: (() => void)[] = [];
  const unlock = (): void => {
    for (const one of unlocks.splice(0)) one();
  };
  try {
    // The file of another coordinator that has it in its data folder, and locks that alone.
    if (existsSync(lockFile(folder))) unlocks.push(lockDataFolder(folder));
    unlocks.push(lockAt(`${real}.lock`, (holder, cause) => new FolderInUse(real, holder, cause, CHOOSE)));
  } catch (error) {
    unlock();
    throw error;
  }
  return unlock;
}

/** Links followed, also where the file itself is not there yet. */
function realPathOf(file: string): string {
  if (existsSync(file)) return realpathSync(file);
  const folder = dirname(file);
  return existsSync(folder) ? join(realpathSync(folder), basename(file)) : file;
}
