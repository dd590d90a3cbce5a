import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import UPlot from 'uplot';
import type { HistoryPoint } from '../api/schema.ts';
import { serverClock } from '../ui/time/server-clock.ts';
import { minuteTime } from '../ui/time/time-text.ts';
import { chartData, loneIndexes } from './chart-data.ts';
import css from './overview-page.module.css';
import { countText } from '../ui/count-text.ts';

const HEIGHT = 220;
/** Seconds between the times on the axis; there is one point per minute. */
const STEPS = [60, 120, 300, 600, 900, 1200, 1800, 3600];
const FONT = '12px system-ui, sans-serif';
/** Pixels between two times on the axis. */
const GAP = 18;

/** The number of players online over the last hour; the last point is the current number, where that is known. */
export default function PlayersChart(props: {
  readonly points: readonly HistoryPoint[];
  readonly now: number | null;
}) {
  const { points, now } = props;
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot | null>(null);
  const scheme = useComputedColorScheme('dark');
  const data = useMemo(
    (): UPlot.AlignedData => chartData(points, now === null ? null : { at: serverClock.now(), count: now }),
    [points, now],
  );
  const latest = useRef(data);
  latest.current = data;

  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    const plot = new UPlot(optionsFor(element), latest.current, element);
    chart.current = plot;
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
      chart.current = null;
    };
    // The colours are painted on a canvas, so another colour scheme needs a new chart.
  }, [scheme]);
  useEffect(() => chart.current?.setData(data), [data]);

  const peak = Math.max(now ?? 0, ...points.map(({ count: players }) => players));
  const current = now === null ? 'unknown now' : `${countText(now)} now`;
  return (
    <div
      ref={container}
      className={css.chart}
      role="img"
      aria-label={`Players online over the last hour: ${current}, peak ${countText(peak)}`}
    >
      {data[0].length === 0 && <p className={css.uncounted}>Nobody was counted in the last hour.</p>}
    </div>
  );
}

function optionsFor(element: HTMLElement): UPlot.Options {
  const color = (name: string) => getComputedStyle(element).getPropertyValue(name).trim();
  const axis: UPlot.Axis = {
    stroke: color('--dim'),
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
    font: FONT,
  };
  return {
    width: Math.max(200, element.clientWidth),
    height: HEIGHT,
    legend: { show: false },
    // Half of a time that stands below the last point.
    padding: [null, Math.ceil(widestTime() / 2), null, null],
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: { y: { range: (_, __, max) => [0, Math.max(5, max * 1.15)] } },
    axes: [
      {
        ...axis,
        size: 30,
        incrs: STEPS,
        // By its default it would place 12-hour times over each other.
        space: widestTime() + GAP,
        grid: { show: false },
        values: (_, seconds) => seconds.map((it) => minuteTime(it * 1000)),
      },
      {
        ...axis,
        // Lakhs of players with the separators of India need more than hundreds do.
        size: (_, texts) => Math.max(54, widest(texts ?? []) + GAP),
        values: (_, values) => values.map((it) => (Number.isInteger(it) ? countText(it) : '')),
      },
    ],
    series: [
      {},
      {
        stroke: color('--accent-text'),
        width: 2,
        fill: color('--glow'),
        points: { show: false, size: 5, filter: (plot, at) => loneIndexes(Array.from(plot.data[at] ?? [])) },
      },
    ],
    plugins: [hoverText()],
  };
}

function widestTime(): number {
  return widest([minuteTime(new Date(2000, 0, 1, 22, 58).getTime())]);
}

/** How wide the widest of these texts on an axis is, in pixels. */
function widest(texts: readonly string[]): number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return 60;
  context.font = FONT;
  return Math.ceil(Math.max(0, ...texts.map((text) => context.measureText(text).width)));
}

/** The value under the pointer as text. */
function hoverText(): UPlot.Plugin {
  const label = document.createElement('div');
  label.className = css.hover ?? '';
  return {
    hooks: {
      init: (plot) => plot.over.append(label),
      setCursor: (plot) => {
        const at = plot.cursor.idx;
        const seconds = at == null ? undefined : plot.data[0][at];
        const players = at == null ? undefined : plot.data[1]?.[at];
        label.hidden = seconds === undefined || players == null;
        if (seconds === undefined || players == null) return;
        label.textContent = `${countText(players)} at ${minuteTime(seconds * 1000)}`;
        const left = plot.valToPos(seconds, 'x');
        label.style.left = `${Math.min(left + 8, plot.over.clientWidth - label.offsetWidth - 4)}px`;
      },
    },
  };
}
