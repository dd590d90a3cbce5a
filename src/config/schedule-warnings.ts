import { Cron } from 'croner';

/** A restart takes minutes with its countdown; what begins more often is meant otherwise. */
const SHORTEST_MS = 300_000;

/**
 * Warnings for cron texts that a server hardly means: one that never fires, such as 30 February or a date that is over,
 * and one that fires again within five minutes, such as "* 4 * * *", which is every minute from four to five.
 */
export function scheduleWarnings(key: string, patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => {
    const [first, second] = new Cron(pattern, { paused: true }).nextRuns(2);
    if (first === undefined) return [`${key}: "${pattern}" never fires`];
    const apart = second === undefined ? Infinity : second.getTime() - first.getTime();
    if (apart >= SHORTEST_MS) return [];
    return [
      `${key}: "${pattern}" fires every ${spanText(apart)}; the fields are minute, hour, day, month, weekday`,
    ];
  });
}

function spanText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 60) return seconds === 1 ? 'second' : `${seconds} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? 'minute' : `${minutes} minutes`;
}
