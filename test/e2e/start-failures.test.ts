import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../fixtures/free-port.ts';
import { begin, type LogLine, runToEnd, startCoordinator } from './process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-failing-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The line of the log has what standard error says, and no stack or cause beside it. */
function expectSentence(log: readonly LogLine[]): void {
  const failed = { event: 'process.start-failed', reason: expect.any(String) };
  expect(log.at(-1)).toEqual({ level: 'error', time: expect.any(String), ...failed });
}

const start = () => ['proxy', '--data', folder, '--listen', '127.0.0.1:0'];

describe('a database that cannot be used ends the start at once, with its path and what to do', () => {
  it.each([
    [
      'a file that is no database',
      (file: string) => writeFile(file, 'nonsense '.repeat(2_000)),
      /damaged, or no database/,
    ],
    ['a folder in its place', (file: string) => mkdir(file), /is a folder where a file is expected/],
  ])('%s', async (_, spoil, words) => {
    const file = join(folder, 'portcullis.db');
    await spoil(file);
    const { code, errors, log } = await runToEnd(start());
    expect(code).toBe(1);
    expect(errors).toContain(`the database ${file} cannot be used`);
    expect(errors).toMatch(words);
    expect(log.map(({ event }) => event)).not.toContain('storage.awaited');
    expectSentence(log);
  });

  it('a file in a folder that does not exist', async () => {
    const file = join(folder, 'nowhere', 'network.db');
    const { code, errors } = await runToEnd(start(), { PORTCULLIS_STORAGE_URL: `sqlite:${file}` });
    expect(code).toBe(1);
    expect(errors).toContain(`the database ${file} cannot be used: its folder does not exist`);
  });
});

it('a port that is taken ends the start with its address, in one sentence', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { code, log, errors } = await runToEnd(['proxy', '--data', folder, '--listen', `127.0.0.1:${port}`]);
  server.close();
  expect(code).toBe(1);
  expect(errors).toContain(`Cannot listen on 127.0.0.1:${port}: the port is in use`);
  expectSentence(log);
});

it('a stop while the database is awaited ends the process with code 0, and the log had said what it waits for', async () => {
  const place = `127.0.0.1:${await freePort()}`;
  const url = `mysql://clerk:hush-hush@${place}/network`;
  const coordinator = begin(start(), { PORTCULLIS_STORAGE_URL: url });
  const awaited = await coordinator.logged('storage.awaited');
  expect(awaited).toMatchObject({ database: `mysql ${place}/network`, code: 'ECONNREFUSED' });
  const { code, log, output } = await coordinator.end();
  expect(log.map(({ event }) => event)).not.toContain('storage.unavailable');
  expect(code).toBe(0);
  expect(log.at(-1)).toMatchObject({ event: 'process.stopped' });
  expect(output).not.toContain('hush-hush');
});

describe('a data folder that was used', () => {
  beforeEach(async () => {
    const first = await startCoordinator(folder);
    expect((await first.end()).code).toBe(0);
  });

  it('does not start with a new database when its own is gone, and begins anew on purpose', async () => {
    const file = join(folder, 'portcullis.db');
    await rm(file);
    const { code, errors } = await runToEnd(start());
    expect(code).toBe(1);
    expect(errors).toContain(`the database ${file} is empty or gone`);
    const marker = join(folder, 'installation.json');
    expect(errors).toContain(`to begin anew on purpose, use an empty database and remove ${marker}`);
    expect(existsSync(file)).toBe(false);
    await rm(marker);
    expect((await (await startCoordinator(folder)).end()).code).toBe(0);
  });

  it('does not start with new secrets when config.yml was cut short', async () => {
    await writeFile(join(folder, 'config.yml'), '');
    const { code, errors } = await runToEnd(start());
    expect(code).toBe(2);
    expect(errors).toContain('config.yml: api_key is gone; the last start had it');
    expect(await readFile(join(folder, 'config.yml'), 'utf8')).toBe('');
  });
});
