import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/runtime/clock.ts';
import { MissingTables } from '../../src/storage/missing-tables.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { recordedLog } from '../commands/recorded-log.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-tables-'));
  file = join(folder, 'portcullis.db');
});
afterEach(() => rm(folder, { recursive: true }));

const { logger } = recordedLog();
const open = (mustHaveTables: boolean) =>
  openStorage({ url: 'sqlite:', dataFolder: folder, logger, clock: systemClock, mustHaveTables });

test('a database that was there and is gone is not made anew', async () => {
  await expect(open(true)).rejects.toThrow(MissingTables);
  expect(existsSync(file)).toBe(false);
});

test('nor one that is empty, which stays as it is', async () => {
  await writeFile(file, '');
  await expect(open(true)).rejects.toThrow(MissingTables);
  expect(await readFile(file, 'utf8')).toBe('');
});

test('nor one that has other tables only', async () => {
  const database = new DatabaseSync(file);
  database.exec('create table Homes (id integer)');
  database.close();
  await expect(open(true)).rejects.toThrow(MissingTables);
});

test('one that is there opens, and a new one does where none was', async () => {
  await (await open(false)).close();
  await (await open(true)).close();
});

test('a table that was dropped is named, and not made anew', async () => {
  await (await open(false)).close();
  const database = new DatabaseSync(file);
  database.exec('drop table NetworkBans');
  database.close();
  await expect(open(false)).rejects.toMatchObject({ tables: ['NetworkBans'] });
});
