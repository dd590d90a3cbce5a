import { SegmentedControl } from '@mantine/core';
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { callForRows } from '../api/client.ts';
import type { OnlinePlayer, Player } from '../api/schema.ts';
import { Badge } from '../ui/badge.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { durationText } from '../ui/time/time-text.ts';
import { usePagedRows } from '../api/use-paged-rows.ts';
import { type Column, type Sorting, VirtualTable } from '../ui/table/virtual-table.tsx';
import { DateText } from '../widgets/date-text.tsx';
import { PlayerLink } from '../widgets/player-link.tsx';

const SHOW = [
  { value: 'online', label: 'Online' },
  { value: 'all', label: 'Everyone' },
];

const count = new Intl.NumberFormat();

/** Who is online, or everybody who ever was; what is looked for stands in the address. */
export default function PlayersPage() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const isAll = params.get('show') === 'all';
  const set = useCallback(
    (changes: Readonly<Record<string, string>>) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [key, value] of Object.entries(changes)) {
            if (value === '') next.delete(key);
            else next.set(key, value);
          }
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  const onSearch = useCallback((value: string) => set({ search: value }), [set]);
  const List = isAll ? EverybodyList : OnlineList;
  return (
    <>
      <PageHeader title="Players">
        <SearchBox label="Search by name" value={search} onChange={onSearch} />
        <SegmentedControl
          aria-label="Show"
          data={SHOW}
          value={isAll ? 'all' : 'online'}
          onChange={(value) => set({ show: value === 'all' ? 'all' : '', sort: '', order: '' })}
        />
      </PageHeader>
      <List
        search={search}
        sort={params.get('sort')}
        order={params.get('order')}
        onSort={({ id, order }) => set({ sort: id, order })}
      />
    </>
  );
}

interface ListProps {
  readonly search: string;
  readonly sort: string | null;
  readonly order: string | null;
  readonly onSort: (sorting: Sorting) => void;
}

const ONLINE_SORTS = ['onlineTime', 'totalTime', 'name'] as const;
const ALL_SORTS = ['lastOnline', 'joinedDate', 'totalTime', 'name'] as const;

function OnlineList({ search, sort, order: asked, onSort }: ListProps) {
  const id = ONLINE_SORTS.find((it) => it === sort) ?? 'onlineTime';
  const order = asked === 'asc' ? 'asc' : 'desc';
  const rows = usePagedRows<OnlinePlayer>(['players', 'online', id, order, search], ({ signal, ...page }) =>
    callForRows('GET /api/players', { query: { sort: id, order, search, ...page }, signal }),
  );
  if (rows.isPending) return <Loading rows={10} />;
  if (rows.error !== null) return <ErrorState error={rows.error} retry={rows.retry} />;
  return (
    <VirtualTable
      label={`${count.format(rows.total)} players online`}
      columns={ONLINE_COLUMNS}
      keyOf={({ uuid }) => uuid}
      sorting={{ id, order }}
      onSort={onSort}
      empty={
        search === '' ? (
          <EmptyState title="Nobody is online" advice="Players appear here the moment they join." />
        ) : (
          <EmptyState
            title={`Nobody online is called “${search}”`}
            advice="Look under Everyone for who has left."
          />
        )
      }
      {...rows}
    />
  );
}

function EverybodyList({ search, sort, order: asked, onSort }: ListProps) {
  const id = ALL_SORTS.find((it) => it === sort) ?? 'lastOnline';
  const order = asked === 'asc' ? 'asc' : 'desc';
  const rows = usePagedRows<Player>(['players', 'all', id, order, search], ({ signal, ...page }) =>
    callForRows('GET /api/players/all', { query: { sort: id, order, search, ...page }, signal }),
  );
  if (rows.isPending) return <Loading rows={10} />;
  if (rows.error !== null) return <ErrorState error={rows.error} retry={rows.retry} />;
  return (
    <VirtualTable
      label={`${count.format(rows.total)} players`}
      columns={ALL_COLUMNS}
      keyOf={({ uuid }) => uuid}
      sorting={{ id, order }}
      onSort={onSort}
      empty={
        search === '' ? (
          <EmptyState title="Nobody has been here yet" advice="Everybody who joins once is kept here." />
        ) : (
          <EmptyState title={`Nobody called “${search}” was ever here`} advice="Try a part of the name." />
        )
      }
      {...rows}
    />
  );
}

const ONLINE_COLUMNS: readonly Column<OnlinePlayer>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 'minmax(9rem, 2fr)',
    sortable: true,
    cell: (player) => <PlayerLink {...player} />,
  },
  { id: 'server', title: 'Server', width: 'minmax(6rem, 1.5fr)', cell: ({ server }) => server || 'joining' },
  {
    id: 'onlineTime',
    title: 'Online for',
    width: '7rem',
    sortable: true,
    align: 'end',
    room: 'tablet',
    cell: ({ onlineTime }) => durationText(onlineTime),
  },
  {
    id: 'totalTime',
    title: 'Played in all',
    width: '7.5rem',
    sortable: true,
    align: 'end',
    room: 'desktop',
    cell: ({ totalTime }) => durationText(totalTime),
  },
  {
    id: 'joined',
    title: 'First joined',
    width: '10rem',
    align: 'end',
    room: 'desktop',
    cell: ({ joinedDate }) => <DateText date={joinedDate} />,
  },
];

const ALL_COLUMNS: readonly Column<Player>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 'minmax(9rem, 2fr)',
    sortable: true,
    cell: (player) => <PlayerLink {...player} />,
  },
  {
    id: 'status',
    title: 'Now',
    width: 'minmax(6.5rem, 1.2fr)',
    cell: (player) => <PlayerStatus {...player} />,
  },
  {
    id: 'lastOnline',
    title: 'Last session',
    width: '9.5rem',
    sortable: true,
    align: 'end',
    room: 'tablet',
    cell: ({ lastOnline }) => <DateText date={lastOnline} />,
  },
  {
    id: 'totalTime',
    title: 'Played in all',
    width: '7.5rem',
    sortable: true,
    align: 'end',
    room: 'desktop',
    cell: ({ totalTime }) => durationText(totalTime),
  },
  {
    id: 'joinedDate',
    title: 'First joined',
    width: '9.5rem',
    sortable: true,
    align: 'end',
    room: 'desktop',
    cell: ({ joinedDate }) => <DateText date={joinedDate} />,
  },
];

function PlayerStatus({ isOnline, isBanned, server }: Player) {
  if (isBanned) return <Badge tone="red">Banned</Badge>;
  return isOnline ? <Badge tone="green">{server || 'Online'}</Badge> : <Badge tone="grey">Offline</Badge>;
}
