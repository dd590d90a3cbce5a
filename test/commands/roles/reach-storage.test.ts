import { expect, test } from 'vitest';
import { retryWhileAway, StoppedWhileStarting } from '../../../src/commands/roles/reach-storage.ts';
import { AppError } from '../../../src/domain/errors.ts';
import { unavailable } from '../../../src/storage/failure.ts';
import { parseStorageUrl } from '../../../src/storage/storage-url.ts';
import { recordedLog } from '../recorded-log.ts';

const address = parseStorageUrl('mysql://clerk:hush@db.example.org/network', '');
const away = () => Promise.reject(unavailable('ECONNREFUSED'));

test('the start waits up to 30 s for a database, with growing pauses', async () => {
  const { logger } = recordedLog();
  const pauses: number[] = [];
  let tries = 0;
  const open = () => (++tries < 6 ? away() : Promise.resolve('open'));
  const sleep = async (pause: number) => pauses.push(pause);
  expect(await retryWhileAway({ open, address, logger, sleep })).toBe('open');
  expect(pauses).toHaveLength(5);
  expect(pauses[4]).toBeGreaterThan(pauses[0] ?? 0);
});

test('a wait is some lines of the log: the first try, each other reason, and one every ten seconds', async () => {
  const { logger, events } = recordedLog();
  let slept = 0;
  const sleep = async (pause: number) => (slept += pause);
  const open = () => Promise.reject(unavailable(slept > 1_000 ? 'ECONNREFUSED' : 'ENOTFOUND'));
  await expect(retryWhileAway({ open, address, logger, sleep })).rejects.toThrow('did not answer');
  expect(events()).toEqual(Array.from({ length: 4 }, () => 'storage.awaited'));
});

test('a database that stays away ends the start with its place and the reason', async () => {
  const { logger } = recordedLog();
  let slept = 0;
  const work = retryWhileAway({ open: away, address, logger, sleep: async (pause) => (slept += pause) });
  await expect(work).rejects.toThrow(
    'the database mysql db.example.org:3306/network did not answer for 30 s (ECONNREFUSED)',
  );
  expect(slept).toBeGreaterThanOrEqual(30_000);
  expect(slept).toBeLessThan(35_000);
});

test.each([
  ['a wrong password', unavailable('ER_ACCESS_DENIED_ERROR'), /refuses the user clerk.*storage\.url/],
  ['a missing database', unavailable('ER_BAD_DB_ERROR'), /there is no database network/],
  ['a newer schema', new Error('a newer schema'), /^a newer schema$/],
  ['a bug', new AppError('internal_error'), /failed to handle/],
])('%s is final at once: no waiting mends it', async (_, failure, words) => {
  const { logger, events } = recordedLog();
  const work = retryWhileAway({ open: () => Promise.reject(failure), address, logger });
  await expect(work).rejects.toThrow(words);
  expect(events()).toEqual([]);
});

test('a process that is asked to stop waits no longer', async () => {
  const { logger } = recordedLog();
  let stop = (): void => undefined;
  const stopping = new Promise<void>((resolve) => (stop = resolve));
  const sleep = (): Promise<void> => {
    stop();
    return new Promise(() => undefined);
  };
  const work = retryWhileAway({ open: away, address, logger, stopping, sleep });
  await expect(work).rejects.toThrow(StoppedWhileStarting);
});
