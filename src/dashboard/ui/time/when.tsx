import { useQuery } from '@tanstack/react-query';
import { zoneQuery } from '../../api/queries.ts';
import { exactTime, relativeTime } from './time-text.ts';
import { useNow } from './use-now.ts';
import { instantOf } from './zone-time.ts';

/** A moment as people say it (`short` where there is little room), with the exact one in the viewer's own zone on hover. */
export function When({ at, short = false }: { readonly at: number; readonly short?: boolean }) {
  const now = useNow(10_000);
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {relativeTime(at, now, short)}
    </time>
  );
}

/** The same for a date text of the API, which is in the coordinator's zone; a dash where there is none. */
export function WhenText({ date, short = false }: { readonly date: string; readonly short?: boolean }) {
  const { data: zone } = useQuery(zoneQuery);
  const at = zone === undefined ? undefined : instantOf(date, zone);
  return at === undefined ? <>{date || '–'}</> : <When at={at} short={short} />;
}
