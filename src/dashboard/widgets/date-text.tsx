import { useQuery } from '@tanstack/react-query';
import { zoneQuery } from '../api/queries.ts';
import { When } from '../ui/time/when.tsx';
import { instantOf } from '../ui/time/zone-time.ts';

/** A date text of the API, which is in the coordinator's time zone, as a relative time; a dash for an empty text. */
export function DateText({ date, short = false }: { readonly date: string; readonly short?: boolean }) {
  const { data: zone } = useQuery(zoneQuery);
  const at = zone === undefined ? undefined : instantOf(date, zone);
  return at === undefined ? <>{date || '–'}</> : <When at={at} short={short} />;
}
