import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { dateTextIn } from '../../src/domain/time/date-text.ts';
import {
  durationText,
  exactTime,
  isBeyondDates,
  relativeTime,
} from '../../src/dashboard/ui/time/time-text.ts';
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
    [-50_000, 'less than a minute ago', '50s ago'],
    [-90_000, '1 minute ago', '1m ago'],
    [-26 * 3_600_000, 'yesterday', '1d ago'],
    [59 * 60_000, 'in 59 minutes', 'in 59m'],
    [20_000, 'in 20 seconds', 'in 20 seconds'],
  ])('%i ms away is shown as people say it', (away, words, short) => {
    expect(relativeTime(NOON + away, NOON)).toBe(words);
    expect(relativeTime(NOON + away, NOON, true)).toBe(short);
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
