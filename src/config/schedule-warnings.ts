import { Cron } from 'croner';

/** A restart takes minutes with its countdown; what begins more often is meant otherwise. */
const SHORTEST_MS = 300_000;
const HOUR_MS = 3_600_000;
/** From the first run on: the minutes of a pattern are the same in each of its hours, and its hours on each of its days. */
const WATCHED_MS = 48 * HOUR_MS;
/** The days of a pattern may be years apart. */
const LEAST_RUNS = 8;
/** More than come within `WATCHED_MS` without being too close. */
const MOST_RUNS = 600;
/** Above this the number itself says nothing more. */
const MOST_AN_HOUR = 60;

/** When a schedule applies. */
export interface ScheduleTime {
  /** IANA name of the time zone of the patterns. */
  readonly timezone: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Warnings for cron texts that a server hardly means: one that never fires, such as 30 February or a date that is over,
 * and one that fires again within five minutes, such as "* 4 * * *", which is every minute from four to five.
 */
export function scheduleWarnings(
  key: string,
  patterns: readonly string[],
  { timezone, now }: ScheduleTime,
): string[] {
  return patterns.flatMap((pattern) => {
    const { isEmpty, shortestMs, mostAnHour } = densityOf(new Cron(pattern, { paused: true, timezone }), now);
    if (isEmpty) return [`${key}: "${pattern}" never fires`];
    if (shortestMs >= SHORTEST_MS) return [];
    const often = mostAnHour > MOST_AN_HOUR ? `more than ${MOST_AN_HOUR}` : `up to ${mostAnHour}`;
    return [
      `${key}: "${pattern}" fires ${often} times within an hour, as little as ${spanText(shortestMs)} apart; the fields are minute, hour, day, month, weekday`,
    ];
  });
}

interface Density {
  readonly isEmpty: boolean;
  /** Between two runs. */
  readonly shortestMs: number;
  readonly mostAnHour: number;
}

/** How close the runs after `now` are, and how many of them come within one hour. */
function densityOf(cron: Cron, now: number): Density {
  const runs: number[] = [];
  let shortestMs = Infinity;
  let mostAnHour = 0;
  let oldest = 0;
  for (let run = cron.nextRun(new Date(now)); run !== null; run = cron.nextRun(run)) {
    const at = run.getTime();
    shortestMs = Math.min(shortestMs, at - (runs.at(-1) ?? -Infinity));
    runs.push(at);
    while ((runs[oldest] ?? at) <= at - HOUR_MS) oldest += 1;
    mostAnHour = Math.max(mostAnHour, runs.length - oldest);
    const isWatched = at - (runs[0] ?? at) > WATCHED_MS && runs.length >= LEAST_RUNS;
    if (isWatched || runs.length >= MOST_RUNS || mostAnHour > MOST_AN_HOUR) break;
  }
  return { isEmpty: runs.length === 0, shortestMs, mostAnHour };
}

function spanText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  const whole = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return rest === 0 ? whole : `${whole} and ${rest} seconds`;
}
