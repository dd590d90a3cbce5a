import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { MachineChart } from '../../../domain/inspection/chart.ts';
import { Loaded } from '../../ui/states.tsx';
import css from './chart-pane.module.css';
import { ChartView, type Highlights, type ChartHandlers } from './chart-view.tsx';
import type { Drawing } from './drawing.ts';
import { layoutChart } from './layout-chart.ts';

const MIN_ZOOM = 0.3;
const MAX_ZOOM = 2.5;
const ZOOM_STEP = 1.2;
/** Below this the text cannot be read: a narrow screen scrolls instead. */
const MIN_READABLE_ZOOM = 0.72;
/** Pixels; a mouse that moves less has clicked. */
const MIN_DRAG = 4;

/** A chart that can be zoomed and scrolled, and dragged with the mouse. */
export function ChartPane(props: {
  readonly chart: MachineChart;
  readonly highlights: Highlights;
  readonly handlers: ChartHandlers;
}) {
  const { chart, highlights, handlers } = props;
  const query = useQuery({
    queryKey: ['drawing', chart.id],
    queryFn: () => layoutChart(chart),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Loaded query={query} rows={8}>
      {(drawing) => <Pane name={chart.id} drawing={drawing} highlights={highlights} handlers={handlers} />}
    </Loaded>
  );
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
  const zoomBy = (factor: number) =>
    setZoom((current) => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, current * factor)));
  const fit = (minZoom: number) => {
    const width = (pane.current?.clientWidth ?? 0) - 24;
    setZoom(Math.max(minZoom, Math.min(1, width / drawing.width)));
  };
  useEffect(() => fit(MIN_READABLE_ZOOM), [drawing]);
  useWheelZoom(pane, zoomBy);
  useScrollToHighlight(pane, highlights);
  const drag = useDrag(pane);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') zoomBy(ZOOM_STEP);
    else if (event.key === '-') zoomBy(1 / ZOOM_STEP);
    else if (event.key === '0') fit(MIN_ZOOM);
  };
  return (
    <div className={css.frame}>
      <div className={css.tools} role="group" aria-label="Zoom">
        <ActionIcon variant="default" size="lg" aria-label="Zoom out" onClick={() => zoomBy(1 / ZOOM_STEP)}>
          −
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label="Zoom in" onClick={() => zoomBy(ZOOM_STEP)}>
          +
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label="Show all" onClick={() => fit(MIN_ZOOM)}>
          ⤢
        </ActionIcon>
      </div>
      <div
        ref={pane}
        className={css.pane}
        role="region"
        aria-label={`The ${name} chart: arrow keys scroll, plus and minus zoom, 0 shows all`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <ChartView name={name} drawing={drawing} highlights={highlights} handlers={handlers} zoom={zoom} />
      </div>
    </div>
  );
}

/** Scrolls the pane to the transition that was just taken, or else to the active state. The page does not scroll. */
function useScrollToHighlight(pane: RefObject<HTMLDivElement | null>, { taken, active }: Highlights): void {
  const highlighted = [...(taken?.size ? taken : (active ?? []))].join();
  useEffect(() => {
    const element = pane.current;
    const target =
      element?.querySelector('g[data-taken]') ??
      element?.querySelector('text[data-taken]') ??
      element?.querySelector('g[data-active][data-leaf]');
    if (highlighted === '' || !element || !target) return;
    const view = element.getBoundingClientRect();
    const box = target.getBoundingClientRect();
    const isInView =
      box.top >= view.top && box.bottom <= view.bottom && box.left >= view.left && box.right <= view.right;
    if (isInView) return;
    element.scrollBy({
      left: box.left + box.width / 2 - view.left - view.width / 2,
      top: box.top + box.height / 2 - view.top - view.height / 2,
    });
  }, [pane, highlighted]);
}

/** Zooms by the wheel with Ctrl, which is also what a pinch on a touchpad sends. Without Ctrl the wheel scrolls. */
function useWheelZoom(pane: RefObject<HTMLDivElement | null>, zoomBy: (factor: number) => void): void {
  useEffect(() => {
    const element = pane.current;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomBy(event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP);
    };
    // A listener of React is passive and cannot stop the browser from zooming the page.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  });
}

function useDrag(pane: RefObject<HTMLDivElement | null>) {
  const from = useRef<{ x: number; y: number; left: number; top: number; isDrag: boolean } | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      const element = pane.current;
      if (event.pointerType !== 'mouse' || event.button !== 0 || element === null) return;
      const { scrollLeft: left, scrollTop: top } = element;
      from.current = { x: event.clientX, y: event.clientY, left, top, isDrag: false };
    },
    onPointerMove: (event: PointerEvent) => {
      const start = from.current;
      const element = pane.current;
      if (start === null || element === null) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (!start.isDrag && Math.hypot(dx, dy) < MIN_DRAG) return;
      if (!start.isDrag) element.setPointerCapture(event.pointerId);
      start.isDrag = true;
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
