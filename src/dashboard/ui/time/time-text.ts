const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const narrow = new Intl.RelativeTimeFormat('en', { style: 'narrow' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const minute = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

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
  const format = short ? narrow : relative;
  const seconds = (at - now) / 1000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  if (short && seconds < -20) return format.format(Math.trunc(seconds), 'second');
  return seconds > 5
    ? `in ${Math.round(seconds)} seconds`
    : seconds < -20
      ? 'less than a minute ago'
      : 'just now';
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

/** A duration in seconds as text: "45s", "12m", "3h 5m", "2d 4h". */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours}h ${minutes % 60}m`;
  return `${Math.floor(hours / 24)}d ${hours % 24}h`;
}
