import { expect, it } from 'vitest';
import { backoffMs } from '../../src/runtime/backoff.ts';

it('waits twice as long after every failed try, up to the most', () => {
  const waits = [0, 1, 2, 3, 4, 1_000].map((attempt) => backoffMs(attempt, 100, 1_000, () => 0));
  expect(waits).toEqual([50, 100, 200, 400, 500, 500]);
});

it('adds up to as much again by chance, so that not all come back at once', () => {
  const waits = [0, 0.5, 0.999].map((chance) => backoffMs(2, 100, 10_000, () => chance));
  expect(waits).toEqual([200, 300, 400]);
});
