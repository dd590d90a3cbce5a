import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder } from '../../../src/config/files/data-folder-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a folder has one coordinator at a time, and the error of a second one names its process', () => {
  const unlock = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(`process ${process.pid}`);
  unlock();
  lockDataFolder(folder)();
});

test('a coordinator that was killed leaves the folder free', async () => {
  const module = join(import.meta.dirname, '../../../src/config/files/data-folder-lock.ts');
  const script = `const { lockDataFolder } = await import(${JSON.stringify(module)});
    globalThis.unlock = lockDataFolder(${JSON.stringify(folder)});
    console.log('locked'); setInterval(() => undefined, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const gone = once(holder, 'exit');
  try {
    await once(holder.stdout, 'data');
    expect(() => lockDataFolder(folder)).toThrow(`process ${String(holder.pid)}`);
  } finally {
    holder.kill('SIGKILL');
    await gone;
  }
  lockDataFolder(folder)();
});

test('a damaged lock is named with its path and what to do', async () => {
  const path = join(folder, 'coordinator.lock');
  await writeFile(path, 'garbage '.repeat(1_000));
  expect(() => lockDataFolder(folder)).toThrow(
    `${path} cannot be locked: file is not a database; the file is damaged`,
  );
});

test('a folder that cannot be made is named with its path', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect(() => lockDataFolder(join(file, 'data'))).toThrow(join(file, 'data', 'coordinator.lock'));
});
