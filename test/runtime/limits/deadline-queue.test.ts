import { beforeEach, expect, it } from 'vitest';
import { DeadlineQueue } from '../../../src/runtime/limits/deadline-queue.ts';
import { TestClock } from '../../fixtures/test-clock.ts';

let clock: TestClock;
let expired: string[];
let queue: DeadlineQueue<string>;
beforeEach(() => {
  clock = new TestClock();
  expired = [];
  queue = new DeadlineQueue(clock, 1_000, (item) => expired.push(item));
});

it('lets every item run out after its whole time, in the order in which they were added', async () => {
  queue.add('a');
  await clock.advance(400);
  queue.add('b');
  await clock.advance(599);
  expect(expired).toEqual([]);
  await clock.advance(1);
  expect(expired).toEqual(['a']);
  await clock.advance(399);
  expect(expired).toEqual(['a']);
  await clock.advance(1);
  expect(expired).toEqual(['a', 'b']);
  expect(queue.size).toBe(0);
});

it('gives an item that is added again its whole time, and the last place', async () => {
  queue.add('a');
  queue.add('b');
  await clock.advance(900);
  queue.add('a');
  expect(queue.first).toBe('b');
  await clock.advance(100);
  expect(expired).toEqual(['b']);
  await clock.advance(900);
  expect(expired).toEqual(['b', 'a']);
});

it('does not expire what was taken out or forgotten', async () => {
  queue.add('a');
  queue.add('b');
  expect(queue.delete('a')).toBe(true);
  expect(queue.delete('a')).toBe(false);
  queue.clear();
  await clock.advance(2_000);
  expect(expired).toEqual([]);
});

it('has one timer for all items, and none when there are none', async () => {
  for (const item of ['a', 'b', 'c']) queue.add(item);
  expect(clock.pending).toBe(1);
  queue.clear();
  expect(clock.pending).toBe(0);
  queue.add('d');
  await clock.advance(1_000);
  expect([expired, clock.pending]).toEqual([['d'], 0]);
});

it('has let go of an item when it reports it, so that the item can be added again', async () => {
  const seen: number[] = [];
  const again = new DeadlineQueue<string>(clock, 1_000, (item) => {
    seen.push(again.size);
    if (seen.length < 3) again.add(item);
  });
  again.add('a');
  await clock.advance(5_000);
  expect(seen).toEqual([0, 0, 0]);
});

it('waits on when its timer fires a little early', async () => {
  queue.add('a');
  await clock.fireEarly(2);
  expect(expired).toEqual([]);
  await clock.advance(2);
  expect(expired).toEqual(['a']);
});

it('lets an item run out after its time although the clock is put back meanwhile', async () => {
  queue.add('a');
  clock.jump(-3 * 3600_000);
  await clock.advance(1_000);
  expect(expired).toEqual(['a']);
});
