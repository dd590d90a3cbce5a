import { expect, test } from 'vitest';
import { counted, countText, parseCount } from '../../src/dashboard/ui/count-text.ts';

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

test('what is shown as a number is read as that number', () => {
  for (const count of [1, 999, 1000, 20_000, 1_000_000]) expect(parseCount(countText(count))).toBe(count);
  expect(parseCount(' 2500 ')).toBe(2500);
});

test.each(['', '0', '1e5', '2.5', '2,5', '-5', '+5', '5 0', '50.000', '1,00', '1000001', '5 players'])(
  '%j is no number of players in English',
  (text) => {
    expect(parseCount(text)).toBeUndefined();
  },
);
