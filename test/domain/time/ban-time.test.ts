import { describe, expect, expectTypeOf, it } from 'vitest';
import { BAN_TIMES, type BanTime, banExpiry } from '../../../src/domain/time/ban-time.ts';
import { isBanActive } from '../../../src/domain/ban.ts';
import { banOf } from '../../machines/people.ts';

const NOW = Date.UTC(2026, 0, 31, 18, 30);

describe('a ban time', () => {
  it('is one of six', () => {
    expect(BAN_TIMES).toEqual(['perma', '1h', '24h', '7D', '30D', '1Y']);
    expectTypeOf<(typeof BAN_TIMES)[number]>().toEqualTypeOf<BanTime>();
  });

  it.each([
    ['1h', 3_600_000],
    ['24h', 86_400_000],
    ['7D', 604_800_000],
    ['30D', 2_592_000_000],
    ['1Y', 31_536_000_000],
  ] as const)('%s ends %d ms from now, beyond 32 bits too', (time, length) => {
    expect(banExpiry(time, NOW)).toBe(NOW + length);
    expect(Number.isSafeInteger(banExpiry(time, NOW))).toBe(true);
  });

  it('perma never ends, which 0 stands for', () => {
    expect(banExpiry('perma', NOW)).toBe(0);
  });

  it('1Y is 365 days, in a leap year too', () => {
    expect(new Date(banExpiry('1Y', Date.UTC(2028, 0, 1))).toISOString()).toBe('2028-12-31T00:00:00.000Z');
  });

  it('is exact a hundred years from now', () => {
    const late = Date.UTC(2126, 0, 31, 18, 30);
    expect(banExpiry('30D', late) - late).toBe(2_592_000_000);
    const ban = banOf(banExpiry('30D', late));
    expect(isBanActive(ban, late + 2_592_000_000 - 1)).toBe(true);
    expect(isBanActive(ban, late + 2_592_000_000)).toBe(false);
  });
});
