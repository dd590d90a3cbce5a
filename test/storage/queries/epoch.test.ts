import { expect, test } from 'vitest';
import { epochMilliseconds } from '../../../src/storage/queries/epoch.ts';

test.each([
  [1_700_000_000, 1_700_000_000_000],
  [1_700_000_000_000, 1_700_000_000_000],
  [1_700_000_000_123n, 1_700_000_000_123],
  ['1700000000', 1_700_000_000_000],
  [' 1700000000123 ', 1_700_000_000_123],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
  ['2024-02-29 13:14', Date.UTC(2024, 1, 29, 13, 14)],
  ['2024-02-29 13:14:15', Date.UTC(2024, 1, 29, 13, 14, 15)],
  ['2024-02-29T13:14:15.250Z', Date.UTC(2024, 1, 29, 13, 14, 15, 250)],
  ['2024-02-29T13:14:15+02:00', Date.UTC(2024, 1, 29, 11, 14, 15)],
])('%s is read as the moment it means', (value, moment) => {
  expect(epochMilliseconds(value)).toBe(moment);
});

test.each([null, undefined, '', 'soon', '2024-13-45', '0000-00-00 00:00:00', -5, Number.NaN, {}, true])(
  '%s is not a time',
  (value) => {
    expect(epochMilliseconds(value)).toBe(0);
  },
);
