import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import {
  arrowText,
  type ChartState,
  type ChartTransition,
  type MachineChart,
} from '../../../domain/inspection/chart.ts';

/** Pixels that a text takes; `title` is the size of a state's name. */
export type Measure = (text: string, size: 'title' | 'line') => number;

export const TITLE_HEIGHT = 30;
export const LINE_HEIGHT = 17;
/** Room beside the name for the number of actors. */
const COUNT_WIDTH = 46;
const PAD = 14;
export const DOT = 10;
export const ANYWHERE = 'from anywhere in here';

/** A line inside a box: work that runs, effects on the way in or out, and arrows that lead nowhere else. */
export interface BoxLine {
  readonly text: string;
  /** The transition that it tells of, if it tells of one. */
  readonly transition: string | null;
}

/** What stands in a state's box under its name. */
export function boxLines(state: ChartState, chart: MachineChart): BoxLine[] {
  const fixed = [
    ...state.invokes.map(({ src }) => `runs ${src}`),
    ...state.entry.map((action) => `on entry: ${action}`),
    ...state.exit.map((action) => `on exit: ${action}`),
  ].map((text) => ({ text, transition: null }));
  const staying = chart.transitions.filter(
    ({ source, targets }) => source === state.id && targets.length === 0,
  );
  return [
    ...fixed,
    ...staying.map((way) => ({ text: `↺ ${arrowText(way)}${effects(way)}`, transition: way.id })),
  ];
}

/** The lines on an arrow: what it is taken for, and what it does. */
export function labelLines(way: ChartTransition): string[] {
  return way.actions.length === 0 ? [arrowText(way)] : [arrowText(way), `/ ${way.actions.join(', ')}`];
}

function effects({ actions }: ChartTransition): string {
  return actions.length === 0 ? '' : ` / ${actions.join(', ')}`;
}

/** Arrows with the same ends are one line with several labels; the key says which. */
export function bundles(chart: MachineChart): Map<string, ChartTransition[]> {
  const found = new Map<string, ChartTransition[]>();
  for (const way of chart.transitions) {
    const [target] = way.targets;
    if (target === undefined) continue;
    const key = `${way.source} → ${target}`;
    found.set(key, [...(found.get(key) ?? []), way]);
  }
  return found;
}

/** An arrow from a box to what is inside it begins at a sign inside the box, because it may be taken from everywhere. */
export function startsInside(way: ChartTransition): boolean {
  return way.targets.some((target) => target.startsWith(`${way.source}.`));
}

/** Where a layout of its own begins: boxes inside boxes are one problem with it. */
const LAYERED = { 'elk.algorithm': 'layered', 'elk.hierarchyHandling': 'INCLUDE_CHILDREN' };

/**
 * For the inside of every box: from where it begins downwards, arrows back go up. Nothing asks for the order of
 * declaration: elkjs 0.12.1 fails on boxes inside boxes when it is to keep that.
 */
const INSIDE = {
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.nodeNode': '20',
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeEdge': '10',
  'elk.layered.spacing.nodeNodeBetweenLayers': '22',
  'elk.layered.spacing.edgeNodeBetweenLayers': '12',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '8',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.layering.strategy': 'MAX_PATH_LENGTH',
  'elk.layered.edgeLabels.sideSelection': 'ALWAYS_DOWN',
};

/** Regions beside or below one another, as they have no arrows between them; each is laid out by itself. */
const REGIONS = {
  'elk.algorithm': 'rectpacking',
  'elk.hierarchyHandling': 'SEPARATE_CHILDREN',
  'elk.aspectRatio': '0.9',
  'elk.spacing.nodeNode': '20',
};

/** The chart as boxes and arrows for the layout, each with the room that its words take. */
export function layoutGraph(chart: MachineChart, measure: Measure): ElkNode {
  const [root] = chart.states;
  return {
    id: 'drawing',
    layoutOptions: {
      ...LAYERED,
      ...INSIDE,
      'elk.json.shapeCoords': 'ROOT',
      'elk.json.edgeCoords': 'ROOT',
      'elk.padding': '[top=8,left=8,bottom=8,right=8]',
    },
    children: root === undefined ? [] : [boxOf(root, chart, measure)],
    edges: [...arrows(chart, measure), ...beginnings(chart)],
  };
}

function boxOf(state: ChartState, chart: MachineChart, measure: Measure): ElkNode {
  const lines = boxLines(state, chart);
  const width = Math.max(
    measure(state.key, 'title') + COUNT_WIDTH + 2 * PAD,
    ...lines.map(({ text }) => measure(text, 'line') + 2 * PAD),
    110,
  );
  const head = TITLE_HEIGHT + lines.length * LINE_HEIGHT + (lines.length > 0 ? 8 : 0);
  const children = chart.states.filter(({ parent }) => parent === state.id);
  if (children.length === 0) return { id: state.id, width, height: Math.max(head, 38) };
  const inside = children.map((child) => boxOf(child, chart, measure));
  const start = children.some(({ initial }) => initial)
    ? [{ id: `${state.id} begins`, width: DOT, height: DOT }]
    : [];
  const anywhere = chart.transitions.some((way) => way.source === state.id && startsInside(way))
    ? [{ id: `${state.id} anywhere`, width: measure(ANYWHERE, 'line') + 2 * PAD, height: 26 }]
    : [];
  return {
    id: state.id,
    children: [...start, ...inside, ...anywhere],
    layoutOptions: {
      ...layoutOf(state, chart),
      'elk.padding': `[top=${head + 12},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width}, ${head})`,
    },
  };
}

/** Only where a layout of its own begins: elkjs fails when a box inside one repeats the algorithm. */
function layoutOf(state: ChartState, chart: MachineChart): Readonly<Record<string, string>> {
  if (state.type === 'parallel') return REGIONS;
  const isRegion = chart.states.some(({ id, type }) => id === state.parent && type === 'parallel');
  return isRegion ? { ...LAYERED, ...INSIDE } : INSIDE;
}

function arrows(chart: MachineChart, measure: Measure): ElkExtendedEdge[] {
  return [...bundles(chart)].map(([id, ways]) => {
    const lines = ways.flatMap(labelLines);
    const [first] = ways;
    const source = first === undefined ? '' : first.source;
    return {
      id,
      sources: [first !== undefined && startsInside(first) ? `${source} anywhere` : source],
      targets: first?.targets.slice(0, 1) ?? [],
      labels: [
        {
          text: id,
          width: Math.max(...lines.map((text) => measure(text, 'line'))) + 8,
          height: lines.length * LINE_HEIGHT,
          layoutOptions: { 'elk.edgeLabels.inline': 'false', 'elk.edgeLabels.placement': 'CENTER' },
        },
      ],
    };
  });
}

function beginnings(chart: MachineChart): ElkExtendedEdge[] {
  return chart.states
    .filter(({ initial }) => initial)
    .map(({ id, parent }) => ({
      id: `${id} is first`,
      sources: [`${parent} begins`],
      targets: [id],
      layoutOptions: { 'elk.layered.priority.direction': '10' },
    }));
}
