import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { open, type Opened } from '../contract/storage-database.ts';
import { somePlayer } from '../contract/storage-rows.ts';
import { lockDirectly, runDirectly } from '../fixtures/direct-sqlite.ts';

let folder: string;
let one: Opened;
const file = () => join(folder, 'portcullis.db');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-direct-'));
  one = await open({ url: 'sqlite:', dataFolder: folder, run: async () => [] });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await one.storage.close();
  rmSync(folder, { recursive: true });
});

/** A transaction of the storage that needs this thread for its next step. */
async function inTransaction(): Promise<{ readonly saved: Promise<void> }> {
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  const saved = one.storage.players.save(Array.from({ length: 5_000 }, () => somePlayer()));
  // The lock is held from when the statement after `begin immediate` is sent.
  const writes = () => sent.mock.calls.filter((call) => JSON.stringify(call).includes('insert into')).length;
  await vi.waitUntil(() => writes() > 0, { timeout: 20_000, interval: 1 });
  return { saved };
}

it('a statement of a test waits for the transaction of the storage that it is beside', async () => {
  const { saved } = await inTransaction();
  await runDirectly(file(), 'create table Beside (id integer)');
  await saved;
  expect(await runDirectly(file(), 'select count(*) as n from NetworkPD')).toEqual([{ n: 5_000 }]);
});

it('so does a test that takes the lock', async () => {
  const { saved } = await inTransaction();
  const unlock = await lockDirectly(file());
  await saved;
  unlock();
});

it('a statement that is wrong says so at once', async () => {
  await expect(runDirectly(file(), 'selekt')).rejects.toThrow('syntax error');
});
