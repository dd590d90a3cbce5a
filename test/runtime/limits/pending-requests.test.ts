import { expect, it } from 'vitest';
import { AppError } from '../../../src/domain/errors.ts';
import { PendingRequests } from '../../../src/runtime/limits/pending-requests.ts';
import { SyncTestClock } from '../../fixtures/test-clock.ts';

function open(clock: SyncTestClock, limit = 10): PendingRequests<string> {
  const timedOut = () => new AppError('platform_unavailable', 'late');
  return new PendingRequests({ clock, limit, limitMs: 5_000, timedOut });
}

it('gives every request a number of its own and hands over its answer once', async () => {
  const requests = open(new SyncTestClock());
  const ids: number[] = [];
  const first = requests.request((id) => ids.push(id));
  const second = requests.request((id) => ids.push(id));
  expect(ids).toEqual([1, 2]);
  expect(requests.settle(2, 'two')).toBe(true);
  expect(requests.settle(2, 'again')).toBe(false);
  expect(requests.settle(1, 'one')).toBe(true);
  expect(await Promise.all([first, second])).toEqual(['one', 'two']);
});

it('lets each request wait its time, not longer and not shorter', async () => {
  const clock = new SyncTestClock();
  const requests = open(clock);
  const first = expect(requests.request(() => {})).rejects.toMatchObject({ message: 'late' });
  clock.advance(3_000);
  const second = expect(requests.request(() => {})).rejects.toMatchObject({ message: 'late' });
  clock.advance(2_000);
  await first;
  expect(requests.size).toBe(1);
  clock.advance(2_999);
  expect(requests.size).toBe(1);
  clock.advance(1);
  await second;
  expect(clock.pending).toBe(0);
});

it('lets a request wait as long as it asks for, whatever the others may', async () => {
  const clock = new SyncTestClock();
  const requests = open(clock);
  const long = requests.request(() => {}, 60_000);
  const short = expect(requests.request(() => {})).rejects.toMatchObject({ message: 'late' });
  clock.advance(59_999);
  await short;
  requests.settle(1, 'in time');
  expect(await long).toBe('in time');
});

it('refuses at once when too many wait, and takes more once one has its answer', async () => {
  const requests = open(new SyncTestClock(), 2);
  const first = requests.request(() => {});
  const second = requests.request(() => {});
  await expect(requests.request(() => {})).rejects.toMatchObject({ code: 'overloaded' });
  requests.settle(1, 'x');
  await first;
  const third = requests.request(() => {});
  requests.failAll(() => new AppError('platform_unavailable', 'gone'));
  await expect(second).rejects.toMatchObject({ code: 'platform_unavailable', message: 'gone' });
  await expect(third).rejects.toMatchObject({ code: 'platform_unavailable' });
});

it('rejects with what sending threw, and nobody waits for that answer', async () => {
  const requests = open(new SyncTestClock());
  const sent = requests.request(() => {
    throw new TypeError('no socket');
  });
  await expect(sent).rejects.toThrow('no socket');
  expect(requests.size).toBe(0);
});
