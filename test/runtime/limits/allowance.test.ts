import { expect, it } from 'vitest';
import { Allowance } from '../../../src/runtime/limits/allowance.ts';
import { TestClock } from '../../fixtures/test-clock.ts';

it('allows a burst, then so much a second, and saves up no more than a burst', async () => {
  const clock = new TestClock();
  const allowance = new Allowance({ burst: 10, perSecond: 4 }, clock);
  expect([allowance.take(6), allowance.take(5), allowance.take(4)]).toEqual([true, false, true]);
  await clock.advance(500);
  expect([allowance.take(3), allowance.take(2), allowance.take(1)]).toEqual([false, true, false]);
  await clock.advance(3_600_000);
  expect([allowance.take(10), allowance.take(1)]).toEqual([true, false]);
});

it('gains nothing and loses nothing when the clock is set', async () => {
  for (const by of [-3_600_000, 3_600_000]) {
    const clock = new TestClock();
    const allowance = new Allowance({ burst: 2, perSecond: 1 }, clock);
    allowance.take(2);
    clock.jump(by);
    expect(allowance.take(1)).toBe(false);
    await clock.advance(1_000);
    expect(allowance.take(1)).toBe(true);
  }
});

it('gains what it should while the clock is being set back', async () => {
  const clock = new TestClock();
  const allowance = new Allowance({ burst: 2, perSecond: 1 }, clock);
  allowance.take(2);
  await clock.advance(1_000);
  clock.jump(-3_600_000);
  expect(allowance.take(1)).toBe(true);
});
