import { expect, it } from 'vitest';
import { RateLimiter } from '../../../src/runtime/limits/rate-limiter.ts';
import { TestClock } from '../../fixtures/test-clock.ts';

function limiterOn(clock: TestClock, remembered = 10) {
  return new RateLimiter<string>({ clock, burst: 3, everyMs: 1_000, remembered });
}

const tries = (limiter: RateLimiter<string>, key: string, count: number) =>
  Array.from({ length: count }, () => limiter.allows(key));

it('allows a burst, then one each interval', async () => {
  const clock = new TestClock();
  const limiter = limiterOn(clock);
  expect(tries(limiter, 'a', 4)).toEqual([true, true, true, false]);
  await clock.advance(999);
  expect(limiter.allows('a')).toBe(false);
  await clock.advance(1);
  expect(tries(limiter, 'a', 2)).toEqual([true, false]);
});

it('says whether one more would be allowed, without counting it', () => {
  const limiter = limiterOn(new TestClock());
  tries(limiter, 'a', 2);
  expect([limiter.wouldAllow('a'), limiter.wouldAllow('a'), limiter.wouldAllow('b')]).toEqual([
    true,
    true,
    true,
  ]);
  limiter.allows('a');
  expect(limiter.wouldAllow('a')).toBe(false);
});

it('saves up no more than the burst, however long it was quiet', async () => {
  const clock = new TestClock();
  const limiter = limiterOn(clock);
  tries(limiter, 'a', 3);
  await clock.advance(3_600_000);
  expect(tries(limiter, 'a', 4)).toEqual([true, true, true, false]);
});

it('counts every key by itself, and a forgotten one anew', () => {
  const limiter = limiterOn(new TestClock());
  tries(limiter, 'a', 3);
  expect(limiter.allows('b')).toBe(true);
  limiter.forget('a');
  expect(limiter.allows('a')).toBe(true);
});

it('remembers a bounded number of keys, and forgets the one not seen for longest', () => {
  const limiter = limiterOn(new TestClock(), 2);
  tries(limiter, 'a', 3);
  tries(limiter, 'b', 3);
  limiter.allows('c');
  expect(limiter.remembered).toBe(2);
  expect(limiter.allows('b')).toBe(false);
  expect(limiter.allows('a')).toBe(true);
});

it('gives and takes nothing when the clock is set', async () => {
  for (const by of [-3_600_000, 3_600_000]) {
    const clock = new TestClock();
    const limiter = limiterOn(clock);
    tries(limiter, 'a', 2);
    clock.jump(by);
    expect(tries(limiter, 'a', 2)).toEqual([true, false]);
    await clock.advance(1_000);
    clock.jump(-by);
    expect(tries(limiter, 'a', 2)).toEqual([true, false]);
  }
});
