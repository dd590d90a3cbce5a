import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsOnScreen } from '../../../src/dashboard/ui/table/screen-rows.ts';

const ROW = 44;

test('of a long list the rows on the screen are shown, and a few around them', () => {
  expect(rowsOnScreen({ top: 0, height: 440 }, 20_000, ROW)).toEqual({ first: 0, last: 18 });
  expect(rowsOnScreen({ top: 44_000, height: 440 }, 20_000, ROW)).toEqual({ first: 992, last: 1018 });
});

test('nothing beyond the last row is asked for, and of no row the first', () => {
  expect(rowsOnScreen({ top: 0, height: 440 }, 3, ROW)).toEqual({ first: 0, last: 2 });
  expect(rowsOnScreen({ top: 0, height: 440 }, 0, ROW)).toEqual({ first: 0, last: 0 });
  expect(rowsOnScreen({ top: 44_000, height: 440 }, 10, ROW)).toEqual({ first: 9, last: 9 });
});

test('before the size of the screen is known, one row is made', () => {
  expect(rowsOnScreen({ top: 0, height: 0 }, 20_000, ROW)).toEqual({ first: 0, last: 0 });
});

test('no part of a row on the screen is left out, and never more rows than the screen takes and a few', () => {
  fc.assert(
    fc.property(fc.nat(900_000), fc.integer({ min: 1, max: 2000 }), fc.nat(30_000), (top, height, total) => {
      const { first, last } = rowsOnScreen({ top, height }, total, ROW);
      expect(last - first).toBeLessThan(height / ROW + 20);
      for (const at of [Math.floor(top / ROW), Math.floor((top + height - 1) / ROW)]) {
        if (at >= total) continue;
        expect(first).toBeLessThanOrEqual(at);
        expect(last).toBeGreaterThanOrEqual(at);
      }
    }),
  );
});
