import { expect, test, vi } from 'vitest';
import { systemClock } from '../../src/runtime/clock.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import { Semaphore } from '../../src/storage/semaphore.ts';
import { SyncTestClock } from '../fixtures/test-clock.ts';

function semaphore(permits: number, queueLimit: number, clock: Clock = systemClock): Semaphore {
  return new Semaphore({ permits, queueLimit, waitMs: () => 1_000, clock });
}

test('there are never more holders than permits, and waiters get theirs in order', async () => {
  const users = semaphore(2, 10);
  const acquired: number[] = [];
  const all = [0, 1, 2, 3].map((one) => users.acquire().then(() => acquired.push(one)));
  await Promise.all(all.slice(0, 2));
  expect(acquired).toEqual([0, 1]);
  users.release();
  await all[2];
  users.release();
  await all[3];
  expect(acquired).toEqual([0, 1, 2, 3]);
});

test('a waiter that waits too long is rejected and takes no permit later', async () => {
  const clock = new SyncTestClock();
  const users = semaphore(1, 10, clock);
  await users.acquire();
  const waiting = users.acquire();
  clock.advance(1_000);
  await expect(waiting).rejects.toMatchObject({
    code: 'storage_unavailable',
    cause: { code: 'QUEUE_TIMEOUT' },
  });
  users.release();
  await users.acquire();
});

test('a full queue rejects at once', async () => {
  const users = semaphore(1, 1);
  await users.acquire();
  const second = users.acquire();
  await expect(users.acquire()).rejects.toMatchObject({ cause: { code: 'QUEUE_FULL' } });
  users.release();
  await second;
});

test('closing still serves waiters and resolves when the last permit is released', async () => {
  const users = semaphore(1, 10);
  await users.acquire();
  const second = users.acquire();
  const closed = vi.fn();
  const closing = users.close().then(closed);
  await expect(users.acquire()).rejects.toMatchObject({ cause: { code: 'CLOSED' } });
  users.release();
  await second;
  expect(closed).not.toHaveBeenCalled();
  users.release();
  await closing;
});

test('closing an unused semaphore resolves at once', async () => {
  await semaphore(1, 1).close();
});
