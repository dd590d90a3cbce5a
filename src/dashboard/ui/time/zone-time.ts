import { zoneOffsets } from '../../../domain/time/zone-offset.ts';

const OFFSETS = new Map<string, (at: number) => number>();

/** `YYYY-MM-DD HH:MM:SS` in an IANA time zone as epoch milliseconds; undefined for any other text. */
export function instantOf(text: string, zone: string): number | undefined {
  const asUtc = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) || Number.isNaN(asUtc)) return undefined;
  const offsetAt = offsetsIn(zone);
  // Computed twice, because the offset may change between the first guess and the instant.
  return asUtc - offsetAt(asUtc - offsetAt(asUtc));
}

function offsetsIn(zone: string): (at: number) => number {
  const known = OFFSETS.get(zone);
  if (known !== undefined) return known;
  const offsets = zoneOffsets(zone);
  OFFSETS.set(zone, offsets);
  return offsets;
}
