import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { MachineChart } from '../../../domain/inspection/chart.ts';
import { ErrorState, Loading } from '../../ui/states.tsx';
import css from './chart-pane.module.css';
import { ChartView, type Highlights, type ChartHandlers } from './chart-view.tsx';
import type { Drawing } from './drawing.ts';
import { layOut } from './layout-chart.ts';

const SMALLEST = 0.3;
const LARGEST = 2.5;
const STEP = 1.2;
/** Below this the words cannot be read: a narrow screen scrolls instead. */
const READABLE = 0.72;
/** A mouse that moves less than this has clicked. */
const DRAG_FROM = 4;

/** A chart that can be zoomed, dragged with a mouse and scrolled with everything else. */
export function ChartPane(props: {
  readonly chart: MachineChart;
  readonly highlights: Highlights;
  readonly handlers: ChartHandlers;
}) {
  const { chart, highlights, handlers } = props;
  const { data, error, refetch } = useQuery({
    queryKey: ['drawing', chart.id],
    queryFn: () => layOut(chart),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading rows={8} />;
  return <Pane name={chart.id} drawing={data} highlights={highlights} handlers={handlers} />;
}

function Pane(props: {
  readonly name: string;
  readonly drawing: Drawing;
  readonly highlights: Highlights;
  readonly handlers: ChartHandlers;
}) {
  const { name, drawing, highlights, handlers } = props;
  const pane = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const zoomBy = (factor: number) => setZoom((now) => Math.min(LARGEST, Math.max(SMALLEST, now * factor)));
  const fit = (smallest: number) => {
    const width = (pane.current?.clientWidth ?? 0) - 24;
    setZoom(Math.max(smallest, Math.min(1, width / drawing.width)));
  };
  useEffect(() => fit(READABLE), [drawing]);
  useWheelZoom(pane, zoomBy);
  useLitInView(pane, highlights);
  const drag = useDrag(pane);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') zoomBy(STEP);
    else if (event.key === '-') zoomBy(1 / STEP);
    else if (event.key === '0') fit(SMALLEST);
  };
  return (
    <div className={css.frame}>
      <div className={css.tools} role="group" aria-label="Zoom">
        <ActionIcon variant="default" size="lg" aria-label="Zoom out" onClick={() => zoomBy(1 / STEP)}>
          −
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label="Zoom in" onClick={() => zoomBy(STEP)}>
          +
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label="Show all of it" onClick={() => fit(SMALLEST)}>
          ⤢
        </ActionIcon>
      </div>
      <div
        ref={pane}
        className={css.pane}
        role="region"
        aria-label={`The ${name} chart; arrow keys move it, plus and minus zoom, 0 shows all of it`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <ChartView name={name} drawing={drawing} highlights={highlights} handlers={handlers} zoom={zoom} />
      </div>
    </div>
  );
}

/** What was taken just now, or else where the actor stands, is moved into view, without moving the page. */
function useLitInView(pane: RefObject<HTMLDivElement | null>, { taken, active }: Highlights): void {
  const which = [...(taken?.size ? taken : (active ?? []))].join();
  useEffect(() => {
    const element = pane.current;
    const target =
      element?.querySelector('g[data-taken]') ??
      element?.querySelector('text[data-taken]') ??
      element?.querySelector('g[data-active][data-leaf]');
    if (which === '' || !element || !target) return;
    const view = element.getBoundingClientRect();
    const box = target.getBoundingClientRect();
    const isInView =
      box.top >= view.top && box.bottom <= view.bottom && box.left >= view.left && box.right <= view.right;
    if (isInView) return;
    element.scrollBy({
      left: box.left + box.width / 2 - view.left - view.width / 2,
      top: box.top + box.height / 2 - view.top - view.height / 2,
    });
  }, [pane, which]);
}

/** The wheel scrolls; with Ctrl, which is also what a pinch on a touchpad sends, it zooms. */
function useWheelZoom(pane: RefObject<HTMLDivElement | null>, zoomBy: (factor: number) => void): void {
  useEffect(() => {
    const element = pane.current;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomBy(event.deltaY < 0 ? STEP : 1 / STEP);
    };
    // React's own listener is passive, and could not keep the browser from zooming the page.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  });
}

function useDrag(pane: RefObject<HTMLDivElement | null>) {
  const from = useRef<{ x: number; y: number; left: number; top: number; moves: boolean } | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      const element = pane.current;
      if (event.pointerType !== 'mouse' || event.button !== 0 || element === null) return;
      const { scrollLeft: left, scrollTop: top } = element;
      from.current = { x: event.clientX, y: event.clientY, left, top, moves: false };
    },
    onPointerMove: (event: PointerEvent) => {
      const start = from.current;
      const element = pane.current;
      if (start === null || element === null) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (!start.moves && Math.hypot(dx, dy) < DRAG_FROM) return;
      if (!start.moves) element.setPointerCapture(event.pointerId);
      start.moves = true;
      element.scrollLeft = start.left - dx;
      element.scrollTop = start.top - dy;
    },
    onPointerUp: () => {
      from.current = null;
    },
    onPointerCancel: () => {
      from.current = null;
    },
  };
}
