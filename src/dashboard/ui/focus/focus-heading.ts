/** Gives the focus to the heading of the page, which screen readers then read. */
export function focusHeading(heading: HTMLElement | null = document.querySelector('main h1')): void {
  heading?.focus({ preventScroll: true });
}

/** Whether the focus is on nothing that the viewer uses: it was on something that is gone, or is on the link just followed. */
export function isFocusFree(): boolean {
  const { activeElement: active, body } = document;
  if (active === null || active === body) return true;
  return active instanceof HTMLAnchorElement && active.pathname === window.location.pathname;
}
