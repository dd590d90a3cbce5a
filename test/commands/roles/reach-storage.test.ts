import { expect, test } from 'vitest';
import { retryWhileAway } from '../../../src/commands/roles/reach-storage.ts';
import { AppError } from '../../../src/domain/errors.ts';
import { recordedLog } from '../recorded-log.ts';

const away = () => Promise.reject(new AppError('storage_unavailable'));

test('the start waits up to 30 s for a database, with growing pauses', async () => {
  const { logger, events } = recordedLog();
  const pauses: number[] = [];
  let tries = 0;
  const open = () => (++tries < 6 ? away() : Promise.resolve('open'));
  expect(await retryWhileAway(open, logger, async (pause) => pauses.push(pause))).toBe('open');
  expect(pauses).toHaveLength(5);
  expect(pauses[4]).toBeGreaterThan(pauses[0] ?? 0);
  expect(events()).toEqual(Array.from({ length: 5 }, () => 'storage.awaited'));
});

test('a database that stays away ends the start with a clear message', async () => {
  const { logger } = recordedLog();
  let slept = 0;
  const work = retryWhileAway(away, logger, async (pause) => (slept += pause));
  await expect(work).rejects.toThrow('the database did not answer for 30 s');
  expect(slept).toBeGreaterThanOrEqual(30_000);
  expect(slept).toBeLessThan(35_000);
});

test('any other failure is final at once', async () => {
  const { logger, events } = recordedLog();
  const work = retryWhileAway(() => Promise.reject(new Error('a newer schema')), logger);
  await expect(work).rejects.toThrow('a newer schema');
  expect(events()).toEqual([]);
});
