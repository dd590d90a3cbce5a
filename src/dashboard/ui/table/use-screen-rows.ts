import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RowRange } from './held-rows.ts';
import { rowsOnScreen } from './screen-rows.ts';

/** The rows of a list that are on the screen or near it, as it is scrolled and sized. */
export function useScreenRows(
  scroller: RefObject<HTMLElement | null>,
  total: number,
  rowHeight: number,
): RowRange {
  const [view, setView] = useState({ top: 0, height: 0 });
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const look = () => {
      const now = { top: Math.floor(box.scrollTop / rowHeight) * rowHeight, height: box.clientHeight };
      setView((before) => (before.top === now.top && before.height === now.height ? before : now));
    };
    // Before the next frame, which would show the places of rows that are not there.
    const follow = () => flushSync(look);
    look();
    box.addEventListener('scroll', follow, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    return () => {
      box.removeEventListener('scroll', follow);
      sizes.disconnect();
    };
  }, [scroller, rowHeight]);
  return rowsOnScreen(view, total, rowHeight);
}
