import ELK from 'elkjs/lib/elk.bundled.js';
import { describe, expect, it } from 'vitest';
import { MACHINE_IDS } from '../../../src/domain/inspection/machine-ids.ts';
import { drawingOf, type Rect } from '../../../src/dashboard/machines/chart/drawing.ts';
import { layoutGraph, type Measure } from '../../../src/dashboard/machines/chart/layout-graph.ts';
import { ALL_MACHINES } from '../../../src/machines/all-machines.ts';
import { chartOf } from '../../../src/machines/chart.ts';

const measure: Measure = (text, size) => text.length * (size === 'title' ? 7.5 : 6.5);

const overlaps = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const isInside = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

describe.each(MACHINE_IDS)('the drawing of the %s machine', async (id) => {
  const chart = chartOf(ALL_MACHINES[id]);
  const drawing = drawingOf(chart, await new ELK().layout(layoutGraph(chart, measure)));
  const boxOf = (state: string | null) => drawing.boxes.find((box) => box.state.id === state);

  it('has every state as a box inside the box of its parent, beside its siblings', () => {
    expect(drawing.boxes.map(({ state }) => state.id)).toEqual(chart.states.map((state) => state.id));
    for (const box of drawing.boxes) {
      expect([box.state.id, box.width > 0 && box.height > 0]).toEqual([box.state.id, true]);
      const parent = boxOf(box.state.parent);
      if (parent !== undefined) expect([box.state.id, isInside(box, parent)]).toEqual([box.state.id, true]);
      for (const other of drawing.boxes) {
        if (other === box || other.state.parent !== box.state.parent) continue;
        expect([box.state.id, other.state.id, overlaps(box, other)]).toEqual([
          box.state.id,
          other.state.id,
          false,
        ]);
      }
    }
  });

  it('shows every transition, as an arrow or as a line in its box', () => {
    const onArrows = drawing.arrows.flatMap((arrow) => arrow.transitions.map((transition) => transition.id));
    const inBoxes = drawing.boxes.flatMap(({ lines }) => lines.flatMap(({ transition }) => transition ?? []));
    expect([...onArrows, ...inBoxes].toSorted()).toEqual(
      chart.transitions.map((transition) => transition.id).toSorted(),
    );
    for (const { id: arrow, path } of drawing.arrows)
      expect([arrow, path]).toEqual([arrow, expect.stringMatching(/^M.*L/)]);
  });

  it('has no label that covers another label or a state', () => {
    const labels = drawing.arrows.map(({ label, id: arrow }) => ({ ...label, arrow }));
    for (const label of labels) {
      const covered = [
        ...labels.filter((other) => other !== label && overlaps(label, other)).map(({ arrow }) => arrow),
        ...drawing.boxes.filter((box) => box.isLeaf && overlaps(label, box)).map(({ state }) => state.id),
      ];
      expect([label.arrow, covered]).toEqual([label.arrow, []]);
    }
  });

  it('has a dot and an arrow for every initial state', () => {
    expect(drawing.initialDots).toHaveLength(chart.states.filter(({ initial }) => initial).length);
    expect(drawing.initialArrows.every((path) => path.startsWith('M'))).toBe(true);
  });
});
