import { type RefObject, useEffect, useRef } from 'react';
import { pageTrail } from '../way-back/page-trail.ts';
import { focusHeading, isFocusFree } from './focus-heading.ts';

/** For the heading of a page: it takes the focus when the page was navigated to, not when it is the first. */
export function usePageHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (pageTrail.hasMoved && isFocusFree()) focusHeading(heading.current);
  }, []);
  return heading;
}
