import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommandLine } from '../../src/commands/command-line.ts';
import { lockDataFolder } from '../../src/config/files/data-folder-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-agents-'));
  await writeFile(join(folder, 'config.yml'), 'gateway: { listen: "0.0.0.0:9999" }\n');
});
afterEach(() => rm(folder, { recursive: true }));

async function agent(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const code = await runCommandLine(['agent', ...args, '--data', folder], {
    env: {},
    interactive: false,
    out: (text) => void (written.out += `${text}\n`),
    err: (text) => void (written.err += `${text}\n`),
  });
  return { code, ...written };
}

test('an agent is added, listed and revoked; its secret is printed once, alone on standard output', async () => {
  const added = await agent('add', 'hub-1', '--role', 'backend');
  expect(added.out).toMatch(/^[A-Za-z0-9]{32}\n$/);
  expect([added.code, added.err]).toEqual([0, expect.stringContaining('backend hub-1')]);
  await agent('add', 'proxy-eu', '--role', 'proxy');
  const list = await agent('list');
  expect(list.out).toMatch(/^hub-1 {5}backend {2}valid {2}seen never\nproxy-eu {2}proxy {4}valid/);
  expect(list.out).not.toContain(added.out.trim());
  expect((await agent('revoke', 'hub-1')).code).toBe(0);
  expect((await agent('list')).out).toMatch(/^hub-1 +backend +revoked 20\d\d-/);
});

test('a proxy whose staff may ban is listed as one', async () => {
  await agent('add', 'proxy-1', '--role', 'proxy', '--bans');
  expect((await agent('list')).out).toMatch(/^proxy-1 {2}proxy, bans {2}valid/);
});

test('a game server that may ban is listed as one, and none that was made without', async () => {
  await agent('add', 'hub-1', '--role', 'backend', '--bans');
  await agent('add', 'hub-2', '--role', 'backend');
  expect((await agent('list')).out).toMatch(/^hub-1 {2}backend, bans {2}valid.*\nhub-2 {2}backend {8}valid/);
});

test('a name that is taken or unknown is an error: exit code 1', async () => {
  await agent('add', 'hub-1', '--role', 'backend');
  expect(await agent('add', 'hub-1', '--role', 'edge')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('revoke it') as string,
  });
  expect((await agent('revoke', 'nobody')).code).toBe(1);
});

test.each([
  ['no role', ['add', 'hub-1'], /required option '--role/],
  ['a role that is none', ['add', 'hub-1', '--role', 'owner'], /proxy, edge, backend/],
  [
    'an edge that is to ban',
    ['add', 'hub-1', '--role', 'edge', '--bans'],
    /nobody gives commands at an edge/,
  ],
  ['a name that is none', ['add', 'a b', '--role', 'edge'], /must be 1 to 64 visible/],
])('%s is wrong usage: exit code 2', async (_, args, word) => {
  const { code, err } = await agent(...args);
  expect([code, err]).toEqual([2, expect.stringMatching(word)]);
});

test('while a coordinator has the embedded database, the terminal is told how to ask it', async () => {
  const unlock = lockDataFolder(folder);
  const { code, out, err } = await agent('add', 'hub-1', '--role', 'backend');
  unlock();
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(
    `curl -X POST http://127.0.0.1:9999/api/agents -H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/json' -d '{"name":"hub-1","role":"backend","mayBan":false}'`,
  );
  expect(err).toContain('started with --listen');
});

test('that command line is one that a shell reads as it is meant, whatever the name', async () => {
  const unlock = lockDataFolder(folder);
  const added = await agent('add', "o'k", '--role', 'backend');
  const revoked = [await agent('revoke', 'ä'), await agent('revoke', "o'k(1)")];
  unlock();
  expect(added.err).toContain(String.raw`-d '{"name":"o'\''k","role":"backend","mayBan":false}'`);
  expect(revoked[0]?.err).toContain("curl -X DELETE 'http://127.0.0.1:9999/api/agents/%C3%A4' -H");
  expect(revoked[1]?.err).toContain(String.raw`'http://127.0.0.1:9999/api/agents/o'\''k(1)' -H`);
});

test('before the first start there is no configuration: exit code 2', async () => {
  await rm(join(folder, 'config.yml'));
  const { code, err } = await agent('list');
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('the first start of `portcullis proxy` writes it'),
  ]);
});
