import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, createElement, lazy, useState } from 'react';
import { MACHINE_IDS } from '../domain/inspection/machine-ids.ts';
import { playerQuery } from './api/queries.ts';
import { actorQuery } from './machines/inspect-queries.ts';
import { loadedPage, loadPage, type PagePath } from './page-code.ts';
import type { PageEntry } from './shell/page-entry.ts';

/** The name of an actor, or of a machine where the page shows all its actors. */
function machineName(machine = '', id: string | undefined, loaded: QueryClient): string {
  const known = MACHINE_IDS.find((one) => one === machine);
  if (id === undefined || known === undefined) return machine;
  return loaded.getQueryData(actorQuery(known, id).queryKey)?.name ?? id;
}

/**
 * A page whose code is loaded when it is first visited. What is there already is shown at once: for `lazy` alone React would
 * first show that it waits.
 */
function pageOf(path: PagePath): ComponentType {
  const Later = lazy(() => loadPage(path));
  return function Page() {
    const [Shown] = useState((): ComponentType => loadedPage(path) ?? Later);
    return createElement(Shown);
  };
}

/** All pages of the dashboard, and what each is called. Each is loaded when it is first visited. */
export const PAGES: readonly PageEntry[] = [
  {
    path: '/',
    nav: { label: 'Overview', icon: 'overview' },
    page: pageOf('/'),
  },
  {
    path: '/servers',
    nav: { label: 'Servers', icon: 'servers' },
    page: pageOf('/servers'),
  },
  {
    path: '/servers/:name',
    title: ({ name = '' }) => name,
    page: pageOf('/servers/:name'),
  },
  {
    path: '/players',
    nav: { label: 'Players', icon: 'players' },
    page: pageOf('/players'),
  },
  {
    path: '/players/:uuid',
    title: ({ uuid = '' }, loaded) => loaded.getQueryData(playerQuery(uuid).queryKey)?.name ?? 'Player',
    page: pageOf('/players/:uuid'),
  },
  { path: '/bans', nav: { label: 'Bans', icon: 'bans' }, page: pageOf('/bans') },
  {
    path: '/parties',
    nav: { label: 'Parties', icon: 'parties' },
    page: pageOf('/parties'),
  },
  {
    path: '/proxy',
    nav: { label: 'Proxy', icon: 'proxy' },
    page: pageOf('/proxy'),
  },
  {
    path: '/machines',
    nav: { label: 'Machines', icon: 'machines' },
    page: pageOf('/machines'),
  },
  {
    path: '/machines/:machine/:id?',
    title: ({ machine, id }, loaded) => `${machineName(machine, id, loaded)} · Machines`,
    page: pageOf('/machines/:machine/:id?'),
  },
];
