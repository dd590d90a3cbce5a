import { useQuery } from '@tanstack/react-query';
import { zoneQuery } from '../api/queries.ts';
import { exactTime, relativeTime } from './time-text.ts';
import { useNow } from './use-now.ts';
import { instantOf } from './zone-time.ts';

/** A moment as people say it, with the exact one in the viewer's own zone on hover. */
export function When({ at }: { readonly at: number }) {
  const now = useNow(10_000);
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}

/** The same for a date text of the API, which is in the coordinator's zone; a dash where there is none. */
export function WhenText({ date }: { readonly date: string }) {
  const { data: zone } = useQuery(zoneQuery);
  const at = zone === undefined ? undefined : instantOf(date, zone);
  return at === undefined ? <>{date || '–'}</> : <When at={at} />;
}
