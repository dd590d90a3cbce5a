import { expect, it } from 'vitest';
import { within } from '../../src/runtime/deadline.ts';
import { TestClock } from '../fixtures/test-clock.ts';

const never = new Promise<string>(() => {});

it('passes on what the work brings in time, and leaves no timer', async () => {
  const clock = new TestClock();
  const done = within(clock, 1_000, Promise.resolve('done'), 'platform_unavailable', 'late');
  const failed = within(clock, 1_000, Promise.reject(new TypeError('no')), 'platform_unavailable', 'late');
  await expect(done).resolves.toBe('done');
  await expect(failed).rejects.toThrow(new TypeError('no'));
  expect(clock.pending).toBe(0);
});

it('rejects with its code when the time is over, not before', async () => {
  const clock = new TestClock();
  let error: unknown;
  within(clock, 1_000, never, 'storage_unavailable', 'The database did not answer').catch(
    (caught: unknown) => {
      error = caught;
    },
  );
  await clock.advance(999);
  expect(error).toBeUndefined();
  await clock.advance(1);
  expect(error).toMatchObject({
    code: 'storage_unavailable',
    message: 'The database did not answer',
    facts: { retryAfterSeconds: 1 },
  });
});

it('ignores what comes after the time is over', async () => {
  const clock = new TestClock();
  let fail: ((error: Error) => void) | undefined;
  const work = new Promise<string>((_, reject) => {
    fail = reject;
  });
  const result = expect(within(clock, 1_000, work, 'overloaded', 'late')).rejects.toMatchObject({
    code: 'overloaded',
  });
  await clock.advance(1_000);
  fail?.(new Error('too late'));
  await result;
});
