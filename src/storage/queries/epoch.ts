/** A number of unknown unit from here on is milliseconds: as seconds it would be in the year 5138. */
const SECONDS_END = 100_000_000_000;
const DATE_TEXT = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?))?(Z|[+-]\d{2}:\d{2})?$/;

/**
 * Reads a time from the table of another program: epoch milliseconds or seconds, as number or digits, or a date text,
 * which is UTC unless it names a zone. Returns epoch milliseconds, 0 when unreadable.
 */
export function epochMilliseconds(value: unknown): number {
  if (typeof value === 'bigint') return epochMilliseconds(Number(value));
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || value <= 0) return 0;
    return Math.floor(value < SECONDS_END ? value * 1000 : value);
  }
  if (typeof value !== 'string') return 0;
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return epochMilliseconds(Number(text));
  const [, day, time = '00:00:00', zone = 'Z'] = DATE_TEXT.exec(text) ?? [];
  const parsed = day === undefined ? Number.NaN : Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(parsed) ? 0 : Math.max(0, parsed);
}
