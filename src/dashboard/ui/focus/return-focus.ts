import { focusHeading } from './focus-heading.ts';

/**
 * Gives the focus to `to`, or to the heading where that is gone or cannot have it, unless something else has it by then.
 * Waits until the page shows what has changed.
 */
export function returnFocus(to: Element | null | undefined): void {
  setTimeout(() => {
    const { activeElement: active, body } = document;
    if (active !== null && active !== body) return;
    if (to instanceof HTMLElement && to !== body) to.focus({ preventScroll: true });
    if (to === body || document.activeElement !== to) focusHeading();
  });
}
