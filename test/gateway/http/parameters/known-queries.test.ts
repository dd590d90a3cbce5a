import { expect, it } from 'vitest';
import { KnownQueries } from '../../../../src/gateway/http/parameters/known-queries.ts';

function countingQueries() {
  const read: string[] = [];
  const queries = new KnownQueries((raw) => {
    read.push(raw);
    if (raw === 'limit=x') throw new Error('refused');
    return { raw };
  });
  return { queries, read };
}

it('reads a query once, and gives nobody a value that another could have changed', () => {
  const { queries, read } = countingQueries();
  const first = queries.read('limit=100');
  expect(queries.read('limit=100')).toBe(first);
  expect(queries.read('limit=50')).toEqual({ raw: 'limit=50' });
  expect(read).toEqual(['limit=100', 'limit=50']);
  expect(Object.isFrozen(first)).toBe(true);
});

it('refuses a wrong query each time', () => {
  const { queries } = countingQueries();
  for (const _ of [1, 2]) expect(() => queries.read('limit=x')).toThrow('refused');
  expect(queries.size).toBe(0);
});

it('keeps 128 short ones at most, whatever clients ask', () => {
  const { queries } = countingQueries();
  for (let at = 0; at < 1_000; at += 1) {
    queries.read(`search=${at}`);
    expect(queries.size).toBeLessThanOrEqual(128);
  }
  const before = queries.size;
  queries.read('x'.repeat(257));
  expect(queries.size).toBe(before);
});
