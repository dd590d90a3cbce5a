import { SegmentedControl } from '@mantine/core';
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { callForRows } from '../api/client.ts';
import type { OnlinePlayer, Player } from '../api/schema.ts';
import { isCounted } from '../status/status-sentence.ts';
import { useKnownOfNetwork } from '../status/use-network-status.ts';
import { Badge } from '../ui/badge.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { EmptyState } from '../ui/states.tsx';
import { durationText } from '../ui/time/time-text.ts';
import { useListPlace } from '../ui/way-back/use-list-place.ts';
import { usePagedRows } from '../api/use-paged-rows.ts';
import type { Column, Sorting } from '../ui/table/virtual-table.tsx';
import { DateText } from '../widgets/date-text.tsx';
import { PagedTable } from '../widgets/paged-table.tsx';
import { PlayerLink } from '../widgets/player-link.tsx';
import type { PlayerRef } from './player-actions.ts';
import { usePlayersGone } from './use-players-gone.ts';
import { counted } from '../ui/count-text.ts';

const LISTS = [
  { value: 'online', label: 'Online' },
  { value: 'all', label: 'Everyone' },
];

const ONLINE_SORT_KEYS = ['onlineTime', 'totalTime', 'name'] as const;
const EVERYONE_SORT_KEYS = ['lastOnline', 'joinedDate', 'totalTime', 'name'] as const;

/** The players who are online, or everyone who has ever joined. The address holds the search and the order. */
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
  useListPlace('Players');
  const onSearch = useCallback((value: string) => set({ search: value }), [set]);
  const List = isAll ? EveryoneList : OnlineList;
  return (
    <>
      <PageHeader title="Players">
        <SearchBox label="Search by name" value={search} onChange={onSearch} />
        <SegmentedControl
          aria-label="Show"
          data={LISTS}
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

const keyOf = ({ uuid }: PlayerRef) => uuid;

function OnlineList({ search, sort, order: requested, onSort }: ListProps) {
  const id = ONLINE_SORT_KEYS.find((it) => it === sort) ?? 'onlineTime';
  const order = requested === 'asc' ? 'asc' : 'desc';
  const rows = usePagedRows<OnlinePlayer>(['players', 'online', id, order, search], ({ signal, ...page }) =>
    callForRows('GET /api/players', { query: { sort: id, order, search, ...page }, signal }),
  );
  const isKnown = isCounted(useKnownOfNetwork());
  const players = counted(rows.live.total, 'player');
  return (
    <PagedTable
      rows={rows}
      label={`${players} ${isKnown ? 'online' : 'as last known'}`}
      columns={ONLINE_COLUMNS}
      useGone={usePlayersGone}
      keyOf={keyOf}
      search={search}
      sorting={{ id, order }}
      onSort={onSort}
      empty={
        !isKnown ? (
          <EmptyState
            title="Nobody can tell who is online"
            advice="A proxy with players is away, or none is connected. Choose Everyone to see who has ever joined."
          />
        ) : search === '' ? (
          <EmptyState title="Nobody is online" advice="Players appear here when they join." />
        ) : (
          <EmptyState
            title={`No online player matches “${search}”`}
            advice="Choose Everyone to include players who have left."
          />
        )
      }
    />
  );
}

function EveryoneList({ search, sort, order: requested, onSort }: ListProps) {
  const id = EVERYONE_SORT_KEYS.find((it) => it === sort) ?? 'lastOnline';
  const order = requested === 'asc' ? 'asc' : 'desc';
  const rows = usePagedRows<Player>(['players', 'all', id, order, search], ({ signal, ...page }) =>
    callForRows('GET /api/players/all', { query: { sort: id, order, search, ...page }, signal }),
  );
  return (
    <PagedTable
      rows={rows}
      label={counted(rows.live.total, 'player')}
      columns={EVERYONE_COLUMNS}
      keyOf={keyOf}
      search={search}
      sorting={{ id, order }}
      onSort={onSort}
      empty={
        search === '' ? (
          <EmptyState title="No players yet" advice="Everyone who has ever joined is listed here." />
        ) : (
          <EmptyState title={`No player matches “${search}”`} advice="Try a part of the name." />
        )
      }
    />
  );
}

const NAME_COLUMN: Column<PlayerRef> = {
  id: 'name',
  title: 'Name',
  width: 'minmax(9rem, 2fr)',
  sortable: true,
  cell: (player) => <PlayerLink {...player} />,
};

const TOTAL_TIME_COLUMN: Column<{ readonly totalTime: number }> = {
  id: 'totalTime',
  title: 'Total playtime',
  width: '7.5rem',
  sortable: true,
  align: 'end',
  minScreen: 'desktop',
  cell: ({ totalTime }) => durationText(totalTime),
};

const ONLINE_COLUMNS: readonly Column<OnlinePlayer>[] = [
  NAME_COLUMN,
  {
    id: 'server',
    title: 'Server',
    width: 'minmax(6rem, 1.5fr)',
    cell: ({ server }) =>
      server === '' ? (
        'Joining'
      ) : (
        <span dir="auto" title={server}>
          {server}
        </span>
      ),
  },
  {
    id: 'onlineTime',
    title: 'Online for',
    width: '7rem',
    sortable: true,
    align: 'end',
    minScreen: 'tablet',
    cell: ({ onlineTime }) => durationText(onlineTime),
  },
  TOTAL_TIME_COLUMN,
  {
    id: 'joined',
    title: 'First joined',
    width: '10rem',
    align: 'end',
    minScreen: 'desktop',
    cell: ({ joinedDate }) => <DateText date={joinedDate} />,
  },
];

const EVERYONE_COLUMNS: readonly Column<Player>[] = [
  NAME_COLUMN,
  {
    id: 'status',
    title: 'Status',
    width: 'minmax(6.5rem, 1.2fr)',
    cell: (player) => <PlayerStatus {...player} />,
  },
  {
    id: 'lastOnline',
    title: 'Last session',
    width: '9.5rem',
    sortable: true,
    align: 'end',
    minScreen: 'tablet',
    cell: ({ lastOnline }) => <DateText date={lastOnline} />,
  },
  TOTAL_TIME_COLUMN,
  {
    id: 'joinedDate',
    title: 'First joined',
    width: '9.5rem',
    sortable: true,
    align: 'end',
    minScreen: 'desktop',
    cell: ({ joinedDate }) => <DateText date={joinedDate} />,
  },
];

function PlayerStatus({ isOnline, isBanned, server }: Player) {
  if (isBanned) return <Badge tone="red">Banned</Badge>;
  return isOnline ? <Badge tone="green">{server || 'Online'}</Badge> : <Badge tone="grey">Offline</Badge>;
}
