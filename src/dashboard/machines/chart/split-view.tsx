import type { ReactNode } from 'react';
import type { MachineChart } from '../../../domain/inspection/chart.ts';
import { ChartPane } from './chart-pane.tsx';
import type { Marks, Touch } from './chart-view.tsx';
import css from '../machines-page.module.css';

/** A chart with what there is to say of it beside; below it on a narrow screen. */
export function Stage(props: {
  readonly chart: MachineChart;
  readonly marks: Marks;
  readonly touch?: Touch;
  readonly children: ReactNode;
}) {
  return (
    <div className={css.stage}>
      <ChartPane chart={props.chart} marks={props.marks} touch={props.touch ?? {}} />
      <div className={css.side}>{props.children}</div>
    </div>
  );
}
