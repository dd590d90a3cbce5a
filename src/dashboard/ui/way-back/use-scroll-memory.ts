import { type RefObject, useLayoutEffect, useRef } from 'react';
import { pageTrail } from './page-trail.ts';

/** Scrolls a list to where it was left when the viewer comes back to it, and to its top when it becomes another one. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>, list: string): void {
  const shown = useRef<string>(undefined);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const place = `${window.location.pathname} ${list}`;
    box.scrollTop = shown.current === undefined ? pageTrail.scrollOf(place) : 0;
    shown.current = list;
    return () => pageTrail.keepScroll(place, box.scrollTop);
  }, [scroller, list]);
}
