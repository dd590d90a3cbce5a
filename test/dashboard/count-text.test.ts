import { expect, test } from 'vitest';
import { counted, countText, SEPARATORS } from '../../src/dashboard/ui/count-text.ts';

test.each([
  [0, 'bans'],
  [1, 'ban'],
  [2, 'bans'],
])('%i is followed by "%s"', (count, word) => {
  expect(counted(count, 'ban')).toBe(`${count} ${word}`);
});

test('a plural that is not made by an s is named', () => {
  expect(counted(1, 'party', 'parties')).toBe('1 party');
  expect(counted(2, 'party', 'parties')).toBe('2 parties');
});

test('long numbers have the separators that fields have', () => {
  expect(countText(20_000)).toBe(`20${SEPARATORS.thousandSeparator}000`);
  expect(SEPARATORS.thousandSeparator).not.toBe(SEPARATORS.decimalSeparator);
});
