import { zoneOffsets } from './zone-offset.ts';

/**
 * Formats epoch milliseconds as `YYYY-MM-DD HH:MM:SS`; empty for 0 ("no such date") and below, and the last second of the
 * year 9999 for all that is later.
 */
export type DateText = (at: number) => string;

/** The last instant that a Date can hold; beyond it Intl throws. */
const MAX_INSTANT = 8.64e15;

/** A year of five digits has another form, which readers of the API and databases do not take. */
const YEAR_10000 = Date.UTC(10_000, 0, 1);
const LAST_TEXT = '9999-12-31 23:59:59';

/** Returns the formatter for an IANA time zone. Throws a RangeError for a zone that does not exist. */
export function dateTextIn(timeZone: string): DateText {
  const offsetAt = zoneOffsets(timeZone);
  return (at) => {
    if (!(at > 0)) return '';
    if (at > MAX_INSTANT) return LAST_TEXT;
    const local = at + offsetAt(at);
    // Also NaN: at the end of what a Date can hold, the offset would be beyond it.
    if (!(local < YEAR_10000)) return LAST_TEXT;
    return new Date(local).toISOString().slice(0, -'.000Z'.length).replace('T', ' ');
  };
}
