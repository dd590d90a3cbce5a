import { expect, test, vi } from 'vitest';
import { RowCount } from '../../../src/storage/queries/row-count.ts';
import { SyncTestClock } from '../../fixtures/test-clock.ts';

function counter(answers: readonly number[]): {
  count: RowCount;
  ask: () => number;
  pass: (ms: number) => void;
} {
  const clock = new SyncTestClock();
  const take = vi.fn<() => Promise<number>>();
  for (const answer of answers) take.mockResolvedValueOnce(answer);
  return {
    count: new RowCount(take, clock),
    ask: () => take.mock.calls.length,
    pass: (milliseconds) => clock.advance(milliseconds),
  };
}

test('without a change rows are counted once a minute', async () => {
  const { count, ask, pass } = counter([5, 6]);
  expect([await count.total(), await count.total()]).toEqual([5, 5]);
  pass(60_000);
  expect(await count.total()).toBe(5);
  pass(1);
  expect(await count.total()).toBe(6);
  expect(ask()).toBe(2);
});

test.each([-3_600_000, 3_600_000])(
  'setting the clock by %d ms makes no total older or younger',
  async (by) => {
    const clock = new SyncTestClock();
    const answers = [5, 6];
    const count = new RowCount(() => Promise.resolve(answers.shift() ?? 0), clock);
    await count.total();
    clock.jump(by);
    expect(await count.total()).toBe(5);
    clock.advance(60_001);
    expect(await count.total()).toBe(6);
  },
);

test('a small table is counted again after every change', async () => {
  const { count } = counter([5, 6, 7]);
  expect(await count.total()).toBe(5);
  count.changed();
  expect(await count.total()).toBe(6);
  count.changed();
  expect(await count.total()).toBe(7);
});

test('a large table is counted in the background, at most every five seconds', async () => {
  const { count, ask, pass } = counter([1_000_000, 1_000_001]);
  await count.total();
  count.changed();
  expect(await count.total()).toBe(1_000_000);
  expect(ask()).toBe(1);
  pass(5_001);
  expect(await count.total()).toBe(1_000_000);
  await vi.waitUntil(() => ask() === 2);
  expect(await count.total()).toBe(1_000_001);
});

test('after a change no caller gets a count that began before it', async () => {
  let finish: (count: number) => void = () => undefined;
  const slow = new Promise<number>((resolve) => {
    finish = resolve;
  });
  const answers = [slow, Promise.resolve(2)];
  const clock = new SyncTestClock();
  const count = new RowCount(() => answers.shift() ?? Promise.reject(new Error('asked too often')), clock);
  const before = count.total();
  count.changed();
  expect(await count.total()).toBe(2);
  finish(1);
  expect(await before).toBe(1);
  expect(await count.total()).toBe(2);
});

test('a failed count is repeated for the next caller', async () => {
  const clock = new SyncTestClock();
  const take = vi
    .fn<() => Promise<number>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValueOnce(3);
  const count = new RowCount(take, clock);
  await expect(count.total()).rejects.toThrow('away');
  expect(await count.total()).toBe(3);
});

test('an estimate is counted once, and anew behind the back of who asks when it is a minute old', async () => {
  const { count, ask, pass } = counter([5, 6]);
  expect(await count.estimate()).toBe(5);
  count.changed();
  expect([await count.estimate(), ask()]).toEqual([5, 1]);
  pass(60_001);
  expect(await count.estimate()).toBe(5);
  await Promise.resolve();
  expect([await count.estimate(), ask()]).toEqual([6, 2]);
});
