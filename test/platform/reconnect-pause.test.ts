import { expect, it } from 'vitest';
import { ReconnectPause } from '../../src/platform/reconnect-pause.ts';
import { TestClock } from '../fixtures/test-clock.ts';

const BOUNDS = { firstMs: 1_000, maxMs: 60_000 };

function openPause() {
  const clock = new TestClock();
  const pause = new ReconnectPause(BOUNDS, { clock, random: () => 0.5 });
  /** A connection that was good for so long, with the clock set by so much meanwhile; then it was lost. */
  const lose = async (goodMs: number, clockSetBy = 0): Promise<number> => {
    pause.good();
    await clock.advance(goodMs);
    clock.jump(clockSetBy);
    return pause.after('lost');
  };
  return { lose };
}

it('grows from loss to loss, and begins anew after a connection that was good for 10 s', async () => {
  const { lose } = openPause();
  const first = await lose(0);
  const second = await lose(9_999);
  expect(second).toBeGreaterThan(first);
  expect(await lose(10_000)).toBe(first);
});

it('setting the clock makes no connection good, and none bad', async () => {
  const { lose } = openPause();
  const first = await lose(0);
  expect(await lose(0, 3_600_000)).toBeGreaterThan(first);
  expect(await lose(10_000, -3_600_000)).toBe(first);
});
