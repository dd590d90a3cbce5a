import { countdownText, dateOf, exactTime, relativeTime } from './time-text.ts';
import { serverClock } from './server-clock.ts';
import { useNow } from './use-now.ts';

const SELDOM_MS = 10_000;
const HOUR_MS = 3_600_000;

/**
 * A relative time (`short` where there is little room), with the exact time in the viewer's time zone on hover. The last
 * hour before it is counted down.
 */
export function When({ at, short = false }: { readonly at: number; readonly short?: boolean }) {
  const left = at - serverClock.now();
  const now = useNow(left > 0 && left < HOUR_MS + SELDOM_MS ? 1000 : SELDOM_MS);
  const isSoon = at > now && at - now < HOUR_MS;
  return (
    <time dateTime={dateOf(at).toISOString()} title={exactTime(at)}>
      {isSoon ? countdownText(at, now) : relativeTime(at, now, short)}
    </time>
  );
}
