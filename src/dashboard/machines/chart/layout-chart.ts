import ELK from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type { MachineChart } from '../../../domain/inspection/chart.ts';
import { drawingOf, type Drawing } from './drawing.ts';
import { layoutGraph, type Measure } from './layout-graph.ts';

const FONT = 'Inter, ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const SIZES = { title: `600 13px ${FONT}`, line: `400 11.5px ${FONT}` } as const;

let elk: InstanceType<typeof ELK> | undefined;

/** Computes the drawing of a chart, in a worker that is loaded with the first chart. */
export async function layoutChart(chart: MachineChart): Promise<Drawing> {
  elk ??= new ELK({ workerFactory: () => new Worker(workerUrl) });
  return drawingOf(chart, await elk.layout(layoutGraph(chart, canvasMeasure())));
}

function canvasMeasure(): Measure {
  const context = document.createElement('canvas').getContext('2d');
  return (text, size) => {
    if (context === null) return text.length * 7;
    context.font = SIZES[size];
    return context.measureText(text).width;
  };
}
