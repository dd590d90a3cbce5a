import { expect, test, vi } from 'vitest';
import { systemClock } from '../../src/runtime/clock.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import { Semaphore } from '../../src/storage/semaphore.ts';
import { SyncTestClock } from '../fixtures/test-clock.ts';

function semaphore(seats: number, queueLimit: number, clock: Clock = systemClock): Semaphore {
  return new Semaphore({ seats, queueLimit, waitMs: () => 1_000, clock });
}

test('no more enter than there are seats, and those who wait enter in their order', async () => {
  const gate = semaphore(2, 10);
  const entered: number[] = [];
  const all = [0, 1, 2, 3].map((one) => gate.enter().then(() => entered.push(one)));
  await Promise.all(all.slice(0, 2));
  expect(entered).toEqual([0, 1]);
  gate.leave();
  await all[2];
  gate.leave();
  await all[3];
  expect(entered).toEqual([0, 1, 2, 3]);
});

test('who waits too long is turned away and takes no seat later', async () => {
  const clock = new SyncTestClock();
  const gate = semaphore(1, 10, clock);
  await gate.enter();
  const waiting = gate.enter();
  clock.advance(1_000);
  await expect(waiting).rejects.toMatchObject({
    code: 'storage_unavailable',
    cause: { code: 'QUEUE_TIMEOUT' },
  });
  gate.leave();
  await gate.enter();
});

test('a full queue turns away at once', async () => {
  const gate = semaphore(1, 1);
  await gate.enter();
  const second = gate.enter();
  await expect(gate.enter()).rejects.toMatchObject({ cause: { code: 'QUEUE_FULL' } });
  gate.leave();
  await second;
});

test('closing lets in who waited already and resolves when the last has left', async () => {
  const gate = semaphore(1, 10);
  await gate.enter();
  const second = gate.enter();
  const closed = vi.fn();
  const closing = gate.close().then(closed);
  await expect(gate.enter()).rejects.toMatchObject({ cause: { code: 'CLOSED' } });
  gate.leave();
  await second;
  expect(closed).not.toHaveBeenCalled();
  gate.leave();
  await closing;
});

test('closing an empty one resolves at once', async () => {
  await semaphore(1, 1).close();
});
