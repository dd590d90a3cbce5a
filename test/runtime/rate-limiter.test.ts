import { expect, it } from 'vitest';
import { RateLimiter } from '../../src/runtime/rate-limiter.ts';
import { TestClock } from '../actors/test-clock.ts';

function limiter({ burst = 3, everyMs = 100, remembered = 10 } = {}) {
  const clock = new TestClock();
  return { clock, limiter: new RateLimiter<string>({ clock, burst, everyMs, remembered }) };
}

function allowed(rateLimiter: RateLimiter<string>, key: string, times: number): number {
  let count = 0;
  for (let time = 0; time < times; time += 1) if (rateLimiter.allows(key)) count += 1;
  return count;
}

it('allows exactly a burst at once', () => {
  expect(allowed(limiter().limiter, 'a', 50)).toBe(3);
});

it('allows one more every so many milliseconds, and none a millisecond earlier', async () => {
  const { clock, limiter: rateLimiter } = limiter();
  allowed(rateLimiter, 'a', 3);
  await clock.advance(99);
  expect(rateLimiter.allows('a')).toBe(false);
  await clock.advance(1);
  expect(allowed(rateLimiter, 'a', 5)).toBe(1);
});

it('saves up no more than a burst, however long it is quiet', async () => {
  const { clock, limiter: rateLimiter } = limiter();
  allowed(rateLimiter, 'a', 3);
  await clock.advance(3_600_000);
  expect(allowed(rateLimiter, 'a', 50)).toBe(3);
});

it('counts each key by itself', () => {
  const { limiter: rateLimiter } = limiter();
  expect(allowed(rateLimiter, 'a', 50)).toBe(3);
  expect(allowed(rateLimiter, 'b', 50)).toBe(3);
});

it('gives nothing and takes nothing for a clock that is put back', () => {
  const { clock, limiter: rateLimiter } = limiter();
  allowed(rateLimiter, 'a', 2);
  clock.jump(-3_600_000);
  expect(allowed(rateLimiter, 'a', 50)).toBe(1);
});

it('forgets the key not seen for longest beyond its bound, and the one it is asked to forget', () => {
  const { limiter: rateLimiter } = limiter({ remembered: 2 });
  for (const key of ['a', 'b', 'a', 'c']) allowed(rateLimiter, key, 3);
  expect(rateLimiter.remembered).toBe(2);
  expect(allowed(rateLimiter, 'a', 50)).toBe(0);
  expect(allowed(rateLimiter, 'b', 50)).toBe(3);
  rateLimiter.forget('b');
  expect(allowed(rateLimiter, 'b', 50)).toBe(3);
});
