/** Formats epoch milliseconds as `YYYY-MM-DD HH:MM:SS`; empty for 0 ("no such date") and for numbers that are no date. */
export type DateText = (at: number) => string;

const QUARTER = 15 * 60_000;
/** The last instant that a Date can hold; beyond it Intl throws. */
const MAX_INSTANT = 8.64e15;

/**
 * Returns the formatter for an IANA time zone. `Intl` takes some 2 µs per date and lists have thousands of dates, so the offset
 * of the zone is cached for each quarter of an hour: since 1972 no zone has changed its offset within one. Throws a
 * RangeError for a zone that does not exist.
 */
export function dateTextIn(timeZone: string): DateText {
  const offsetAt = offsetsOf(timeZone);
  return (at) => {
    if (!(at > 0 && at <= MAX_INSTANT)) return '';
    const local = new Date(at + offsetAt(at));
    if (Number.isNaN(local.getTime())) return '';
    return local.toISOString().slice(0, -'.000Z'.length).replace('T', ' ');
  };
}

function offsetsOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const known = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER);
    const found = known.get(quarter);
    if (found !== undefined) return found;
    if (known.size >= 10_000) known.clear();
    const offset = offsetNow(format, quarter * QUARTER);
    known.set(quarter, offset);
    return offset;
  };
}

function offsetNow(format: Intl.DateTimeFormat, at: number): number {
  const parts: Record<string, number> = {};
  for (const part of format.formatToParts(at)) parts[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - at;
}
