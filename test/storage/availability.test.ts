import { beforeEach, expect, it } from 'vitest';
import type { LogFields } from '../../src/runtime/logger.ts';
import { Availability } from '../../src/storage/availability.ts';
import { refused, unavailable } from '../../src/storage/failure.ts';
import { TestClock } from '../fixtures/test-clock.ts';

let clock: TestClock;
let log: LogFields[];
let availability: Availability;
const events = () => log.map(({ event }) => event);

beforeEach(() => {
  clock = new TestClock();
  log = [];
  const keep = (fields: LogFields): void => void log.push(fields);
  const logger = { debug: keep, info: keep, warn: keep, error: keep };
  availability = new Availability({ logger, clock, place: '/srv/data/portcullis.db' });
});

it('a database that is away is said once, and once that it is back', () => {
  for (let time = 0; time < 3; time += 1) availability.failed(unavailable('ECONNREFUSED'));
  for (let time = 0; time < 3; time += 1) availability.worked(false);
  expect(events()).toEqual(['storage.unavailable', 'storage.recovered']);
  expect(availability.hasRoom).toBe(true);
});

it('a mistake of ours is logged every time', () => {
  for (let time = 0; time < 2; time += 1) availability.failed(refused('SQLITE_1'));
  expect(events()).toEqual(['storage.refused', 'storage.refused']);
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
