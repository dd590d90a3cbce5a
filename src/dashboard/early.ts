import { askEarly } from './api/early-answers.ts';
import { loadPage, PAGE_PATHS } from './page-code.ts';

/*
 * The build makes it a script of its own, and small, that runs while the rest is loaded: it asks what the page wants to know first,
 * and begins to load the code of the open page. What fails here the page asks for again, and says what is wrong.
 */
const FIRST = ['/api/auth/session', '/api/proxy/status', '/api/status'];
/** Tells the time zone of all dates. */
const ZONE = '/healthz';
/** As the pages ask for it, parameter by parameter. */
const FIRST_OF_PAGE: Readonly<Record<string, readonly string[]>> = {
  '/': [
    '/api/servers',
    '/api/proxy/player-history',
    '/api/players?sort=onlineTime&order=asc&limit=8',
    '/api/bans?limit=8',
    ZONE,
  ],
  '/servers': ['/api/servers'],
  '/players': ['/api/players?sort=onlineTime&order=desc&offset=0&limit=100', ZONE],
};

const { pathname, search } = window.location;
const open = PAGE_PATHS.find((pattern) => {
  const address = pattern.replace(/\/:\w+\?$/, '(/[^/]+)?').replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(`^${address}$`).test(pathname);
});

// Before the answers: a browser has six connections, and without the code nothing is shown.
/** The code of the open page has come, or cannot be had. */
export const openPageCode: Promise<unknown> =
  open === undefined ? Promise.resolve() : loadPage(open).catch(() => undefined);

askEarly([...FIRST, ...(search === '' ? (FIRST_OF_PAGE[pathname] ?? []) : [])]);
