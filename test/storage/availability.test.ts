import { beforeEach, expect, it } from 'vitest';
import type { LogFields } from '../../src/runtime/logger.ts';
import { Availability } from '../../src/storage/availability.ts';
import { refused, unavailable } from '../../src/storage/failure.ts';
import { runningFault } from '../../src/storage/running-fault.ts';
import { StoreWatch } from '../../src/storage/store-watch.ts';
import { TestClock } from '../fixtures/test-clock.ts';

let clock: TestClock;
let log: LogFields[];
let watch: StoreWatch;
let availability: Availability;
const events = () => log.map(({ event }) => event);

beforeEach(() => {
  clock = new TestClock();
  log = [];
  const keep = (fields: LogFields): void => void log.push(fields);
  const logger = { debug: keep, info: keep, warn: keep, error: keep };
  const file = '/srv/data/portcullis.db';
  const explain = (error: unknown) => runningFault(error, { dialect: 'sqlite', file });
  watch = new StoreWatch({ logger, clock, explain });
  watch.begin(async () => undefined);
  availability = new Availability({ logger, clock, place: file, explain, watch });
});

it('a database that is away is said once, and once that it is back', () => {
  for (let time = 0; time < 3; time += 1) availability.failed(unavailable('ECONNREFUSED'));
  for (let time = 0; time < 3; time += 1) availability.worked(false);
  expect(events()).toEqual(['storage.unavailable', 'storage.recovered']);
  expect(availability.hasRoom).toBe(true);
});

it('a mistake of ours is logged every time, up to some lines a minute', () => {
  for (let time = 0; time < 2; time += 1) availability.failed(refused('SQLITE_1'));
  expect(events()).toEqual(['storage.refused', 'storage.refused']);
  for (let time = 0; time < 200; time += 1) availability.failed(refused('SQLITE_1'));
  expect(log).toHaveLength(6);
});

it('a database that comes and goes, as while its queue is full, is some lines a minute', async () => {
  for (let time = 0; time < 300; time += 1) {
    availability.failed(unavailable('QUEUE_FULL'));
    availability.worked(false);
    await clock.advance(100);
  }
  const some = ['storage.unavailable', 'storage.recovered'];
  expect(events()).toEqual([...some, ...some, ...some, ...some, ...some, ...some]);
  await clock.advance(60_000);
  expect(log.at(-2)).toMatchObject({ event: 'storage.unavailable', code: 'QUEUE_FULL', times: 294 });
});

it('what fails while the database is opened is for who opens it to say', () => {
  watch.close();
  availability.failed(unavailable('ECONNREFUSED'));
  availability.failed(refused('SQLITE_1'));
  expect(log).toEqual([]);
});

it('a full disk is said to the operator whose change was refused, with its folder', () => {
  const error = availability.failed(unavailable('SQLITE_FULL'));
  expect(error.facts.advice).toMatch(/^The disk of the database is full \(\/srv\/data\)/);
  expect(error.message).not.toContain('/srv/data');
});

it.each(['SQLITE_FULL', 'ER_DISK_FULL', 'ER_RECORD_FILE_FULL'])(
  'a full disk (%s) is said once, with its place, whatever is read meanwhile',
  async (code) => {
    for (let time = 0; time < 50; time += 1) {
      availability.failed(unavailable(code));
      availability.worked(false);
      await clock.advance(1_000);
    }
    expect(log).toEqual([
      expect.objectContaining({ event: 'storage.full', code, place: '/srv/data/portcullis.db' }),
    ]);
    expect(availability.hasRoom).toBe(false);
  },
);

it('small writes that find room among large ones that do not make no line each', async () => {
  for (let time = 0; time < 50; time += 1) {
    availability.failed(unavailable('SQLITE_FULL'));
    availability.worked(true);
    await clock.advance(1_000);
  }
  expect(events()).toEqual(['storage.full']);
});

it('a full disk is over with the first write that works ten seconds later, and is said again when it is full again', async () => {
  availability.failed(unavailable('SQLITE_FULL'));
  await clock.advance(10_000);
  availability.worked(true);
  availability.worked(true);
  expect(availability.hasRoom).toBe(true);
  availability.failed(unavailable('SQLITE_FULL'));
  expect(events()).toEqual(['storage.full', 'storage.recovered', 'storage.full']);
});
