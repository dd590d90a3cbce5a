import type { ElkExtendedEdge, ElkNode, ElkShape } from 'elkjs/lib/elk-api.js';
import type { ChartState, ChartTransition, MachineChart } from '../../../domain/inspection/chart.ts';
import {
  ANYWHERE_NODE,
  boxLines,
  type BoxLine,
  groupedTransitions,
  INITIAL_DOT,
  INITIAL_EDGE,
} from './layout-graph.ts';

/** A rectangle in the coordinates of the drawing. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A state with its position. */
export interface StateBox extends Rect {
  readonly state: ChartState;
  readonly lines: readonly BoxLine[];
  readonly isLeaf: boolean;
}

/** An arrow between two boxes, with the transitions that share it. */
export interface Arrow {
  readonly id: string;
  readonly transitions: readonly ChartTransition[];
  /** For the `d` of a path. */
  readonly path: string;
  readonly label: Rect;
}

/** Everything to draw, in the coordinates of the drawing; a box comes before the boxes inside it. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly StateBox[];
  readonly arrows: readonly Arrow[];
  /** The dots for initial states, and the paths of the arrows from them. */
  readonly initialDots: readonly Rect[];
  readonly initialArrows: readonly string[];
  /** The labels where arrows start that can be taken from any state inside a box. */
  readonly anywhereLabels: readonly Rect[];
}

/** Reads a finished layout. */
export function drawingOf(chart: MachineChart, laidOut: ElkNode): Drawing {
  const nodes = new Map(allNodes(laidOut).map((node) => [node.id, node]));
  const edges = new Map(allEdges(laidOut).map((edge) => [edge.id, edge]));
  const rectsOf = (suffix: string): Rect[] =>
    [...nodes].filter(([id]) => id.endsWith(` ${suffix}`)).map(([, node]) => rectOf(node));
  return {
    width: laidOut.width ?? 0,
    height: laidOut.height ?? 0,
    boxes: chart.states.map((state) => ({
      ...rectOf(nodes.get(state.id)),
      state,
      lines: boxLines(state, chart),
      isLeaf: !chart.states.some(({ parent }) => parent === state.id),
    })),
    arrows: [...groupedTransitions(chart)].map(([id, transitions]) => {
      const edge = edges.get(id);
      return { id, transitions, path: pathOf(edge), label: rectOf(edge?.labels?.[0]) };
    }),
    initialDots: rectsOf(INITIAL_DOT),
    initialArrows: [...edges]
      .filter(([id]) => id.endsWith(` ${INITIAL_EDGE}`))
      .map(([, edge]) => pathOf(edge)),
    anywhereLabels: rectsOf(ANYWHERE_NODE),
  };
}

function allNodes(node: ElkNode): ElkNode[] {
  return [node, ...(node.children ?? []).flatMap(allNodes)];
}

function allEdges(node: ElkNode): ElkExtendedEdge[] {
  return [...(node.edges ?? []), ...(node.children ?? []).flatMap(allEdges)];
}

function rectOf(shape: ElkShape | undefined): Rect {
  return {
    x: shape?.x ?? 0,
    y: shape?.y ?? 0,
    width: shape?.width ?? 0,
    height: shape?.height ?? 0,
  };
}

/** A path of straight lines with rounded bends. */
function pathOf(edge: ElkExtendedEdge | undefined): string {
  const section = edge?.sections?.[0];
  if (section === undefined) return '';
  const points = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint];
  const [start] = points;
  const end = points.at(-1);
  if (start === undefined || end === undefined) return '';
  const bends = points.slice(1, -1).map((bend, index) => {
    const before = points[index] ?? bend;
    const after = points[index + 2] ?? bend;
    const [from, to] = [towards(bend, before), towards(bend, after)];
    return `L${from.x} ${from.y}Q${bend.x} ${bend.y} ${to.x} ${to.y}`;
  });
  return `M${start.x} ${start.y}${bends.join('')}L${end.x} ${end.y}`;
}

type Point = { readonly x: number; readonly y: number };

function towards(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const share = length === 0 ? 0 : Math.min(6, length / 2) / length;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
