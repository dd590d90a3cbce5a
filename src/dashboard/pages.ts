import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import type { IconName } from './ui/icon.tsx';

export interface PageEntry {
  /** As `wouter` reads it: `:name` takes one part of the address. */
  readonly path: string;
  readonly page: LazyExoticComponent<ComponentType>;
  /** In the navigation, when it has a place there. */
  readonly nav?: { readonly label: string; readonly icon: IconName };
}

/** Every place of the dashboard, each loaded when it is first visited. */
export const PAGES: readonly PageEntry[] = [
  {
    path: '/',
    nav: { label: 'Overview', icon: 'overview' },
    page: lazy(() => import('./overview/overview-page.tsx')),
  },
  {
    path: '/servers',
    nav: { label: 'Servers', icon: 'servers' },
    page: lazy(() => import('./servers/servers-page.tsx')),
  },
  { path: '/servers/:name', page: lazy(() => import('./servers/server-page.tsx')) },
  {
    path: '/players',
    nav: { label: 'Players', icon: 'players' },
    page: lazy(() => import('./players/players-page.tsx')),
  },
  { path: '/players/:uuid', page: lazy(() => import('./players/player-page.tsx')) },
  { path: '/bans', nav: { label: 'Bans', icon: 'bans' }, page: lazy(() => import('./bans/bans-page.tsx')) },
  {
    path: '/parties',
    nav: { label: 'Parties', icon: 'parties' },
    page: lazy(() => import('./parties/parties-page.tsx')),
  },
  {
    path: '/proxy',
    nav: { label: 'Proxy', icon: 'proxy' },
    page: lazy(() => import('./proxy/proxy-page.tsx')),
  },
  {
    path: '/machines',
    nav: { label: 'Machines', icon: 'machines' },
    page: lazy(() => import('./machines/machines-page.tsx')),
  },
  {
    path: '/machines/:machine/:id?',
    page: lazy(() => import('./machines/machines-page.tsx')),
  },
];
