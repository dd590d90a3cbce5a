import { zoneOffsets } from './zone-offset.ts';

/** Formats epoch milliseconds as `YYYY-MM-DD HH:MM:SS`; empty for 0 ("no such date") and for numbers that are no date. */
export type DateText = (at: number) => string;

/** The last instant that a Date can hold; beyond it Intl throws. */
const MAX_INSTANT = 8.64e15;

/** Returns the formatter for an IANA time zone. Throws a RangeError for a zone that does not exist. */
export function dateTextIn(timeZone: string): DateText {
  const offsetAt = zoneOffsets(timeZone);
  return (at) => {
    if (!(at > 0 && at <= MAX_INSTANT)) return '';
    const local = new Date(at + offsetAt(at));
    if (Number.isNaN(local.getTime())) return '';
    return local.toISOString().slice(0, -'.000Z'.length).replace('T', ' ');
  };
}
