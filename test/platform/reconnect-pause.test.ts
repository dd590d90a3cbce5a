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
  const fail = (): number => pause.after('lost');
  return { pause, clock, lose, fail };
}

it('grows from failed attempt to failed attempt, and begins anew after a connection that was good for 10 s', async () => {
  const { fail, lose } = openPause();
  expect([fail(), fail(), fail()]).toEqual([750, 1_500, 3_000]);
  await lose(9_999);
  expect(fail()).toBe(12_000);
  await lose(10_000);
  expect(fail()).toBe(1_500);
});

it('grows up to five minutes from one connection that does not last to the next, until one has lasted a minute', async () => {
  const { lose } = openPause();
  const waits: number[] = [];
  for (let at = 0; at < 11; at += 1) waits.push(await lose(at % 2 === 0 ? 0 : 59_999));
  expect(waits).toEqual([
    750, 1_500, 3_000, 6_000, 12_000, 24_000, 48_000, 96_000, 192_000, 225_000, 225_000,
  ]);
  expect(await lose(60_000)).toBe(750);
  expect(await lose(0)).toBe(750);
});

it('trusts a connection at once, and after two that did not last not before 10 s', async () => {
  const { pause, clock, lose, fail } = openPause();
  await lose(0);
  expect(pause.isTrusted).toBe(true);
  await lose(0);
  fail();
  expect(pause.isTrusted).toBe(false);
  pause.good();
  await clock.advance(9_999);
  expect(pause.isTrusted).toBe(false);
  await clock.advance(1);
  expect(pause.isTrusted).toBe(true);
  pause.after('lost');
  expect(pause.isTrusted).toBe(false);
});

it('setting the clock makes no connection good, and none bad', async () => {
  const { lose } = openPause();
  const first = await lose(0);
  expect(await lose(0, 3_600_000)).toBeGreaterThan(first);
  expect(await lose(60_000, -3_600_000)).toBe(first);
});
