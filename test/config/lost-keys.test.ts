import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installationFile, recordInstallation } from '../../src/config/files/installation.ts';
import { checkConfig, loadConfig } from '../../src/config/load-config.ts';
import { quickHashing } from './password-hashing.ts';

let folder: string;
let file: string;
const hashing = quickHashing();
const load = (env: Record<string, string> = {}) => loadConfig({ dataFolder: folder, env }, hashing);
const check = () => checkConfig({ dataFolder: folder, env: {} });
const START = Date.UTC(2026, 4, 1);

/** A data folder that was used, as after the first start. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-lost-'));
  file = join(folder, 'config.yml');
  const { keys } = await load();
  await recordInstallation(folder, { database: 'db', keys }, START);
});
afterEach(() => rm(folder, { recursive: true }));

const text = () => readFile(file, 'utf8');
const cutBefore = async (word: string) => {
  const whole = await text();
  await writeFile(file, whole.slice(0, whole.indexOf(`\n${word}`) + 1));
};

test.each([
  ['nothing is left of it', async () => writeFile(file, ''), 'api_key is gone'],
  ['it ends before the secrets', () => cutBefore('auth:'), 'channel.secret is gone'],
  ['it ends before the database', () => cutBefore('storage:'), 'storage.url is gone'],
  ['it is gone', () => rm(file), 'config.yml: is gone'],
])('a config.yml that was cut short is refused and left as it is: %s', async (_, cut, words) => {
  await cut();
  const left = await text().catch(() => undefined);
  for (const work of [() => load(), check]) {
    await expect(work()).rejects.toThrow(words);
    await expect(work()).rejects.toThrow(`to begin anew on purpose, remove ${installationFile(folder)}`);
  }
  expect(await text().catch(() => undefined)).toBe(left);
});

test('without the record of the last start it begins anew', async () => {
  await rm(file);
  await rm(installationFile(folder));
  expect((await load()).freshPassword).toBeDefined();
});

test('what the environment gives is not lost', async () => {
  await rm(file);
  const secret = 'a'.repeat(32);
  const env = {
    PORTCULLIS_API_KEY: secret,
    PORTCULLIS_CHANNEL_SECRET: secret,
    PORTCULLIS_STORAGE_URL: 'sqlite:',
  };
  expect((await load(env)).settings.api_key).toBe(secret);
});

test('the line of the password may be removed, to have one generated', async () => {
  await writeFile(file, (await text()).replace(/^ {2}password: .*$/m, ''));
  const { freshPassword, warnings } = await load();
  expect(freshPassword).toBeDefined();
  expect(warnings).toEqual([]);
});

test('any other key that is gone is a warning, at every start until somebody acts on it', async () => {
  await cutBefore('inspect:');
  const words = 'lacks what it had at an earlier start: inspect.stately, log.level. Defaults hold.';
  expect((await check()).warnings).toEqual([expect.stringContaining(words)]);
  for (let start = 0; start < 2; start += 1) {
    const { keys, warnings } = await load();
    expect(warnings).toEqual([expect.stringContaining(`${file} ${words}`)]);
    await recordInstallation(folder, { database: 'db', keys }, START);
  }
  expect((await check()).warnings[0]).toContain(`remove ${installationFile(folder)}`);
  await rm(installationFile(folder));
  expect((await check()).warnings).toEqual([]);
});

test('of many keys that are gone the sections are named first', async () => {
  await cutBefore('servers:');
  const [warning = ''] = (await check()).warnings;
  expect(warning).toMatch(/at an earlier start: servers, proxies/);
});

test('a key that this version does not have is not missed', async () => {
  const { keys } = await load();
  await recordInstallation(folder, { database: 'db', keys: [...keys, 'key.of.old'] }, START);
  expect((await check()).warnings).toEqual([]);
});

test('the record keeps the day of the first start, and says how to begin anew', async () => {
  await recordInstallation(folder, { database: 'elsewhere', keys: ['timezone'] }, START + 86_400_000);
  const { since, database, keys, note } = JSON.parse(await readFile(installationFile(folder), 'utf8'));
  expect({ since, database, keys }).toEqual({
    since: '2026-05-01',
    database: 'elsewhere',
    keys: ['timezone'],
  });
  expect(note).toContain('Remove it to begin anew on purpose');
});

test('a damaged record is refused by name', async () => {
  await writeFile(installationFile(folder), '');
  await expect(load()).rejects.toThrow(`${installationFile(folder)}: is damaged`);
});
