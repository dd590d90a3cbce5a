const QUARTER = 15 * 60_000;

/**
 * How many milliseconds the clock of an IANA time zone is ahead of UTC, at an instant. `Intl` takes some 2 µs per date and
 * lists have thousands of dates, so the offset is cached for each quarter of an hour: since 1972 no zone has changed its
 * offset within one. Throws a RangeError for a zone that does not exist.
 */
export function zoneOffsets(timeZone: string): (at: number) => number {
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
