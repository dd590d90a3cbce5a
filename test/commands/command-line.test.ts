import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import packageInfo from '../../package.json' with { type: 'json' };
import { runCommandLine } from '../../src/commands/command-line.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-commands-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const code = await runCommandLine(args, {
    env: {},
    interactive: false,
    out: (text) => void (written.out += `${text}\n`),
    err: (text) => void (written.err += `${text}\n`),
  });
  return { code, ...written };
}

test.each([
  ['no such command', ['gallop'], /unknown command/],
  ['no such option', ['proxy', '--gallop'], /unknown option/],
  ['an address that is none', ['proxy', '--listen', '8080'], /must be host:port/],
  ['an edge address that is none', ['proxy', '--edge', '25565'], /must be "off" or host:port/],
  ['an edge without a name', ['edge'], /required option '--name/],
  ['an edge with a name that is none', ['edge', '--name', 'a b'], /must be 1 to 64 visible/],
  ['a simulation without a url', ['simulate'], /required option/],
  ['a simulation against a url that is none', ['simulate', '--url', 'nope'], /--url <url>.*must be a URL/],
  [
    'a role that has no configuration',
    ['config', 'check', '--role', 'hub'],
    /--role <role>.*Allowed choices/,
  ],
  ['a crowd beyond measure', ['simulate', '--players', '1e9'], /whole number from/],
])('%s is wrong usage: exit code 2', async (_, args, word) => {
  const { code, err } = await run(...args);
  expect(err).toMatch(word);
  expect(code).toBe(2);
});

test.each([
  ['is not there', ''],
  ['has no secret', 'timezone: UTC\n'],
])('a simulation without a secret, where config.yml %s, names --secret and the file', async (_, text) => {
  if (text !== '') await writeFile(join(folder, 'config.yml'), text);
  const { code, err } = await run('simulate', '--url', 'http://127.0.0.1:9', '--data', folder);
  expect(err).toContain(`${join(folder, 'config.yml')}: channel.secret is missing`);
  expect(err).toContain('--secret: is not given: with channel.secret of the coordinator');
  expect(code).toBe(2);
});

test('help and version exit with code 0', async () => {
  expect(await run('--version')).toEqual({ code: 0, out: `${packageInfo.version}\n`, err: '' });
  const help = await run('--help');
  expect(help.code).toBe(0);
  for (const command of ['proxy', 'simulate', 'demo', 'config']) expect(help.out).toContain(command);
});

test('config check says that a valid file is valid', async () => {
  await writeFile(join(folder, 'config.yml'), 'timezone: Europe/Berlin\n');
  const { code, out } = await run('config', 'check', '--data', folder);
  expect(out).toBe(`${join(folder, 'config.yml')} is valid.\n`);
  expect(code).toBe(0);
});

test('config check reports every mistake of a file: exit code 2', async () => {
  await writeFile(join(folder, 'config.yml'), 'timezon: UTC\nstorage: { poolSize: 0 }\n');
  const { code, err } = await run('config', 'check', '--data', folder);
  expect(err).toContain('did you mean timezone?');
  expect(err).toContain('storage.poolSize is 0 but must be');
  expect(code).toBe(2);
});

test('config check knows the file of the backend role, and changes nothing', async () => {
  const file = join(folder, 'config.yml');
  const text = `coordinator: { secret: ${'a'.repeat(32)} }\nserver: { name: lobby }\nmenus: { host: 'off' }\n`;
  await writeFile(file, text);
  const check = () => run('config', 'check', '--role', 'backend', '--data', folder);
  expect((await run('config', 'check', '--data', folder)).err).toContain('check it with --role backend');
  const wrong = await check();
  expect(wrong.err).toContain('rcon.address is missing');
  expect(wrong.code).toBe(2);
  await writeFile(file, `${text}management: { url: 'ws://127.0.0.1:1', secret: 12345678abc }\n`);
  expect(await check()).toEqual({ code: 0, out: `${file} is valid.\n`, err: '' });
  expect(await readdir(folder)).toEqual(['config.yml']);
  expect(await readFile(file, 'utf8')).not.toContain('local');
});
