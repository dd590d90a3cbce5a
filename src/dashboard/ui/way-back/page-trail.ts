import { Trail } from './trail.ts';

/** The trail of this tab. */
export const pageTrail = new Trail();

// `wouter` tells of each call of the history's methods by an event of the method's name. Captured, to be before `wouter`,
// which shows the next page.
const captured = { capture: true };
window.addEventListener('pushState', () => pageTrail.moved('push'), captured);
window.addEventListener('replaceState', () => pageTrail.moved('replace'), captured);
window.addEventListener('popstate', () => pageTrail.moved('pop'), captured);
