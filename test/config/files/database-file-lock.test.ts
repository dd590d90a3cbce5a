import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDatabaseFile } from '../../../src/config/files/database-file-lock.ts';
import { lockDataFolder } from '../../../src/config/files/data-folder-lock.ts';

const IN_USE = `in use by another coordinator (process ${process.pid})`;

let root: string;
let first: string;
let second: string;
let unlocks: (() => void)[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'portcullis-database-lock-'));
  first = join(root, 'first');
  second = join(root, 'second');
  unlocks = [lockDataFolder(first), lockDataFolder(second)];
});
afterEach(async () => {
  for (const unlock of unlocks) unlock();
  await rm(root, { recursive: true });
});

it('the file of another coordinator’s data folder cannot be taken, also not through a link', async () => {
  const file = join(first, 'portcullis.db');
  expect(() => lockDatabaseFile(file, second)).toThrow(IN_USE);
  await writeFile(file, '');
  await symlink(file, join(second, 'portcullis.db'));
  await symlink(first, join(root, 'link'));
  expect(() => lockDatabaseFile(join(second, 'portcullis.db'), second)).toThrow(IN_USE);
  expect(() => lockDatabaseFile(join(root, 'link', 'portcullis.db'), second)).toThrow(IN_USE);
});

it('a file elsewhere has one coordinator at a time, and others beside it are free', async () => {
  const elsewhere = join(root, 'elsewhere');
  await mkdir(elsewhere);
  const file = join(elsewhere, 'one.db');
  const unlock = lockDatabaseFile(file, first);
  expect(() => lockDatabaseFile(file, second)).toThrow(`${file} is ${IN_USE}`);
  unlocks.push(lockDatabaseFile(join(elsewhere, 'other.db'), second));
  unlock();
  unlocks.push(lockDatabaseFile(file, second));
});

it('a file in the own data folder needs no lock of its own', async () => {
  const before = await readdir(first);
  unlocks.push(lockDatabaseFile(join(first, 'portcullis.db'), first));
  unlocks.push(lockDatabaseFile(join(root, '.', 'first', 'portcullis.db'), first));
  expect(await readdir(first)).toEqual(before);
});

it('a folder that is not there is left to the database, which says so', () => {
  lockDatabaseFile(join(root, 'missing', 'portcullis.db'), first)();
});
