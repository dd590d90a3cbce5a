import { type FocusEvent, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** A finger has no place before it touches; its click comes after it has left. */
const TOUCH_GRACE_MS = 1000;

/** Whether the viewer's pointer is over an element or the focus in it, and the listeners that the element needs for that. */
export function useHold() {
  const [isOver, setOver] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wait = useCallback((action: () => void, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(action, delay);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  const listeners = useMemo(
    () => ({
      onPointerEnter: () => {
        clearTimeout(timer.current);
        setOver(true);
      },
      onPointerLeave: ({ pointerType, currentTarget }: PointerEvent) => {
        // A row that had the focus may have been scrolled away, which no event tells.
        setFocused(currentTarget.contains(document.activeElement));
        if (pointerType === 'touch') wait(() => setOver(false), TOUCH_GRACE_MS);
        else setOver(false);
      },
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false);
      },
    }),
    [wait],
  );
  return { isHeld: isOver || isFocused, listeners };
}
