import { mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { replaceFile, writeFileAtomically } from '../../../src/runtime/files/atomic-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('replaces the content and leaves nothing else behind', async () => {
  const path = join(folder, 'file');
  await writeFileAtomically(path, 'one');
  await writeFileAtomically(path, 'two');
  expect(await readFile(path, 'utf8')).toBe('two');
  expect(await readdir(folder)).toEqual(['file']);
});

it('keeps the old content when the new one cannot be written', async () => {
  const path = join(folder, 'file');
  await writeFileAtomically(path, 'one');
  const failed = replaceFile(path, async (file) => {
    await file.write('tw');
    throw new Error('the disk is full');
  });
  await expect(failed).rejects.toThrow('the disk is full');
  expect(await readFile(path, 'utf8')).toBe('one');
  expect(await readdir(folder)).toEqual(['file']);
});

it('replaces the target of a symbolic link and keeps the link', async () => {
  await writeFile(join(folder, 'target'), 'one');
  await symlink('target', join(folder, 'link'));
  await writeFileAtomically(join(folder, 'link'), 'two');
  expect(await readlink(join(folder, 'link'))).toBe('target');
  expect(await readFile(join(folder, 'target'), 'utf8')).toBe('two');
});
