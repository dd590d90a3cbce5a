import { beforeEach, expect, it } from 'vitest';
import { unavailable } from '../../src/storage/failure.ts';
import { MissingTables } from '../../src/storage/missing-tables.ts';
import { runningFault } from '../../src/storage/running-fault.ts';
import { parseStorageUrl } from '../../src/storage/storage-url.ts';
import { StoreWatch } from '../../src/storage/store-watch.ts';
import { LevelledLog } from '../fixtures/levelled-log.ts';
import { TestClock } from '../fixtures/test-clock.ts';

const address = parseStorageUrl('mysql://clerk:hush@db.example.org/network', '');
let clock: TestClock;
let log: LevelledLog;
let watch: StoreWatch;
let fault: Error | undefined;
let looks: number;
const events = () => log.lines.map(({ event }) => event);

beforeEach(() => {
  clock = new TestClock();
  log = new LevelledLog();
  fault = undefined;
  looks = 0;
  watch = new StoreWatch({ clock, logger: log, explain: (error) => runningFault(error, address) });
  watch.begin(async () => {
    looks += 1;
    if (fault !== undefined) throw fault;
  });
});

it('looks every three seconds, and no more once it is closed', async () => {
  await clock.advance(9_000);
  expect(looks).toBe(3);
  watch.close();
  await clock.advance(9_000);
  expect(looks).toBe(3);
});

it('says once what is missing and what to do, without a password, and once that it is back', async () => {
  fault = new MissingTables(['NetworkBans']);
  await clock.advance(30_000);
  expect(watch.fault).toMatchObject({ code: 'TABLES_MISSING' });
  fault = undefined;
  await clock.advance(30_000);
  expect(watch.fault).toBeUndefined();
  expect(events()).toEqual(['storage.unavailable', 'storage.recovered']);
  expect(log.at('error')[0]?.['detail']).toMatch(
    /mysql db\.example\.org:3306\/network has lost NetworkBans.*the user clerk.*restore the database/,
  );
  expect(JSON.stringify(log.lines)).not.toContain('hush');
});

it('says something else too, once, also when looks find now the one and now the other', async () => {
  for (let time = 0; time < 4; time += 1) {
    fault = new MissingTables([]);
    await clock.advance(3_000);
    fault = unavailable('ER_BAD_DB_ERROR');
    await clock.advance(3_000);
  }
  expect(log.at('error').map(({ code }) => code)).toEqual(['TABLES_MISSING', 'ER_BAD_DB_ERROR']);
});

it('a database that does not answer is none of its matter, and ends nothing that is known', async () => {
  fault = unavailable('ECONNREFUSED');
  await clock.advance(6_000);
  expect(watch.fault).toBeUndefined();
  fault = new MissingTables([]);
  await clock.advance(3_000);
  fault = unavailable('ECONNREFUSED');
  await clock.advance(3_000);
  expect(watch.fault).toMatchObject({ code: 'TABLES_MISSING' });
  expect(events()).toEqual(['storage.unavailable']);
});

it('a suspicion is looked into at once, and logged by itself where the whole is as it was', async () => {
  await watch.suspect(unavailable('ER_TABLEACCESS_DENIED_ERROR'));
  expect(looks).toBe(1);
  expect(log.lines).toEqual([
    expect.objectContaining({ event: 'storage.refused', detail: expect.stringContaining('grant all on') }),
  ]);
});

it('a suspicion of what is known is not logged, also when it is over by then', async () => {
  fault = new MissingTables(['NetworkBans']);
  await watch.suspect(unavailable('ER_NO_SUCH_TABLE'));
  fault = undefined;
  await watch.suspect(unavailable('ER_NO_SUCH_TABLE'));
  expect(events()).toEqual(['storage.unavailable', 'storage.recovered']);
});
