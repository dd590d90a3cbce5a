import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder that its owner alone can use, and the folders above it that are not there. Throws the error of the system.
 * Not `mkdir` of Node with `recursive`: where the system says ENOENT although the folder above is there, as in /proc, that
 * never ends.
 */
export function makeOwnFolder(path: string): void {
  const missing: string[] = [];
  for (let folder = resolve(path); !isThere(folder); folder = dirname(folder)) missing.unshift(folder);
  for (const folder of missing) makeOne(folder);
}

function isThere(path: string): boolean {
  // The root is always there, also where nothing may be asked of it.
  return dirname(path) === path || statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process was quicker.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
