import type { QueryClient } from '@tanstack/react-query';
import { lazy } from 'react';
import { MACHINE_IDS } from '../domain/inspection/machine-ids.ts';
import { playerQuery } from './api/queries.ts';
import { actorQuery } from './machines/inspect-queries.ts';
import { PAGE_CODE } from './page-code.ts';
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
    page: lazy(PAGE_CODE['/']),
  },
  {
    path: '/servers',
    nav: { label: 'Servers', icon: 'servers' },
    page: lazy(PAGE_CODE['/servers']),
  },
  {
    path: '/servers/:name',
    title: ({ name = '' }) => name,
    page: lazy(PAGE_CODE['/servers/:name']),
  },
  {
    path: '/players',
    nav: { label: 'Players', icon: 'players' },
    page: lazy(PAGE_CODE['/players']),
  },
  {
    path: '/players/:uuid',
    title: ({ uuid = '' }, loaded) => loaded.getQueryData(playerQuery(uuid).queryKey)?.name ?? 'Player',
    page: lazy(PAGE_CODE['/players/:uuid']),
  },
  { path: '/bans', nav: { label: 'Bans', icon: 'bans' }, page: lazy(PAGE_CODE['/bans']) },
  {
    path: '/parties',
    nav: { label: 'Parties', icon: 'parties' },
    page: lazy(PAGE_CODE['/parties']),
  },
  {
    path: '/proxy',
    nav: { label: 'Proxy', icon: 'proxy' },
    page: lazy(PAGE_CODE['/proxy']),
  },
  {
    path: '/machines',
    nav: { label: 'Machines', icon: 'machines' },
    page: lazy(PAGE_CODE['/machines']),
  },
  {
    path: '/machines/:machine/:id?',
    title: ({ machine, id }, loaded) => `${machineName(machine, id, loaded)} · Machines`,
    page: lazy(PAGE_CODE['/machines/:machine/:id?']),
  },
];
