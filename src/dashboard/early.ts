import { askEarly } from './api/early-answers.ts';
import { PAGE_CODE } from './page-code.ts';

/*
 * The build makes it a script of its own, and small, that runs while the rest is loaded: it asks what the page wants to know first,
 * and begins to load the code of the open page. What fails here the page asks for again, and says what is wrong.
 */
const FIRST = ['/api/auth/session', '/api/proxy/status', '/api/status'];
/** As the pages ask for it, parameter by parameter. */
const FIRST_OF_PAGE: Readonly<Record<string, readonly string[]>> = {
  '/': [
    '/api/servers',
    '/api/proxy/player-history',
    '/api/players?sort=onlineTime&order=asc&limit=8',
    '/api/bans?limit=8',
  ],
  '/servers': ['/api/servers'],
  '/players': ['/api/players?sort=onlineTime&order=desc&offset=0&limit=100'],
};

const { pathname, search } = window.location;
askEarly([...FIRST, ...(search === '' ? (FIRST_OF_PAGE[pathname] ?? []) : [])]);
for (const [pattern, load] of Object.entries(PAGE_CODE)) {
  const address = pattern.replace(/\/:\w+\?$/, '(/[^/]+)?').replaceAll(/:\w+/g, '[^/]+');
  if (new RegExp(`^${address}$`).test(pathname)) load().catch(() => undefined);
}
