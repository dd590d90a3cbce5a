import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommandLine } from '../../src/commands/command-line.ts';
import { lockDataFolder } from '../../src/config/files/data-folder-lock.ts';
import { verifyPassword } from '../../src/gateway/auth/password.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-password-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function run(env: Record<string, string> = {}): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const code = await runCommandLine(['password', '--data', folder], {
    env,
    interactive: false,
    out: (text) => void (written.out += `${text}\n`),
    err: (text) => void (written.err += `${text}\n`),
  });
  return { code, ...written };
}

test('the password of a coordinator is replaced: the new one is printed alone, its hash stored, all else left', async () => {
  const file = join(folder, 'config.yml');
  await writeFile(file, '# mine\nauth:\n  password: long forgotten # hm\ntimezone: UTC\n');
  const { code, out, err } = await run();
  expect(code).toBe(0);
  expect(err).toContain('from the next start on, which ends every session');
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(/^# mine\nauth:\n {2}password: "scrypt\$[^"]*" # hm\ntimezone: UTC\n$/);
  expect(await verifyPassword(out.trim(), /password: "(.*)" #/.exec(text)?.[1] ?? '')).toBe(true);
});

test('beside a running coordinator it says that a restart is needed', async () => {
  await writeFile(join(folder, 'config.yml'), 'timezone: UTC\n');
  const unlock = lockDataFolder(folder);
  try {
    expect((await run()).err).toContain('keeps the old password until it is restarted');
  } finally {
    unlock();
  }
});

test('a password that the environment sets is not replaced in vain: exit code 2 names the variable', async () => {
  await writeFile(join(folder, 'config.yml'), 'timezone: UTC\n');
  const { code, err } = await run({ PORTCULLIS_AUTH_PASSWORD: 'battery staple' });
  expect(code).toBe(2);
  expect(err).toContain('PORTCULLIS_AUTH_PASSWORD: auth.password is set there');
});

test('without a config.yml nothing is made up, and nothing is left behind', async () => {
  const { code, err } = await run();
  expect(code).toBe(2);
  expect(err).toContain('does not exist');
  expect(await readdir(folder)).toEqual([]);
});
