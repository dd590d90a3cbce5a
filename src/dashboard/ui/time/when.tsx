import { dateOf, exactTime, relativeTime } from './time-text.ts';
import { useNow } from './use-now.ts';

/** A relative time (`short` where there is little room), with the exact time in the viewer's time zone on hover. */
export function When({ at, short = false }: { readonly at: number; readonly short?: boolean }) {
  const now = useNow(10_000);
  return (
    <time dateTime={dateOf(at).toISOString()} title={exactTime(at)}>
      {relativeTime(at, now, short)}
    </time>
  );
}
