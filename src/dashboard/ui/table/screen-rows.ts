import type { RowRange } from './held-rows.ts';

/** Rows that are rendered above and below the screen, so that a little scrolling finds them there. */
const AROUND = 8;

/** Which of `total` rows, all as high, are on a part of the list or near it; `top`, `height` and `rowHeight` in pixels. */
export function rowsOnScreen(
  { top, height }: { readonly top: number; readonly height: number },
  total: number,
  rowHeight: number,
): RowRange {
  const end = Math.max(0, total - 1);
  // Before its size is known only the first row.
  if (height === 0) return { first: 0, last: 0 };
  const first = Math.max(0, Math.floor(top / rowHeight) - AROUND);
  const last = Math.ceil((top + height) / rowHeight) + AROUND;
  return { first: Math.min(first, end), last: Math.min(last, end) };
}
