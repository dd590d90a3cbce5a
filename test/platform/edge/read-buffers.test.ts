import { expect, it } from 'vitest';
import { ReadBuffers } from '../../../src/platform/edge/read-buffers.ts';

const SMALL = 4 * 1024;
const LARGE = 64 * 1024;

it('is small until a read fills it, and again after a read that would have fitted', () => {
  const buffers = new ReadBuffers();
  const sizes = [100, SMALL - 1, SMALL, LARGE, SMALL + 1, SMALL, 1].map((bytes) => {
    buffers.choose(bytes);
    return buffers.current.length;
  });
  expect(sizes).toEqual([SMALL, SMALL, LARGE, LARGE, LARGE, SMALL, SMALL]);
});

it('is never read into for two sockets at once, and serves the next one when it is free', () => {
  const [one, other, third] = [new ReadBuffers(), new ReadBuffers(), new ReadBuffers()];
  const smalls = [one, other, third].map(({ current }) => current.buffer);
  expect(new Set(smalls).size).toBe(3);
  for (const buffers of [one, other]) buffers.choose(SMALL);
  expect(one.current.buffer).not.toBe(other.current.buffer);
  const freed = one.current;
  one.choose(SMALL);
  third.choose(SMALL);
  expect(third.current).toBe(freed);
});
