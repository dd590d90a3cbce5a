import type { HistoryPoint } from '../api/schema.ts';

/** The number of players at this moment. */
export interface CountNow {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly count: number;
}

/** Times in seconds and the players at each; null where nobody counted, which the chart leaves out. */
export type ChartData = [seconds: number[], players: (number | null)[]];

/** What the chart shows: from the first minute that was counted to now; without `now` where nobody knows the number. */
export function chartData(points: readonly HistoryPoint[], now: CountNow | null): ChartData {
  const first = points.findIndex(({ missing }) => missing !== true);
  const shown = first < 0 ? [] : points.slice(first);
  const seconds = shown.map(({ timestamp }) => timestamp / 1000);
  const players = shown.map(({ count, missing }) => (missing === true ? null : count));
  if (now === null) return [seconds, players];
  const last = shown.at(-1)?.timestamp ?? 0;
  return [
    [...seconds, Math.max(now.at, last + 1) / 1000],
    [...players, now.count],
  ];
}

/** The points that no line leads to or from: they are drawn as dots. */
export function loneIndexes(players: readonly (number | null | undefined)[]): number[] {
  return players.flatMap((value, at) =>
    value != null && players[at - 1] == null && players[at + 1] == null ? [at] : [],
  );
}
