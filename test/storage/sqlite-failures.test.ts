import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, test, vi } from 'vitest';
import { open as openDatabase, type Opened } from '../contract/storage-database.ts';
import { ADMIN, FIRST_PAGE, someBan, somePlayer, someUuid } from '../contract/storage-rows.ts';
import { lockDirectly, runDirectly } from '../fixtures/direct-sqlite.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import type { StorageOptions } from '../../src/storage/open-storage.ts';

const AWAY = { code: 'storage_unavailable', facts: { retryAfterSeconds: expect.any(Number) } };
/** A query of seconds. It cannot be interrupted inside SQLite, so it must end by itself. */
const SLOW_VIEW = `create view FriendsRelationsPD as
  with recursive counter(n) as (select 1 union all select n + 1 from counter where n < 6000000)
  select cast(n as text) as player, cast(n as text) as friend, n as since from counter where n % 7 = -1`;

let folder: string;
let opened: Opened[] = [];
const file = () => join(folder, 'portcullis.db');
const open = async (options: Partial<StorageOptions> = {}) => {
  const run = async () => [];
  const one = await openDatabase({ url: 'sqlite:', dataFolder: folder, run }, options);
  opened.push(one);
  return one;
};
const events = ({ log }: Opened) =>
  log.map(({ event }) => event).filter((event) => event !== 'storage.migrated');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-sqlite-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const { storage } of opened) await storage.close();
  opened = [];
  rmSync(folder, { recursive: true });
});

/** The threads that get messages from now on, and the number of messages. */
function watchThreads(): { readonly threads: ReadonlySet<Worker>; readonly messages: () => number } {
  const spy = vi.spyOn(Worker.prototype, 'postMessage');
  return {
    get threads() {
      return new Set(spy.mock.contexts.filter((context) => context instanceof Worker));
    },
    messages: () => spy.mock.calls.length,
  };
}

test('while another process holds the lock, writes are unavailable and reads go on; afterwards writes work again', async () => {
  const one = await open({ queryTimeoutMs: 400 });
  const unlock = await lockDirectly(file());
  const ban = someBan();
  await expect(one.storage.bans.save(ban, ADMIN)).rejects.toMatchObject(AWAY);
  await expect(one.storage.players.save([somePlayer()])).rejects.toMatchObject(AWAY);
  expect(await one.storage.bans.find(ban.uuid)).toBeUndefined();
  unlock();
  expect(await one.storage.bans.save(ban, ADMIN)).toMatchObject({ count: 1 });
  expect(events(one)).toContain('storage.recovered');
  expect(one.log).toContainEqual({ event: 'storage.unavailable', code: 'SQLITE_BUSY', place: file() });
});

it('a full disk is said once while bans are refused and reads go on, and is over when a write works', async () => {
  let later = 0;
  const clock = { ...systemClock, elapsed: () => systemClock.elapsed() + later };
  const one = await open({ maxPages: 60, clock });
  const crowd = Array.from({ length: 2_000 }, () => somePlayer());
  for (let time = 0; time < 3; time += 1) {
    await expect(one.storage.players.save(crowd)).rejects.toMatchObject(AWAY);
    expect(await one.storage.players.find(someUuid())).toBeUndefined();
  }
  expect(one.storage.state()).toBe('full');
  expect(events(one)).toEqual(['storage.full']);
  expect(one.log.at(-1)).toMatchObject({ code: 'SQLITE_FULL', place: file() });
  later = 11_000;
  await one.storage.players.save([somePlayer()]);
  expect(one.storage.state()).toBe('ok');
  expect(events(one)).toEqual(['storage.full', 'storage.recovered']);
});

it('a full disk is not over by looks at the database that write nothing', async () => {
  let later = 0;
  const setTimeout = (run: () => void, milliseconds: number) =>
    systemClock.setTimeout(run, milliseconds / 100);
  const clock = { ...systemClock, setTimeout, elapsed: () => systemClock.elapsed() + later };
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  const one = await open({ maxPages: 60, clock, queryTimeoutMs: 500_000 });
  const crowd = Array.from({ length: 2_000 }, () => somePlayer());
  await expect(one.storage.players.save(crowd)).rejects.toMatchObject(AWAY);
  later = 11_000;
  sent.mockClear();
  const commits = () => sent.mock.calls.filter((call) => JSON.stringify(call).includes('"commit"')).length;
  await vi.waitUntil(() => commits() > 3, { timeout: 20_000, interval: 10 });
  expect(one.storage.state()).toBe('full');
});

test('a query that takes too long times out, and the next one does not wait for it', async () => {
  const setup = await open();
  await setup.storage.close();
  await runDirectly(file(), SLOW_VIEW);
  const watched = watchThreads();
  const one = await open({ queryTimeoutMs: 300 });
  await expect(one.storage.friends.friendsOf(someUuid())).rejects.toMatchObject(AWAY);
  expect(await one.storage.players.find(someUuid())).toBeUndefined();
  expect(events(one)).toEqual(['storage.unavailable', 'storage.recovered']);
  await one.storage.close();
  for (const { threadId } of watched.threads) expect(threadId).toBe(-1);
});

