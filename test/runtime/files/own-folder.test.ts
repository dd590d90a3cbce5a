import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeOwnFolder } from '../../../src/runtime/files/own-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a folder is made with those above it, for its owner alone, and one that is there stays', () => {
  const deep = join(folder, 'one', 'two', 'three');
  for (let time = 0; time < 2; time += 1) makeOwnFolder(deep);
  expect(statSync(deep).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'one')).mode & 0o777).toBe(0o700);
});

it('a file above it is an error', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeOwnFolder(join(folder, 'file', 'data'))).toThrow('ENOTDIR');
});

// Only Linux has a folder in which nobody can make one: the name says so where it is skipped.
it.skipIf(!existsSync('/proc/self'))(
  'a folder that the system does not let anybody make is an error, and no hang (needs /proc)',
  () => {
    expect(() => makeOwnFolder('/proc/nope')).toThrow(
      "ENOENT: no such file or directory, mkdir '/proc/nope'",
    );
  },
);
