import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type HeldRows,
  holdRows,
  type LiveRows,
  waitingRows,
} from '../../../src/dashboard/ui/table/held-rows.ts';

interface Row {
  readonly key: string;
  readonly value?: number;
}

const keyOf = ({ key }: Row) => key;

/** A list of which every row is loaded. */
function complete(rows: readonly Row[]): LiveRows<Row> {
  return { total: rows.length, rowAt: (at) => rows[at], isComplete: true };
}

/** A list of which the pages of a hundred rows around the screen are loaded. */
function paged(rows: readonly Row[], page = 0): LiveRows<Row> {
  return {
    total: rows.length,
    rowAt: (at) => (Math.floor(at / 100) === page ? rows[at] : undefined),
    isComplete: false,
  };
}

const numbered = (from: number, to: number): Row[] =>
  Array.from({ length: to - from }, (_, at) => ({ key: `p${from + at}` }));
const TOP = { first: 0, last: 9 };
const keysOf = ({ pins }: HeldRows<Row>): (string | undefined)[] =>
  [...pins.keys()].toSorted((one, other) => one - other).map((at) => pins.get(at)?.row.key);

describe('a list that is held', () => {
  test('keeps every row at its place while others come and go, and counts those that wait', () => {
    const rows = numbered(0, 5);
    let held = holdRows<Row>(undefined, complete(rows), keyOf, TOP);
    held = holdRows(held, complete([{ key: 'new' }, ...rows.slice(2)]), keyOf, TOP);
    expect(keysOf(held)).toEqual(['p0', 'p1', 'p2', 'p3', 'p4']);
    expect([...held.pins.values()].map(({ isMissing }) => isMissing)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(held.total).toBe(5);
    expect(waitingRows(held, 2)).toBe(1);
  });

  test('keeps its order when the live one turns round, with the newest values', () => {
    const rows = numbered(0, 4);
    const held = holdRows<Row>(undefined, complete(rows), keyOf, TOP);
    const turned = rows.toReversed().map((row, value) => ({ ...row, value }));
    const next = holdRows(held, complete(turned), keyOf, TOP);
    expect(keysOf(next)).toEqual(['p0', 'p1', 'p2', 'p3']);
    expect([...next.pins.values()].map(({ row }) => row.value)).toEqual([3, 2, 1, 0]);
    expect(waitingRows(next, 0)).toBe(0);
  });

  test('of an empty list stays empty, and says how many came', () => {
    const held = holdRows<Row>(undefined, complete([]), keyOf, TOP);
    const next = holdRows(held, complete(numbered(0, 12)), keyOf, TOP);
    expect(next.total).toBe(0);
    expect(waitingRows(next, 0)).toBe(12);
  });
});

describe('a long list that is held', () => {
  const rows = numbered(0, 500);

  test('keeps the rows on the screen when twelve come above them, and finds them further down', () => {
    const held = holdRows(undefined, paged(rows), keyOf, TOP);
    const next = holdRows(held, paged([...numbered(1000, 1012), ...rows]), keyOf, TOP);
    expect(keysOf(next)).toEqual(rows.slice(0, 10).map(keyOf));
    expect(next.shift).toBe(12);
    expect(next.total).toBe(500);
    expect(waitingRows(next, 0)).toBe(12);
  });

  test('says how many came anywhere else', () => {
    const held = holdRows(undefined, paged(rows), keyOf, TOP);
    const next = holdRows(held, paged([...rows, ...numbered(1000, 1012)]), keyOf, TOP);
    expect(waitingRows(next, 0)).toBe(12);
    // Three of the screen have left, so fifteen came.
    const fewer = holdRows(held, paged([...rows.slice(3), ...numbered(1000, 1015)]), keyOf, TOP);
    expect(keysOf(fewer)).toEqual(rows.slice(0, 10).map(keyOf));
    expect(waitingRows(fewer, 3)).toBe(15);
  });

  test('goes on below the screen where its rows go on, when it is scrolled', () => {
    let held = holdRows(undefined, paged(rows), keyOf, TOP);
    const later = paged([...numbered(1000, 1012), ...rows.slice(0, 15), ...rows.slice(17)]);
    held = holdRows(held, later, keyOf, TOP);
    held = holdRows(held, later, keyOf, { first: 5, last: 19 });
    expect(keysOf(held)).toEqual([...rows.slice(5, 15), ...rows.slice(17, 22)].map(keyOf));
    held = holdRows(held, later, keyOf, TOP);
    expect(keysOf(held)).toEqual(rows.slice(0, 10).map(keyOf));
  });

  test('leaves no empty place at its top after rows above have left', () => {
    const middle = { first: 20, last: 29 };
    let held = holdRows(undefined, paged(rows), keyOf, middle);
    const later = paged(rows.slice(15));
    held = holdRows(held, later, keyOf, middle);
    expect(keysOf(held)).toEqual(rows.slice(20, 30).map(keyOf));
    held = holdRows(held, later, keyOf, { first: 0, last: 25 });
    expect(keysOf(held)).toEqual(rows.slice(15, 41).map(keyOf));
  });

  test('waits for rows that are not loaded yet, and puts them where they belong', () => {
    const screen = { first: 95, last: 104 };
    let held = holdRows(undefined, paged(rows, 0), keyOf, screen);
    expect(keysOf(held)).toEqual(rows.slice(95, 100).map(keyOf));
    expect(waitingRows(held, 0)).toBe(0);
    held = holdRows(held, { ...complete(rows), isComplete: false }, keyOf, screen);
    expect(keysOf(held)).toEqual(rows.slice(95, 105).map(keyOf));
    expect(waitingRows(held, 0)).toBe(0);
  });

  test('starts anew after a jump to another part', () => {
    const all = { ...complete(rows), isComplete: false };
    const held = holdRows(undefined, all, keyOf, TOP);
    const next = holdRows(held, all, keyOf, { first: 400, last: 409 });
    expect(keysOf(next)).toEqual(rows.slice(400, 410).map(keyOf));
  });
});

const change = fc.record({ at: fc.nat(60), remove: fc.nat(3), insert: fc.nat(5) });

test('whatever happens to the live list, no row of the screen moves, comes twice or is lost', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.nat(20),
      fc.array(change, { maxLength: 12 }),
      (isComplete, first, changes) => {
        let rows = numbered(0, 60);
        let fresh = 1000;
        const screen = { first, last: first + 9 };
        const live = (): LiveRows<Row> => ({ ...complete(rows), isComplete });
        let held = holdRows(undefined, live(), keyOf, screen);
        const before = keysOf(held);
        for (const { at, remove, insert } of changes) {
          rows = rows.toSpliced(at, remove, ...numbered(fresh, fresh + insert));
          fresh += insert;
          held = holdRows(held, live(), keyOf, screen);
          expect(keysOf(held)).toEqual(before);
          expect(holdRows(held, live(), keyOf, screen)).toEqual(held);
        }
        const there = new Set(rows.map(keyOf));
        const gone = [...held.pins.values()].filter(({ row }) => !there.has(row.key));
        expect([...held.pins.values()].filter(({ isMissing }) => isMissing)).toEqual(gone);
        if (isComplete) {
          expect(waitingRows(held, gone.length)).toBe(rows.length - (held.pins.size - gone.length));
        }
      },
    ),
  );
});
