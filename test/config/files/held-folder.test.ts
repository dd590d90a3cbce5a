import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderInUse, lockDataFolder, lockFile } from '../../../src/config/files/data-folder-lock.ts';
import { HeldFolder } from '../../../src/config/files/held-folder.ts';

let folder: string;
let held: HeldFolder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-held-'));
  held = new HeldFolder(folder);
});
afterEach(() => {
  held.unlock();
  rmSync(folder, { recursive: true, force: true });
});

it('a lock that is there is kept', async () => {
  expect(await held.keep()).toBe(false);
  expect(() => lockDataFolder(folder)).toThrow(FolderInUse);
});

it('a lock whose file was removed is taken anew, and keeps others out again', async () => {
  rmSync(lockFile(folder));
  expect(await held.keep()).toBe(true);
  expect(() => lockDataFolder(folder)).toThrow(FolderInUse);
  expect(await held.keep()).toBe(false);
});

it('a lock that another coordinator has taken meanwhile is not', async () => {
  rmSync(lockFile(folder));
  const unlock = lockDataFolder(folder);
  await expect(held.keep()).rejects.toThrow(FolderInUse);
  unlock();
});

it('a folder that was moved away is not made anew, and is kept again when it is back', async () => {
  renameSync(folder, `${folder}-moved`);
  await expect(held.keep()).rejects.toThrow('ENOENT');
  expect(existsSync(folder)).toBe(false);
  renameSync(`${folder}-moved`, folder);
  expect(await held.keep()).toBe(false);
});
