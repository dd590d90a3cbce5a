import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { begin, runToEnd, startCoordinator } from './process.ts';

const SLOW_FILE = 'zone.txt';
const SLOW_TEXT = 'the last file of the backup';

let root: string;
let data: string;
let kept: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'portcullis-restore-killed-'));
  [data, kept] = [join(root, 'data'), join(root, 'kept')];
  expect((await (await startCoordinator(data)).end()).code).toBe(0);
  await writeFile(join(data, SLOW_FILE), SLOW_TEXT);
  expect((await runToEnd(['backup', '--data', data, '--to', kept])).code).toBe(0);
});
afterEach(() => rm(root, { recursive: true }));

const copiesIn = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.tmp'));

it('a restore that is killed while it copies changes nothing, and the next one removes what it left', async () => {
  const pipe = join(kept, SLOW_FILE);
  await rm(pipe);
  await promisify(execFile)('mkfifo', [pipe]);
  const before = await readFile(join(data, 'portcullis.db'));
  const restore = ['restore', '--data', data, '--from', kept];
  const first = begin(restore);
  // What checks the backup reads this; what copies it afterwards waits for more.
  await writeFile(pipe, SLOW_TEXT);
  const copy = expect.stringMatching(/^portcullis\.db\./);
  await expect.poll(() => copiesIn(data), { timeout: 20_000 }).toContainEqual(copy);
  expect((await first.end('SIGKILL')).code).toBe(null);
  const left = await copiesIn(data);
  expect(left).toContainEqual(copy);
  expect(await readFile(join(data, 'portcullis.db'))).toEqual(before);

  await rm(pipe);
  await writeFile(pipe, SLOW_TEXT);
  const { code, output } = await runToEnd(restore);
  expect(code).toBe(0);
  for (const name of left) expect(output).toContain(`Removed ${join(data, name)}`);
  expect(await copiesIn(data)).toEqual([]);
  expect((await (await startCoordinator(data)).end()).code).toBe(0);
}, 90_000);
