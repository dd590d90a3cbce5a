import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import UPlot from 'uplot';
import type { HistoryPoint } from '../api/schema.ts';
import { minuteTime } from '../ui/time/time-text.ts';
import css from './overview-page.module.css';

const HEIGHT = 220;
/** Seconds between the times on the axis; there is one point per minute. */
const STEPS = [60, 120, 300, 600, 900];
const count = new Intl.NumberFormat();

/** The number of players online over the last hour; the last point is the current number. */
export default function PlayersChart(props: {
  readonly points: readonly HistoryPoint[];
  readonly now: number;
}) {
  const { points, now } = props;
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot | null>(null);
  const scheme = useComputedColorScheme('dark');
  const data = useMemo((): UPlot.AlignedData => {
    // Leading zeros are minutes before the coordinator started to count.
    const first = points.findIndex(({ count: players }) => players > 0);
    const counted = points.slice(Math.max(0, first - 1));
    const last = counted.at(-1)?.timestamp ?? 0;
    return [
      [...counted.map(({ timestamp }) => timestamp / 1000), Math.max(Date.now(), last + 1) / 1000],
      [...counted.map(({ count: players }) => players), now],
    ];
  }, [points, now]);
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

  const counts = points.map(({ count: players }) => players);
  const peak = Math.max(now, ...counts);
  return (
    <div
      ref={container}
      className={css.chart}
      role="img"
      aria-label={`Players online over the last hour: ${count.format(now)} now, peak ${count.format(peak)}`}
    />
  );
}

function optionsFor(element: HTMLElement): UPlot.Options {
  const color = (name: string) => getComputedStyle(element).getPropertyValue(name).trim();
  const axis: UPlot.Axis = {
    stroke: color('--dim'),
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  return {
    width: Math.max(200, element.clientWidth),
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: { y: { range: (_, __, max) => [0, Math.max(5, max * 1.15)] } },
    axes: [
      {
        ...axis,
        size: 30,
        incrs: STEPS,
        grid: { show: false },
        values: (_, seconds) => seconds.map((it) => minuteTime(it * 1000)),
      },
      {
        ...axis,
        size: 54,
        values: (_, values) => values.map((it) => (Number.isInteger(it) ? count.format(it) : '')),
      },
    ],
    series: [
      {},
      { stroke: color('--accent-text'), width: 2, fill: color('--glow'), points: { show: false } },
    ],
    plugins: [hoverText()],
  };
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
        label.textContent = `${count.format(players)} at ${minuteTime(seconds * 1000)}`;
        const left = plot.valToPos(seconds, 'x');
        label.style.left = `${Math.min(left + 8, plot.over.clientWidth - 110)}px`;
      },
    },
  };
}
