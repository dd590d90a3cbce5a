import type { ComponentType } from 'react';

/** What loads the code of each page, by its pattern in the address. Without React, so that it can begin before that is there. */
const PAGE_CODE = {
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

/** The address of a page, as a pattern of `wouter`. */
export type PagePath = keyof typeof PAGE_CODE;

export const PAGE_PATHS = Object.keys(PAGE_CODE).filter((path): path is PagePath => path in PAGE_CODE);

const loaded = new Map<PagePath, ComponentType>();

/** Loads the code of a page. Rejects where it cannot be had. */
export async function loadPage(path: PagePath): Promise<{ readonly default: ComponentType }> {
  const code = await PAGE_CODE[path]();
  loaded.set(path, code.default);
  return code;
}

/** A page whose code is there already. */
export function loadedPage(path: PagePath): ComponentType | undefined {
  return loaded.get(path);
}
