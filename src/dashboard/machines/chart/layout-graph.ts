import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import {
  arrowText,
  type ChartState,
  type ChartTransition,
  type MachineChart,
} from '../../../domain/inspection/chart.ts';

/** The width of a text in pixels; `title` is the font size of a state's name. */
export type Measure = (text: string, size: 'title' | 'line') => number;

export const TITLE_HEIGHT = 30;
export const LINE_HEIGHT = 17;
/** The space beside the name for the number of actors. */
const COUNT_WIDTH = 46;
const PAD = 14;
export const DOT = 10;
export const ANYWHERE = 'from any state inside';
/** Ends of the ids of nodes and edges that are not states or transitions. */
export const INITIAL_DOT = 'begins';
export const INITIAL_EDGE = 'is first';
export const ANYWHERE_NODE = 'anywhere';

/** A line inside a box: invoked work, entry and exit actions, and transitions without a target. */
export interface BoxLine {
  readonly text: string;
  /** The id of the transition that the line shows, if it shows one. */
  readonly transition: string | null;
}

/** The lines in a state's box below its name. */
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
    ...staying.map((transition) => ({
      text: `↺ ${arrowText(transition)}${effects(transition)}`,
      transition: transition.id,
    })),
  ];
}

/** The label of a transition: its event and guard, and a second line for its actions. */
export function labelLines(transition: ChartTransition): string[] {
  return transition.actions.length === 0
    ? [arrowText(transition)]
    : [arrowText(transition), `/ ${transition.actions.join(', ')}`];
}

function effects({ actions }: ChartTransition): string {
  return actions.length === 0 ? '' : ` / ${actions.join(', ')}`;
}

/** Transitions with the same source and target share an arrow; the key is its id. */
export function groupedTransitions(chart: MachineChart): Map<string, ChartTransition[]> {
  const groups = new Map<string, ChartTransition[]>();
  for (const transition of chart.transitions) {
    const [target] = transition.targets;
    if (target === undefined) continue;
    const key = `${transition.source} → ${target}`;
    groups.set(key, [...(groups.get(key) ?? []), transition]);
  }
  return groups;
}

/** Whether a transition leads from a box into the same box; its arrow starts at a label inside, as any inner state takes it. */
export function startsInside(transition: ChartTransition): boolean {
  return transition.targets.some((target) => target.startsWith(`${transition.source}.`));
}

/** For the root of a layout; nested boxes are laid out together with it. */
const LAYERED = { 'elk.algorithm': 'layered', 'elk.hierarchyHandling': 'INCLUDE_CHILDREN' };

/**
 * For the inside of every box: from the initial state downwards. No option keeps the order of declaration, because
 * elkjs 0.12.1 fails on nested boxes with it.
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

/** For parallel states: the regions have no arrows between them, so each has a layout of its own. */
const REGIONS = {
  'elk.algorithm': 'rectpacking',
  'elk.hierarchyHandling': 'SEPARATE_CHILDREN',
  'elk.aspectRatio': '0.9',
  'elk.spacing.nodeNode': '20',
};

/** The chart as nodes and edges for ELK, each with the size of its text. */
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
    edges: [...arrows(chart, measure), ...initialArrows(chart)],
  };
}

function boxOf(state: ChartState, chart: MachineChart, measure: Measure): ElkNode {
  const lines = boxLines(state, chart);
  const width = Math.max(
    measure(state.key, 'title') + COUNT_WIDTH + 2 * PAD,
    ...lines.map(({ text }) => measure(text, 'line') + 2 * PAD),
    110,
  );
  const headerHeight = TITLE_HEIGHT + lines.length * LINE_HEIGHT + (lines.length > 0 ? 8 : 0);
  const children = chart.states.filter(({ parent }) => parent === state.id);
  if (children.length === 0) return { id: state.id, width, height: Math.max(headerHeight, 38) };
  const inside = children.map((child) => boxOf(child, chart, measure));
  const start = children.some(({ initial }) => initial)
    ? [{ id: `${state.id} ${INITIAL_DOT}`, width: DOT, height: DOT }]
    : [];
  const anywhere = chart.transitions.some(
    (transition) => transition.source === state.id && startsInside(transition),
  )
    ? [{ id: `${state.id} ${ANYWHERE_NODE}`, width: measure(ANYWHERE, 'line') + 2 * PAD, height: 26 }]
    : [];
  return {
    id: state.id,
    children: [...start, ...inside, ...anywhere],
    layoutOptions: {
      ...layoutOf(state, chart),
      'elk.padding': `[top=${headerHeight + 12},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width}, ${headerHeight})`,
    },
  };
}

/** Only the root of a layout names the algorithm: elkjs fails when an inner box repeats it. */
function layoutOf(state: ChartState, chart: MachineChart): Readonly<Record<string, string>> {
  if (state.type === 'parallel') return REGIONS;
  const isRegion = chart.states.some(({ id, type }) => id === state.parent && type === 'parallel');
  return isRegion ? { ...LAYERED, ...INSIDE } : INSIDE;
}

function arrows(chart: MachineChart, measure: Measure): ElkExtendedEdge[] {
  return [...groupedTransitions(chart)].map(([id, transitions]) => {
    const lines = transitions.flatMap(labelLines);
    const [first] = transitions;
    const source = first === undefined ? '' : first.source;
    return {
      id,
      sources: [first !== undefined && startsInside(first) ? `${source} ${ANYWHERE_NODE}` : source],
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

function initialArrows(chart: MachineChart): ElkExtendedEdge[] {
  return chart.states
    .filter(({ initial }) => initial)
    .map(({ id, parent }) => ({
      id: `${id} ${INITIAL_EDGE}`,
      sources: [`${parent} ${INITIAL_DOT}`],
      targets: [id],
      layoutOptions: { 'elk.layered.priority.direction': '10' },
    }));
}
