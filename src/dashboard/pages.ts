import type { QueryClient } from '@tanstack/react-query';
import { lazy } from 'react';
import { MACHINE_IDS } from '../domain/inspection/inspection.ts';
import { playerQuery } from './api/queries.ts';
import { actorQuery } from './machines/inspect-queries.ts';
import type { PageEntry } from './shell/page-entry.ts';

/** The name of an actor, or of a machine where the page shows all its actors. */
function machineName(machine = '', id: string | undefined, loaded: QueryClient): string {
  const known = MACHINE_IDS.find((one) => one === machine);
  if (id === undefined || known === undefined) return machine;
  return loaded.getQueryData(actorQuery(known, id).queryKey)?.name ?? id;
}

/** All pages of the dashboard, and what each is called. Each is loaded when it is first visited. */
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
  {
    path: '/servers/:name',
    title: ({ name = '' }) => name,
    page: lazy(() => import('./servers/server-page.tsx')),
  },
  {
    path: '/players',
    nav: { label: 'Players', icon: 'players' },
    page: lazy(() => import('./players/players-page.tsx')),
  },
  {
    path: '/players/:uuid',
    title: ({ uuid = '' }, loaded) => loaded.getQueryData(playerQuery(uuid).queryKey)?.name ?? 'Player',
    page: lazy(() => import('./players/player-page.tsx')),
  },
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
    title: ({ machine, id }, loaded) => `${machineName(machine, id, loaded)} · Machines`,
    page: lazy(() => import('./machines/machines-page.tsx')),
  },
];
