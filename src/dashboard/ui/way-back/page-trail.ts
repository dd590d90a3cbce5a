import { type KeptTrail, Trail } from './trail.ts';

const KEY = 'portcullis.trail';

/** The trail of this tab, also after a reload. */
export const pageTrail = new Trail(kept());

// `wouter` tells of each call of the history's methods by an event of the method's name. Captured, to be before `wouter`,
// which shows the next page.
const captured = { capture: true };
window.addEventListener('pushState', () => pageTrail.moved('push'), captured);
window.addEventListener('replaceState', () => pageTrail.moved('replace'), captured);
window.addEventListener('popstate', () => pageTrail.moved('pop'), captured);
window.addEventListener('pagehide', () => sessionStorage.setItem(KEY, JSON.stringify(pageTrail.kept())));

function kept(): Partial<KeptTrail> {
  try {
    const trail: Partial<KeptTrail> = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return trail;
  } catch {
    return {};
  }
}
