/** After the page says how the network is: what is loaded sooner only delays that. */
const WAIT_MS = 1_000;
const LATER = [
  () => import('../ui/tip/tooltip.tsx'),
  () => import('../ui/modal.tsx'),
  () => import('./menu-drawer.tsx'),
  () => import('../sign-in/session-ended.tsx'),
];
let isBegun = false;

/** Loads what opens over a page soon after the page, once, so that it is there when the coordinator is not. */
export function loadLaterCode(): void {
  if (isBegun) return;
  isBegun = true;
  setTimeout(() => {
    for (const load of LATER) load().catch(() => undefined);
  }, WAIT_MS);
}
