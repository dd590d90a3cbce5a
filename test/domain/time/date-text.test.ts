import { describe, expect, it } from 'vitest';
import { dateTextIn } from '../../../src/domain/time/date-text.ts';

/** The text from Intl itself, which is slow. */
function byIntl(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
}

const YEAR = 365 * 86_400_000;

describe('a date text', () => {
  it.each([
    ['UTC', '2023-11-14 22:13:20'],
    ['Europe/Berlin', '2023-11-14 23:13:20'],
    ['Asia/Kolkata', '2023-11-15 03:43:20'],
    ['America/St_Johns', '2023-11-14 18:43:20'],
    ['Asia/Kathmandu', '2023-11-15 03:58:20'],
    ['Pacific/Chatham', '2023-11-15 11:58:20'],
    ['Pacific/Kiritimati', '2023-11-15 12:13:20'],
    ['+05:30', '2023-11-15 03:43:20'],
    ['-03:30', '2023-11-14 18:43:20'],
  ])('in %s of 1 700 000 000 000 is %s', (zone, text) => {
    expect(dateTextIn(zone)(1_700_000_000_000)).toBe(text);
  });

  it.each([
    ['Europe/Berlin', Date.UTC(2026, 2, 29, 1)],
    ['Europe/Berlin', Date.UTC(2026, 9, 25, 1)],
    ['America/New_York', Date.UTC(2026, 2, 8, 7)],
    ['America/St_Johns', Date.UTC(2026, 10, 1, 4, 30)],
    ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 15)],
    ['Pacific/Chatham', Date.UTC(2026, 8, 26, 14)],
    ['Africa/Casablanca', Date.UTC(2026, 1, 15, 2)],
    ['Asia/Kathmandu', Date.UTC(1985, 11, 31, 18, 30)],
  ])('in %s is right up to and from the second the clocks change', (zone, change) => {
    const text = dateTextIn(zone);
    const [before, after] = [byIntl(zone, change - 1_000), byIntl(zone, change)];
    expect(Date.parse(`${after}Z`) - Date.parse(`${before}Z`)).not.toBe(1_000);
    for (const at of [change - 1_000, change - 1, change, change + 1, change + 899_999, change + 900_000]) {
      expect(text(at)).toBe(byIntl(zone, at));
    }
  });

  it('agrees with Intl in every zone', () => {
    const from = Date.UTC(1973, 0);
    for (const [index, zone] of Intl.supportedValuesOf('timeZone').entries()) {
      const text = dateTextIn(zone);
      for (let round = 0; round < 4; round += 1) {
        const at = from + ((index * 97 + round * 7_919) % 900) * (YEAR / 12) + index * 61_007;
        expect(`${zone} ${text(at)}`).toBe(`${zone} ${byIntl(zone, at)}`);
      }
    }
  });

  it('of the same quarter of an hour comes from the cache, and is the same', () => {
    const text = dateTextIn('Asia/Kolkata');
    expect([text(1_700_000_000_000), text(1_700_000_001_000), text(1_700_000_000_000)]).toEqual([
      '2023-11-15 03:43:20',
      '2023-11-15 03:43:21',
      '2023-11-15 03:43:20',
    ]);
  });

  it('stays right after more different quarters than the cache holds', () => {
    const text = dateTextIn('Europe/Berlin');
    for (let quarter = 1; quarter <= 10_001; quarter += 1) text(quarter * 900_000);
    expect(text(Date.UTC(2026, 6, 1, 12))).toBe('2026-07-01 14:00:00');
  });

  it.each([0, -1, Number.NaN, Number.NEGATIVE_INFINITY])('of %d is empty: there is no such date', (at) => {
    expect(dateTextIn('Asia/Tokyo')(at)).toBe('');
  });

  it.each([
    ['UTC', Date.UTC(9_999, 11, 31, 23, 59, 59, 999)],
    ['UTC', Date.UTC(10_000, 0, 1)],
    ['UTC', Date.UTC(12_345, 5, 7, 8, 9, 10)],
    ['UTC', 8.64e15],
    ['UTC', 8.64e15 + 1],
    ['UTC', Number.MAX_SAFE_INTEGER],
    ['UTC', Number.POSITIVE_INFINITY],
    ['Asia/Tokyo', Date.UTC(9_999, 11, 31, 15)],
    ['Asia/Tokyo', 8.64e15],
    ['America/New_York', Date.UTC(10_000, 0, 1, 5)],
  ])('in %s of %d keeps its form: the last second of the last year of four digits', (zone, at) => {
    expect(dateTextIn(zone)(at)).toBe('9999-12-31 23:59:59');
  });

  it('of the last day of the year 9999 is as the zone has it', () => {
    const at = Date.UTC(9_999, 11, 31, 14, 59, 59);
    expect(dateTextIn('Asia/Tokyo')(at)).toBe('9999-12-31 23:59:59');
    expect(dateTextIn('America/New_York')(at)).toBe('9999-12-31 09:59:59');
  });

  it('cannot be made for a zone that does not exist', () => {
    expect(() => dateTextIn('Europe/Atlantis')).toThrow(RangeError);
  });
});
