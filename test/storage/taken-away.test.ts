import { copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/runtime/clock.ts';
import { open, type Opened } from '../contract/storage-database.ts';
import { ADMIN, FIRST_PAGE, someBan, somePlayer } from '../contract/storage-rows.ts';
import { runDirectly } from '../fixtures/direct-sqlite.ts';

const MANY_TRIES = { timeout: 20_000, interval: 20 };
/** The watch looks every 60 ms. */
const clock = {
  ...systemClock,
  setTimeout: (run: () => void, milliseconds: number) => systemClock.setTimeout(run, milliseconds / 50),
};

let folder: string;
let one: Opened;
const file = () => join(folder, 'portcullis.db');
const away = (code: string) => ({ code: 'storage_unavailable', cause: { code } });
const save = () => one.storage.bans.save(someBan(), ADMIN);
const noticed = (state: string) => vi.waitUntil(() => one.storage.state() === state, MANY_TRIES);
const said = () => one.log.filter(({ event }) => event !== 'storage.migrated');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-taken-'));
  // A query may take its whole five seconds, although the clock is fast.
  const options = { clock, queryTimeoutMs: 250_000 };
  one = await open({ url: 'sqlite:', dataFolder: folder, run: async () => [] }, options);
  await save();
});
afterEach(async () => {
  await one.storage.close();
  rmSync(folder, { recursive: true });
});

describe('a database file that is removed while it is open', () => {
  it('takes no change that would be gone at the end, and is not made anew', async () => {
    const ban = someBan();
    await one.storage.bans.save(ban, ADMIN);
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    await expect(save()).rejects.toMatchObject(away('STORE_GONE'));
    await expect(one.storage.players.save([somePlayer()])).rejects.toMatchObject(away('STORE_GONE'));
    expect(await one.storage.bans.find(ban.uuid)).toMatchObject({ count: 1 });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is noticed while nobody writes, said once with its path and what to do, and once when it is back', async () => {
    renameSync(file(), `${file()}.moved`);
    await noticed('away');
    for (let time = 0; time < 3; time += 1) await expect(save()).rejects.toThrow('unavailable');
    expect(said()).toEqual([
      { event: 'storage.unavailable', code: 'STORE_GONE', detail: expect.stringContaining(file()) },
    ]);
    expect(said()[0]?.['detail']).toContain('move it back');
    renameSync(`${file()}.moved`, file());
    await noticed('ok');
    await save();
    expect(said().map(({ event }) => event)).toEqual(['storage.unavailable', 'storage.recovered']);
  });
});

it('another file in its place is not written to, nor read', async () => {
  copyFileSync(file(), `${file()}.copy`);
  renameSync(`${file()}.copy`, file());
  await expect(save()).rejects.toMatchObject(away('STORE_REPLACED'));
  // The thread for walks is started by the first walk, which must not open the new file.
  const walk = one.storage.bans.whole({ ...FIRST_PAGE, sort: 'name' });
  await expect(walk).rejects.toMatchObject(away('STORE_REPLACED'));
  await noticed('away');
  expect(said()[0]?.['detail']).toContain('another file was put in its place');
});

it('a log that is removed takes no change either, and a clean stop writes back what it had', async () => {
  const ban = someBan();
  await one.storage.bans.save(ban, ADMIN);
  rmSync(`${file()}-wal`);
  await expect(save()).rejects.toMatchObject(away('STORE_LOG_GONE'));
  await noticed('away');
  await one.storage.close();
  one = await open({ url: 'sqlite:', dataFolder: folder, run: async () => [] });
  expect(await one.storage.bans.find(ban.uuid)).toMatchObject({ count: 1 });
});

it('a table that is dropped is named, what needs it is unavailable, and it is not made anew', async () => {
  await runDirectly(file(), 'drop table NetworkBans');
  await expect(save()).rejects.toMatchObject(away('SQLITE_NO_SUCH_TABLE'));
  await noticed('away');
  expect(said()).toEqual([
    { event: 'storage.unavailable', code: 'TABLES_MISSING', detail: expect.stringContaining('NetworkBans') },
  ]);
  const counted = "select count(*) as n from sqlite_master where name = 'NetworkBans'";
  expect(await runDirectly(file(), counted)).toEqual([{ n: 0 }]);
});

it('a file that is put where the folder of the database was is no database either', async () => {
  renameSync(folder, `${folder}-moved`);
  writeFileSync(folder, '');
  await expect(save()).rejects.toMatchObject(away('STORE_GONE'));
  rmSync(folder);
  renameSync(`${folder}-moved`, folder);
  await save();
});
