import type { ReactNode } from 'react';
import type { MachineChart } from '../../../domain/inspection/chart.ts';
import { ChartPane } from './chart-pane.tsx';
import type { Highlights, ChartHandlers } from './chart-view.tsx';
import css from '../machines-page.module.css';

/** A chart with details beside it; below it on a narrow screen. */
export function SplitView(props: {
  readonly chart: MachineChart;
  readonly highlights: Highlights;
  readonly handlers?: ChartHandlers;
  readonly children: ReactNode;
}) {
  return (
    <div className={css.split}>
      <ChartPane chart={props.chart} highlights={props.highlights} handlers={props.handlers ?? {}} />
      <div className={css.side}>{props.children}</div>
    </div>
  );
}
