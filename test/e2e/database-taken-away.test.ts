import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder, lockFile } from '../../src/config/files/data-folder-lock.ts';
import { mariaDbMissing, startMariaDb } from '../fixtures/mariadb.ts';
import { Operator, secretsOf } from './operator.ts';
import { type CoordinatorProcess, startCoordinator } from './process.ts';

const MANY_TRIES = { timeout: 20_000, interval: 100 };
const NOTCH = { uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5', name: 'Notch', time: 'perma', reason: 'x' };
const ALEX = { uuid: 'ec561538-f3fd-461d-aff5-086b22154bce', name: 'Alex', time: 'perma', reason: 'x' };

let folder: string;
let coordinator: CoordinatorProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-taken-e2e-'));
});
afterEach(async () => {
  await coordinator?.end('SIGKILL');
  await rm(folder, { recursive: true });
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<Operator> {
  coordinator = await startCoordinator(folder, { env });
  return new Operator(coordinator.url, (await secretsOf(folder)).apiKey);
}

const readiness = async (operator: Operator) => {
  const { status, json } = await operator.ask('GET', '/readyz');
  return [status, json];
};

async function expectRefused(operator: Operator, words: string): Promise<void> {
  const { status, headers, json } = await operator.ask('POST', '/api/bans', ALEX);
  expect([status, json]).toMatchObject([503, { code: 'storage_unavailable' }]);
  expect(json).toMatchObject({ detail: expect.stringContaining(words) });
  expect(headers).toHaveProperty('retry-after');
  await expect.poll(() => readiness(operator), MANY_TRIES).toMatchObject([503, { storage: 'away' }]);
}

describe('a database that is taken away while the coordinator runs', { timeout: 60_000 }, () => {
  it('no ban is answered that would be gone at the end: the file must be back first', async () => {
    const operator = await start();
    const file = join(folder, 'portcullis.db');
    expect((await operator.ask('POST', '/api/bans', NOTCH)).status).toBe(201);
    await rename(file, `${file}.moved`);
    await expectRefused(operator, file);
    expect(await operator.read('/api/bans')).toMatchObject([{ uuid: NOTCH.uuid }]);
    expect(await readdir(folder)).not.toContain('portcullis.db');
    await rename(`${file}.moved`, file);
    await expect.poll(() => readiness(operator), MANY_TRIES).toMatchObject([200, { storage: 'ok' }]);
    expect((await operator.ask('POST', '/api/bans', ALEX)).status).toBe(201);
    const { log } = (await coordinator?.end('SIGKILL')) ?? {};
    const said = log?.filter(({ event }) => event.startsWith('storage.') && event !== 'storage.migrated');
    expect(said?.map(({ event }) => event)).toEqual(['storage.unavailable', 'storage.recovered']);
    expect(JSON.stringify(log)).not.toContain('stack');
    const again = await start();
    expect(await again.read('/api/bans')).toHaveLength(2);
  });

  it('a coordinator ends when its lock was removed and another one has locked the data folder', async () => {
    await start();
    rmSync(lockFile(folder));
    const unlock = lockDataFolder(folder);
    const taken = await coordinator?.logged('data-folder.taken');
    expect(taken).toMatchObject({ by: `process ${process.pid}`, dataFolder: folder });
    const { code, errors } = (await coordinator?.end('SIGCONT')) ?? {};
    unlock();
    expect(code).toBe(1);
    expect(errors).toContain(`another coordinator (process ${process.pid}) has taken the database`);
  });

  it.skipIf(mariaDbMissing() !== null)('on MariaDB too, where a table is dropped', async () => {
    const server = await startMariaDb();
    try {
      const url = await server.createDatabase();
      const operator = await start({ PORTCULLIS_STORAGE_URL: url });
      expect((await operator.ask('POST', '/api/bans', NOTCH)).status).toBe(201);
      const direct = await createConnection({ uri: url });
      await direct.query('drop table NetworkBans');
      await expectRefused(operator, new URL(url).pathname);
      const [left] = await direct.query(`show tables like 'NetworkBans'`);
      expect(left).toEqual([]);
      direct.destroy();
      const { log } = (await coordinator?.end()) ?? {};
      const said = log?.filter(({ event }) => /^storage\.(?:un|ref|rec)/.test(event));
      expect(said).toMatchObject([{ event: 'storage.unavailable', code: 'TABLES_MISSING' }]);
      expect(said?.[0]?.['detail']).toContain('has lost NetworkBans');
    } finally {
      await server.stop();
    }
  });
});
