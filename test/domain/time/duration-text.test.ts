import { describe, expect, it } from 'vitest';
import { remainingText, totalTimeText } from '../../../src/domain/time/duration-text.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('a playtime', () => {
  it.each([
    [0, '0h 0m'],
    [59, '0h 0m'],
    [60, '0h 1m'],
    [3_599, '0h 59m'],
    [3_600, '1h 0m'],
    [90_061, '25h 1m'],
    [100 * 365 * 86_400, '876000h 0m'],
  ])('of %d s reads %j', (seconds, text) => {
    expect(totalTimeText(seconds)).toBe(text);
  });
});

describe('the remaining time of a ban', () => {
  it.each([
    [1, '1 second'],
    [1_000, '1 second'],
    [1_001, '2 seconds'],
    [59_001, '1 minute'],
    [61_000, '1 minute 1 second'],
    [HOUR, '1 hour'],
    [HOUR + 1_000, '1 hour'],
    [HOUR + 2 * MINUTE, '1 hour 2 minutes'],
    [DAY - 1, '1 day'],
    [31 * DAY, '31 days'],
    [31 * DAY + HOUR + MINUTE, '31 days 1 hour'],
    [365 * DAY, '365 days'],
    [36_525 * DAY + 5 * HOUR, '36525 days 5 hours'],
  ])('%d ms reads %j', (milliseconds, text) => {
    expect(remainingText(milliseconds)).toBe(text);
  });

  it.each([0, -1, -DAY])('is at least a second, also for %d ms', (milliseconds) => {
    expect(remainingText(milliseconds)).toBe('1 second');
  });
});
