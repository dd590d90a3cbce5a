import type { ElkExtendedEdge, ElkNode, ElkShape } from 'elkjs/lib/elk-api.js';
import type { ChartState, ChartTransition, MachineChart } from '../../../domain/inspection/chart.ts';
import { boxLines, type BoxLine, bundles } from './layout-graph.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface StateBox extends Place {
  readonly state: ChartState;
  readonly lines: readonly BoxLine[];
  readonly isLeaf: boolean;
}

/** A line between two boxes, with the transitions that share it. */
export interface Arrow {
  readonly id: string;
  readonly ways: readonly ChartTransition[];
  /** For the `d` of a path. */
  readonly path: string;
  readonly label: Place;
}

/** Everything to be drawn, in coordinates of the whole; boxes come before what is in them. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly StateBox[];
  readonly arrows: readonly Arrow[];
  /** Where a box begins: the dots and the arrows from them. */
  readonly dots: readonly Place[];
  readonly beginnings: readonly string[];
  /** The signs for arrows that may be taken from everywhere in a box. */
  readonly signs: readonly Place[];
}

/** Reads a finished layout. */
export function drawingOf(chart: MachineChart, laidOut: ElkNode): Drawing {
  const nodes = new Map(allNodes(laidOut).map((node) => [node.id, node]));
  const edges = new Map(allEdges(laidOut).map((edge) => [edge.id, edge]));
  const placesEnding = (word: string): Place[] =>
    [...nodes].filter(([id]) => id.endsWith(` ${word}`)).map(([, node]) => placeOf(node));
  return {
    width: laidOut.width ?? 0,
    height: laidOut.height ?? 0,
    boxes: chart.states.map((state) => ({
      ...placeOf(nodes.get(state.id)),
      state,
      lines: boxLines(state, chart),
      isLeaf: !chart.states.some(({ parent }) => parent === state.id),
    })),
    arrows: [...bundles(chart)].map(([id, ways]) => {
      const edge = edges.get(id);
      return { id, ways, path: pathOf(edge), label: placeOf(edge?.labels?.[0]) };
    }),
    dots: placesEnding('begins'),
    beginnings: [...edges].filter(([id]) => id.endsWith(' is first')).map(([, edge]) => pathOf(edge)),
    signs: placesEnding('anywhere'),
  };
}

function allNodes(node: ElkNode): ElkNode[] {
  return [node, ...(node.children ?? []).flatMap(allNodes)];
}

function allEdges(node: ElkNode): ElkExtendedEdge[] {
  return [...(node.edges ?? []), ...(node.children ?? []).flatMap(allEdges)];
}

function placeOf(shape: ElkShape | undefined): Place {
  return {
    x: shape?.x ?? 0,
    y: shape?.y ?? 0,
    width: shape?.width ?? 0,
    height: shape?.height ?? 0,
  };
}

/** Straight pieces with a small round at each bend. */
function pathOf(edge: ElkExtendedEdge | undefined): string {
  const section = edge?.sections?.[0];
  if (section === undefined) return '';
  const points = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint];
  const [start] = points;
  const end = points.at(-1);
  if (start === undefined || end === undefined) return '';
  const bends = points.slice(1, -1).map((bend, place) => {
    const before = points[place] ?? bend;
    const after = points[place + 2] ?? bend;
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
