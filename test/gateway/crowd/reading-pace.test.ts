import { expect, test } from 'vitest';
import { ReadingPace } from '../../../src/gateway/crowd/reading-pace.ts';
import { TestClock } from '../../fixtures/test-clock.ts';

test('while places are few an answer is read at 8 KiB a second, but for its first ten seconds', async () => {
  const clock = new TestClock();
  const connections = { isCrowded: true };
  const mayGoOn = new ReadingPace(clock, connections).begin();
  await clock.advance(10_000);
  expect(mayGoOn(0)).toBe(true);
  await clock.advance(2_000);
  expect([mayGoOn(16 * 1024), mayGoOn(16 * 1024 - 1)]).toEqual([true, false]);
  connections.isCrowded = false;
  expect(mayGoOn(0)).toBe(true);
});