test('a crashed thread loses the running transaction as a whole, and nothing else', async () => {
  const watched = watchThreads();
  const one = await open();
  const before = somePlayer();
  await one.storage.players.save([before]);
  const crowd = Array.from({ length: 20_000 }, () => somePlayer());
  const saving = one.storage.players.save(crowd);
  const outcome = expect(saving).rejects.toMatchObject(AWAY);
  await vi.waitUntil(() => watched.messages() > 20);
  await Promise.all([...watched.threads].map((thread) => thread.terminate()));
  await outcome;
  expect((await one.storage.players.page(FIRST_PAGE)).rows).toEqual([before]);
  await one.storage.players.save(crowd.slice(0, 3));
  expect((await one.storage.players.page(FIRST_PAGE)).total).toBe(4);
  expect(events(one)).toEqual(['storage.unavailable', 'storage.recovered']);
});

test('closing finishes running queries, ends every thread and refuses later queries', async () => {
  const watched = watchThreads();
  const one = await open();
  const ban = someBan();
  const begun = [one.storage.bans.save(ban, ADMIN), one.storage.players.save([somePlayer(), somePlayer()])];
  const closing = one.storage.close();
  await expect(one.storage.players.find(someUuid())).rejects.toMatchObject(AWAY);
  await closing;
  await Promise.all(begun);
  expect(watched.threads.size).toBeGreaterThan(0);
  for (const { threadId } of watched.threads) expect(threadId).toBe(-1);
  const again = await open();
  expect(await again.storage.bans.find(ban.uuid)).toMatchObject({ count: 1 });
});

test('when a thousand queries wait for a blocked database, further ones fail at once', async () => {
  const one = await open({ queryTimeoutMs: 1_000 });
  const unlock = await lockDirectly(file());
  const all = Array.from({ length: 1_100 }, () => one.storage.bans.noteAddress(someUuid(), '::1'));
  const outcomes = await Promise.allSettled(all);
  unlock();
  const codes = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.cause.code);
  expect(codes.filter((code) => code === 'QUEUE_FULL')).toHaveLength(99);
  expect(new Set(codes)).toEqual(new Set(['SQLITE_BUSY', 'QUEUE_TIMEOUT', 'QUEUE_FULL']));
  await one.storage.bans.noteAddress(someUuid(), '::1');
});

test('search still works after a manual VACUUM', async () => {
  const one = await open();
  const crowd = Array.from({ length: 50 }, (_, at) => somePlayer({ name: `Vacuumed${at}` }));
  await one.storage.players.save(crowd);
  await runDirectly(file(), `delete from NetworkPD where username in ('Vacuumed3', 'Vacuumed30')`);
  await runDirectly(file(), 'vacuum');
  const { rows, total } = await one.storage.players.page({ ...FIRST_PAGE, search: 'CUUMED4' });
  expect(total).toBe(11);
  expect(rows.every(({ name }) => name.includes('cuumed4'))).toBe(true);
});

test('errors about a file that is no database and about a missing folder do not contain the path', async () => {
  writeFileSync(file(), 'this is not a database, and long enough to be read as a header of one '.repeat(20));
  const broken = await open().catch((error: unknown) => error);
  expect(broken).toMatchObject({ code: 'storage_unavailable', cause: { code: 'SQLITE_NOTADB' } });
  const missing = await open({ url: 'sqlite:no/such/folder.db' }).catch((error: unknown) => error);
  expect(missing).toMatchObject({ code: 'storage_unavailable', cause: { code: 'ENOENT' } });
  for (const error of [broken, missing]) expect(String(error)).not.toContain(folder);
});

test('only the owner can read the file', async () => {
  await open();
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

/** Arguments of a process that opens the storage in `folder` and runs `body` with it. */
function program(body: string): string[] {
  const script = join(folder, 'program.ts');
  writeFileSync(
    script,
    `import { openStorage } from '${join(import.meta.dirname, '../../src/storage/open-storage.ts')}';
     import { systemClock } from '${join(import.meta.dirname, '../../src/runtime/clock.ts')}';
     const quiet = () => {};
     const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
     const storage = await openStorage({ url: 'sqlite:', dataFolder: '${folder}', clock: systemClock, logger });
     ${body}`,
  );
  return [script];
}

test('a process with a storage prints no warning and exits by itself after close', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    program('console.log((await storage.players.findMany([])).length); await storage.close();'),
    { encoding: 'utf8', timeout: 20_000 },
  );
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '0\n', stderr: '' });
});

test('processes that open an empty folder at the same time all succeed', async () => {
  const args = program('await storage.now(); await storage.close();');
  const children = Array.from({ length: 4 }, () => spawn(process.execPath, args, { stdio: 'inherit' }));
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as number));
  expect(codes).toEqual([0, 0, 0, 0]);
});

test('acknowledged bans are still stored after kill -9', async () => {
  const args = program(`
    for (let at = 0; ; at += 1) {
      const uuid = '00000000-0000-4000-8000-' + String(at).padStart(12, '0');
      const ban = { uuid, name: 'x', reason: 'y', bannedAt: 1, expires: 0, ip: '' };
      await storage.bans.save(ban, { via: 'api', name: 'z', uuid: null });
      console.log(uuid);
    }`);
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === 50) child.kill('SIGKILL');
  }
  await gone;
  const { storage } = await open();
  const kept = new Set<string>();
  for await (const bans of storage.bans.active(1)) for (const { uuid } of bans) kept.add(uuid);
  expect(acknowledged.filter((uuid) => !kept.has(uuid))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThanOrEqual(50);
});
