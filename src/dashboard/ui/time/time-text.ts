/**
 * The units, the longest first, each with its length in seconds and how many of the next shorter one are still said in that:
 * right after a ban for 24 hours was set it ends in 24 hours, not tomorrow.
 */
const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, length: number, from: number])[] = [
  ['year', 31_536_000, 360 * 86_400],
  ['month', 2_592_000, 30.5 * 86_400],
  ['day', 86_400, 24.5 * 3600],
  ['hour', 3600, 59.5 * 60],
  ['minute', 60, 60],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
/** "Next year" may be any day of it. */
const counted = new Intl.RelativeTimeFormat('en');
const narrow = new Intl.RelativeTimeFormat('en', { style: 'narrow' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const minute = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const dayAndMinute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'short' });

/** The last instant that a Date can hold; beyond it every format throws. */
const LAST_INSTANT = 8.64e15;

/** The date of epoch milliseconds; of those that no date can hold, the last there is. */
export function dateOf(at: number): Date {
  return new Date(Math.max(-LAST_INSTANT, Math.min(at, LAST_INSTANT)));
}

/** Whether epoch milliseconds are later than any date: other programs write so what never comes. */
export function isBeyondDates(at: number): boolean {
  return at > LAST_INSTANT;
}

/** `at` as seen from `now`, both in epoch milliseconds: "3 minutes ago", "in 2 days". */
export function relativeTime(at: number, now: number, short = false): string {
  const formatOf = (unit: Intl.RelativeTimeFormatUnit) =>
    short ? narrow : unit === 'year' || unit === 'month' ? counted : relative;
  const seconds = (at - now) / 1000;
  for (const [unit, length, from] of UNITS) {
    // What is over is counted in whole units, as ages are; what comes is rounded.
    if (seconds <= -length) return formatOf(unit).format(Math.trunc(seconds / length), unit);
    if (seconds >= from) return formatOf(unit).format(Math.round(seconds / length), unit);
  }
  if (short && seconds < -20) return narrow.format(Math.trunc(seconds), 'second');
  return seconds > 5 ? `in ${Math.round(seconds)} seconds` : seconds < -20 ? 'a moment ago' : 'just now';
}

/** Date and time in the viewer's time zone. */
export function exactTime(at: number): string {
  return exact.format(dateOf(at));
}

/** Hours, minutes and seconds in the viewer's time zone. */
export function clockTime(at: number): string {
  return clock.format(at);
}

/** Hours and minutes in the viewer's time zone. */
export function minuteTime(at: number): string {
  return minute.format(at);
}

/** Since when something is so: hours and minutes in the viewer's time zone, with the date where that is not today. */
export function sinceTime(at: number, now: number): string {
  const format = day.format(dateOf(at)) === day.format(dateOf(now)) ? minute : dayAndMinute;
  return format.format(dateOf(at));
}

/** The time left until `at`, counted down by the second: "in 59 min 12 s", or "in 12 s". */
export function countdownText(at: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((at - now) / 1000));
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `in ${seconds} s` : `in ${minutes} min ${seconds % 60} s`;
}

/** A duration in seconds as text: "45s", "12m", "3h 5m", "2d 4h". */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours}h ${minutes % 60}m`;
  return `${Math.floor(hours / 24)}d ${hours % 24}h`;
}
