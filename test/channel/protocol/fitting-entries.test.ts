import { expect, it } from 'vitest';
import { fittingEntries } from '../../../src/channel/protocol/fitting-entries.ts';

it('takes as many entries as fit, to the byte, and the list itself when all do', () => {
  const names = ['漢', 'b"', 'c'];
  const bytes = Buffer.byteLength(JSON.stringify(names));
  expect(fittingEntries(names, bytes)).toBe(names);
  expect(fittingEntries(names, bytes - 1)).toEqual(['漢', 'b"']);
  expect(fittingEntries(names, 7)).toEqual(['漢']);
  expect(fittingEntries(names, 6)).toEqual([]);
  expect(fittingEntries([], 2)).toEqual([]);
});
