import { ActionIcon, Button } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { callForRows } from '../api/client.ts';
import type { Ban } from '../api/schema.ts';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { EmptyState } from '../ui/states.tsx';
import { serverClock } from '../ui/time/server-clock.ts';
import { isBeyondDates } from '../ui/time/time-text.ts';
import { useNow } from '../ui/time/use-now.ts';
import { usePagedRows } from '../api/use-paged-rows.ts';
import type { Column } from '../ui/table/virtual-table.tsx';
import { useListPlace } from '../ui/way-back/use-list-place.ts';
import { When } from '../ui/time/when.tsx';
import { DateText } from '../widgets/date-text.tsx';
import { UnbanDialog } from '../players/player-dialogs.tsx';
import { PagedTable } from '../widgets/paged-table.tsx';
import { PlayerLink } from '../widgets/player-link.tsx';
import css from './bans-page.module.css';
import { NewBanDialog } from './new-ban-dialog.tsx';
import { counted, countText } from '../ui/count-text.ts';
import { Tip } from '../ui/tip/tip.tsx';

const SORT_KEYS = ['date', 'expires', 'times', 'name'] as const;

/** The latest ban of each player. */
export default function BansPage() {
  const [params, setParams] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const [lifting, setLifting] = useState<Ban | null>(null);
  const search = params.get('search') ?? '';
  const sort = SORT_KEYS.find((it) => it === params.get('sort')) ?? 'date';
  const order = params.get('order') === 'asc' ? 'asc' : 'desc';
  const set = useCallback(
    (next: { search: string; sort: string; order: string }) =>
      setParams(new URLSearchParams(Object.entries(next).filter(([, value]) => value !== '')), {
        replace: true,
      }),
    [setParams],
  );
  const onSearch = useCallback((value: string) => set({ search: value, sort, order }), [set, sort, order]);
  const rows = usePagedRows<Ban>(['bans', 'list', sort, order, search], ({ signal, ...page }) =>
    callForRows('GET /api/bans', { query: { sort, order, search, ...page }, signal }),
  );
  useListPlace('Bans');
  const columns = useMemo(() => columnsOf(setLifting), []);
  return (
    <>
      <PageHeader title="Bans" note="The latest ban of each player">
        <SearchBox label="Search by name" value={search} onChange={onSearch} />
        <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
          New ban
        </Button>
      </PageHeader>
      <PagedTable
        rows={rows}
        label={counted(rows.live.total, 'ban')}
        columns={columns}
        keyOf={keyOf}
        search={search}
        sorting={{ id: sort, order }}
        onSort={({ id, order: next }) => set({ search, sort: id, order: next })}
        empty={
          search === '' ? (
            <EmptyState title="No bans yet" advice="Use New ban, or ban a player on the player’s page." />
          ) : (
            <EmptyState title={`No ban matches “${search}”`} advice="Try a part of the name." />
          )
        }
      />
      {adding && <NewBanDialog close={() => setAdding(false)} />}
      {lifting !== null && <UnbanDialog player={lifting} close={() => setLifting(null)} />}
    </>
  );
}

const keyOf = ({ uuid }: Ban) => uuid;

function columnsOf(lift: (ban: Ban) => void): readonly Column<Ban>[] {
  return [
    {
      id: 'name',
      title: 'Name',
      // The longest names of the game fit.
      width: 'minmax(min(11.5rem, 40vw), 1.5fr)',
      sortable: true,
      cell: (ban) => <PlayerLink {...ban} />,
    },
    { id: 'state', title: 'State', width: '6.5rem', cell: (ban) => <BanState ban={ban} /> },
    {
      id: 'reason',
      title: 'Reason',
      width: 'minmax(8rem, 2fr)',
      minScreen: 'tablet',
      cell: ({ reason }) => (
        <span dir="auto" className={css.reason} title={reason}>
          {reason || '–'}
        </span>
      ),
    },
    {
      id: 'expires',
      title: 'Ends',
      width: '8.5rem',
      sortable: true,
      align: 'end',
      minScreen: 'tablet',
      cell: (ban) => <BanEnd ban={ban} />,
    },
    {
      id: 'date',
      title: 'Banned',
      width: '8.5rem',
      sortable: true,
      align: 'end',
      minScreen: 'desktop',
      cell: ({ bannedDate }) => <DateText date={bannedDate} />,
    },
    {
      id: 'times',
      title: 'Bans',
      width: '4.5rem',
      sortable: true,
      align: 'end',
      minScreen: 'desktop',
      cell: ({ bannedTimes }) => countText(bannedTimes),
    },
    {
      id: 'lift',
      title: 'Lift',
      width: '2.25rem',
      align: 'end',
      cell: (ban) =>
        ban.active && (
          <Tip label="Lift the ban">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Lift the ban of ${ban.name}`}
              onClick={() => lift(ban)}
            >
              <Icon name="lift" />
            </ActionIcon>
          </Tip>
        ),
    },
  ];
}

function BanEnd({ ban: { active, permanent, expires } }: { readonly ban: Ban }) {
  if (permanent || isBeyondDates(expires)) return active ? 'Never' : '–';
  // A lifted ban has no end in the future.
  return active || expires <= serverClock.now() ? <When at={expires} /> : '–';
}

/** Active, expired, or lifted before its end. */
function BanState({ ban }: { readonly ban: Ban }) {
  const now = useNow(10_000);
  if (ban.active) return <Badge tone="red">Active</Badge>;
  return !ban.permanent && ban.expires <= now ? (
    <Badge tone="grey">Expired</Badge>
  ) : (
    <Badge tone="blue">Lifted</Badge>
  );
}
