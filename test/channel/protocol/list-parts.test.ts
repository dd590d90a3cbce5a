import { expect, it } from 'vitest';
import { fittingEntries, listFrames, PartCollector } from '../../../src/channel/protocol/list-parts.ts';

const numbers = { head: '"type":"n"', key: 'n', encode: (value: number) => String(value) };

it('a list that fits is one frame without part numbers, even when empty', () => {
  expect([...listFrames(numbers, [])]).toEqual(['{"type":"n","n":[]}']);
  expect([...listFrames(numbers, [1, 2])]).toEqual(['{"type":"n","n":[1,2]}']);
});

it('a longer list is numbered parts that joined give the list', () => {
  const list = Array.from({ length: 50_000 }, (_, at) => at);
  const collector = new PartCollector<number>(50_000);
  const outcomes = [...listFrames(numbers, list)].map((text) => {
    const frame = JSON.parse(text) as { part: number; last: boolean; n: number[] };
    return collector.add(frame, frame.n);
  });
  expect(outcomes.length).toBeGreaterThan(3);
  expect(outcomes.slice(0, -1).every((outcome) => outcome === 'waiting')).toBe(true);
  expect(outcomes.at(-1)).toEqual(list);
});

it('a part out of order discards what was collected', () => {
  const collector = new PartCollector<number>(10);
  expect(collector.add({ part: 1, last: false }, [1])).toBe('waiting');
  expect(collector.add({ part: 3, last: true }, [3])).toBe('broken');
  expect(collector.add({ part: 2, last: true }, [2])).toBe('broken');
  expect(collector.add({ part: 1, last: true }, [1])).toEqual([1]);
});

it('a list that begins anew, or is whole, discards the one before', () => {
  const collector = new PartCollector<number>(10);
  collector.add({ part: 1, last: false }, [1]);
  expect(collector.add({ part: 1, last: false }, [2])).toBe('waiting');
  expect(collector.add({ part: 2, last: true }, [3])).toEqual([2, 3]);
  collector.add({ part: 1, last: false }, [1]);
  expect(collector.add({}, [9])).toEqual([9]);
  expect(collector.add({ part: 2, last: true }, [2])).toBe('broken');
});

it('more entries than the limit are refused', () => {
  const collector = new PartCollector<number>(3);
  collector.add({ part: 1, last: false }, [1, 2]);
  expect(collector.add({ part: 2, last: true }, [3, 4])).toBe('broken');
});

it('more of what entries contain than the list may have are refused, over all parts', () => {
  const collector = new PartCollector<string>(10, { limit: 5, of: ({ length }) => length });
  collector.add({ part: 1, last: false }, ['ab', 'c']);
  expect(collector.add({ part: 2, last: true }, ['def'])).toBe('broken');
  collector.add({ part: 1, last: false }, ['ab', 'c']);
  expect(collector.add({ part: 2, last: true }, ['de'])).toEqual(['ab', 'c', 'de']);
});

it('an entry that fits no frame is left out, so that the list is whole without it', () => {
  const texts = { head: '"type":"t"', key: 't', encode: (value: string) => JSON.stringify(value) };
  const long = '漢'.repeat(80_000);
  const parts = [...listFrames(texts, ['a', '漢'.repeat(88_000), long, 'b'])];
  expect(parts.every((text) => Buffer.byteLength(text) <= 256 * 1024)).toBe(true);
  const collector = new PartCollector<string>(10);
  const outcomes = parts.map((text) => {
    const frame = JSON.parse(text) as { part: number; last: boolean; t: string[] };
    return collector.add(frame, frame.t);
  });
  expect(outcomes.at(-1)).toEqual(['a', long, 'b']);
});

it('of a list that is cut as many entries are taken as fit, to the byte, and the list itself when all do', () => {
  const names = ['漢', 'b"', 'c'];
  const bytes = Buffer.byteLength(JSON.stringify(names));
  expect(fittingEntries(names, bytes)).toBe(names);
  expect(fittingEntries(names, bytes - 1)).toEqual(['漢', 'b"']);
  expect(fittingEntries(names, 7)).toEqual(['漢']);
  expect(fittingEntries(names, 6)).toEqual([]);
  expect(fittingEntries([], 2)).toEqual([]);
});
