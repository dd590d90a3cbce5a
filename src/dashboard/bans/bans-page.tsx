import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { callForRows } from '../api/client.ts';
import type { Ban } from '../api/schema.ts';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { useNow } from '../ui/time/use-now.ts';
import { usePagedRows } from '../api/use-paged-rows.ts';
import { type Column, VirtualTable } from '../ui/table/virtual-table.tsx';
import { When } from '../ui/time/when.tsx';
import { DateText } from '../widgets/date-text.tsx';
import { UnbanDialog } from '../players/player-dialogs.tsx';
import { PlayerLink } from '../widgets/player-link.tsx';
import { NewBanDialog } from './new-ban-dialog.tsx';

const SORTS = ['date', 'expires', 'times', 'name'] as const;
const count = new Intl.NumberFormat();

/** The last ban of everybody who was ever banned. */
export default function BansPage() {
  const [params, setParams] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const [lifting, setLifting] = useState<Ban | null>(null);
  const search = params.get('search') ?? '';
  const sort = SORTS.find((it) => it === params.get('sort')) ?? 'date';
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
  const columns = useMemo(() => columnsOf(setLifting), []);
  return (
    <>
      <PageHeader title="Bans" note="The latest ban of everybody who was ever banned">
        <SearchBox label="Search by name" value={search} onChange={onSearch} />
        <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
          New ban
        </Button>
      </PageHeader>
      {rows.isPending ? (
        <Loading rows={10} />
      ) : rows.error !== null ? (
        <ErrorState error={rows.error} retry={rows.retry} />
      ) : (
        <VirtualTable
          label={`${count.format(rows.total)} bans`}
          columns={columns}
          keyOf={({ uuid }) => uuid}
          sorting={{ id: sort, order }}
          onSort={({ id, order: next }) => set({ search, sort: id, order: next })}
          empty={
            search === '' ? (
              <EmptyState title="Nobody was ever banned" advice="May it stay that way." />
            ) : (
              <EmptyState
                title={`Nobody called “${search}” was ever banned`}
                advice="Try a part of the name."
              />
            )
          }
          {...rows}
        />
      )}
      {adding && <NewBanDialog close={() => setAdding(false)} />}
      {lifting !== null && <UnbanDialog player={lifting} close={() => setLifting(null)} />}
    </>
  );
}

function columnsOf(lift: (ban: Ban) => void): readonly Column<Ban>[] {
  return [
    {
      id: 'name',
      title: 'Name',
      width: 'minmax(8.5rem, 1.5fr)',
      sortable: true,
      cell: (ban) => <PlayerLink {...ban} />,
    },
    { id: 'state', title: 'State', width: '6.5rem', cell: (ban) => <BanState ban={ban} /> },
    {
      id: 'reason',
      title: 'Reason',
      width: 'minmax(8rem, 2fr)',
      room: 'tablet',
      cell: ({ reason }) => <span title={reason}>{reason || '–'}</span>,
    },
    {
      id: 'expires',
      title: 'Ends',
      width: '8.5rem',
      sortable: true,
      align: 'end',
      room: 'tablet',
      cell: (ban) => <BanEnd ban={ban} />,
    },
    {
      id: 'date',
      title: 'Banned',
      width: '8.5rem',
      sortable: true,
      align: 'end',
      room: 'desktop',
      cell: ({ bannedDate }) => <DateText date={bannedDate} />,
    },
    {
      id: 'times',
      title: 'Times',
      width: '4.5rem',
      sortable: true,
      align: 'end',
      room: 'desktop',
      cell: ({ bannedTimes }) => bannedTimes,
    },
    {
      id: 'lift',
      title: '',
      width: '2.25rem',
      align: 'end',
      cell: (ban) =>
        ban.active && (
          <Tooltip label="Lift the ban">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Lift the ban of ${ban.name}`}
              onClick={() => lift(ban)}
            >
              <Icon name="lift" />
            </ActionIcon>
          </Tooltip>
        ),
    },
  ];
}

function BanEnd({ ban: { active, permanent, expires } }: { readonly ban: Ban }) {
  if (permanent) return active ? 'Never' : '–';
  // A ban that was lifted has no end to come.
  return active || expires <= Date.now() ? <When at={expires} /> : '–';
}

/** In force, run out, or lifted by somebody before its end. */
function BanState({ ban }: { readonly ban: Ban }) {
  const now = useNow(10_000);
  if (ban.active) return <Badge tone="red">In force</Badge>;
  return !ban.permanent && ban.expires <= now ? (
    <Badge tone="grey">Expired</Badge>
  ) : (
    <Badge tone="blue">Lifted</Badge>
  );
}
