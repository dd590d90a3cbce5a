import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { dateTextIn } from '../../src/domain/time/date-text.ts';
import {
  countdownText,
  durationText,
  exactTime,
  isBeyondDates,
  relativeTime,
  sinceTime,
} from '../../src/dashboard/ui/time/time-text.ts';
import { onTick } from '../../src/dashboard/ui/time/use-now.ts';
import { When } from '../../src/dashboard/ui/time/when.tsx';
import { instantOf } from '../../src/dashboard/ui/time/zone-time.ts';

const NOON = Date.UTC(2026, 2, 29, 12, 0, 0);

describe('a date text of the API', () => {
  test.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'])(
    'in %s is read as the instant it was written from, for every hour of a year with both clock changes',
    (zone) => {
      const write = dateTextIn(zone);
      let ambiguous = 0;
      for (let hour = 0; hour < 365 * 24; hour += 1) {
        const instant = NOON + hour * 3_600_000;
        const text = write(instant);
        const found = instantOf(text, zone);
        // An hour that the clock shows twice a year is read as one of the two.
        if (found !== instant) ambiguous += 1;
        expect(found === undefined ? '' : write(found)).toBe(text);
      }
      expect(ambiguous).toBeLessThanOrEqual(1);
    },
  );

  test('that is empty or something else has no instant', () => {
    expect(instantOf('', 'UTC')).toBeUndefined();
    expect(instantOf('yesterday', 'UTC')).toBeUndefined();
  });
});

describe('a moment that no date can hold', () => {
  test.each([8.64e15 + 1, Number.MAX_SAFE_INTEGER, 9.2e18])('%d is the far date', (at) => {
    expect(isBeyondDates(at)).toBe(true);
    expect(exactTime(at)).toBe(exactTime(8.64e15));
    const markup = renderToStaticMarkup(createElement(When, { at }));
    expect(markup).toContain('dateTime="+275760-09-13T00:00:00.000Z"');
    expect(markup).toMatch(/>in [\d,]+ years</);
  });

  test('is later than the last date and than all before', () => {
    expect(isBeyondDates(8.64e15)).toBe(false);
    expect(isBeyondDates(0)).toBe(false);
  });
});

describe('a moment', () => {
  test.each([
    [0, 'just now', 'just now'],
    [-50_000, 'a moment ago', '50s ago'],
    [-90_000, '1 minute ago', '1m ago'],
    [-26 * 3_600_000, 'yesterday', '1d ago'],
    [59 * 60_000, 'in 59 minutes', 'in 59m'],
    [20_000, 'in 20 seconds', 'in 20 seconds'],
    [-110 * 60_000, '1 hour ago', '1h ago'],
    // Right after a ban was set.
    [3_600_000 - 1, 'in 1 hour', 'in 1h'],
    [24 * 3_600_000 - 1, 'in 24 hours', 'in 24h'],
    [7 * 86_400_000 - 1, 'in 7 days', 'in 7d'],
    [30 * 86_400_000 - 1, 'in 30 days', 'in 30d'],
    [365 * 86_400_000 - 1, 'in 1 year', 'in 1y'],
    [26 * 3_600_000, 'tomorrow', 'in 1d'],
    [23.4 * 3_600_000, 'in 23 hours', 'in 23h'],
  ])('%i ms away is shown as people say it', (away, words, short) => {
    expect(relativeTime(NOON + away, NOON)).toBe(words);
    expect(relativeTime(NOON + away, NOON, true)).toBe(short);
  });
});

describe('since when', () => {
  const at = new Date(2026, 10, 22, 14, 2).getTime();

  test('something is so has a date only where it is not today', () => {
    const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(at);
    expect(sinceTime(at, at + 9 * 3_600_000)).toBe(clock);
    expect(sinceTime(at, at + 10 * 3_600_000)).toContain('22');
    expect(sinceTime(at, at + 10 * 3_600_000)).toContain('2026');
  });
});

describe('a countdown', () => {
  test.each([
    [59 * 60_000 + 12_000, 'in 59 min 12 s'],
    [60_001, 'in 1 min 1 s'],
    [60_000, 'in 1 min 0 s'],
    [800, 'in 1 s'],
    [-5, 'in 0 s'],
  ])('of %i ms is %s', (left, text) => {
    expect(countdownText(NOON + left, NOON)).toBe(text);
  });

  test('is shown for the last hour before a moment, and a rounded time before that', () => {
    vi.useFakeTimers({ now: NOON });
    onTestFinished(() => void vi.useRealTimers());
    const shown = (left: number) => renderToStaticMarkup(createElement(When, { at: NOON + left }));
    expect(shown(59 * 60_000)).toContain('>in 59 min 0 s<');
    expect(shown(24 * 3_600_000 - 1)).toContain('>in 24 hours<');
    expect(shown(-60_000)).toContain('>1 minute ago<');
  });

  test('and everything else that shows the time that passes moves by one clock, which stops with the last', () => {
    vi.useFakeTimers({ now: NOON });
    onTestFinished(() => void vi.useRealTimers());
    const seen: [string, number][] = [];
    const stopFirst = onTick((now) => seen.push(['first', now]));
    vi.advanceTimersByTime(600);
    const stopSecond = onTick((now) => seen.push(['second', now]));
    vi.advanceTimersByTime(400);
    expect(seen).toEqual([
      ['first', NOON + 1000],
      ['second', NOON + 1000],
    ]);
    expect(vi.getTimerCount()).toBe(1);
    stopFirst();
    stopSecond();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test.each([
  [-3, '0s'],
  [59, '59s'],
  [60, '1m'],
  [3_700, '1h 1m'],
  [48 * 3600, '2d 0h'],
])('a length of %i seconds is %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
