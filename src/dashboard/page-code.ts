/** What loads the code of each page, by its pattern in the address. Without React, so that it can begin before that is there. */
export const PAGE_CODE = {
  '/': () => import('./overview/overview-page.tsx'),
  '/servers': () => import('./servers/servers-page.tsx'),
  '/servers/:name': () => import('./servers/server-page.tsx'),
  '/players': () => import('./players/players-page.tsx'),
  '/players/:uuid': () => import('./players/player-page.tsx'),
  '/bans': () => import('./bans/bans-page.tsx'),
  '/parties': () => import('./parties/parties-page.tsx'),
  '/proxy': () => import('./proxy/proxy-page.tsx'),
  '/machines': () => import('./machines/machines-page.tsx'),
  '/machines/:machine/:id?': () => import('./machines/machines-page.tsx'),
} as const;
