import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { serversQuery } from '../api/queries.ts';
import type { Server } from '../api/schema.ts';
import { CapacityBar } from '../ui/capacity-bar.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { preferencesStore } from './preferences-store.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { useStore } from '../ui/use-store.ts';
import { type Column, type Sorting, VirtualTable } from '../ui/table/virtual-table.tsx';
import { RestartNote } from '../widgets/restart-note.tsx';
import { ServerActions, type ServerAction } from './server-buttons.tsx';
import { AddServerDialog, DeleteDialog, RestartDialog } from './server-dialogs.tsx';
import { STATES, StateBadge } from '../widgets/server-state.tsx';
import css from './servers-page.module.css';

const VIEWS = [
  { value: 'table', label: 'Table' },
  { value: 'cards', label: 'Cards' },
];

const count = new Intl.NumberFormat();

/** All servers as they are at this moment. */
export default function ServersPage() {
  const { data: servers, error, refetch } = useQuery(serversQuery);
  const view = useStore(preferencesStore, ({ serversAs }) => serversAs);
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState(false);
  const [deed, setDeed] = useState<{ readonly kind: ServerAction; readonly server: Server } | null>(null);
  const onAction = useCallback((kind: ServerAction, server: Server) => setDeed({ kind, server }), []);
  const wanted = search.toLowerCase();
  const found = useMemo(
    () =>
      servers?.filter(({ name, type, gameName }) =>
        `${name} ${type} ${gameName}`.toLowerCase().includes(wanted),
      ),
    [servers, wanted],
  );
  const close = () => setDeed(null);
  return (
    <>
      <PageHeader title="Servers" note={servers === undefined ? undefined : noteOf(servers)}>
        <SearchBox label="Search servers" value={search} onChange={setSearch} />
        <SegmentedControl
          aria-label="View"
          data={VIEWS}
          value={view}
          onChange={(value) =>
            preferencesStore.send({ type: 'serversShown', as: value === 'cards' ? 'cards' : 'table' })
          }
        />
        <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
          Add a server
        </Button>
      </PageHeader>
      {found === undefined ? (
        error === null ? (
          <Loading rows={8} />
        ) : (
          <ErrorState error={error} retry={() => void refetch()} />
        )
      ) : view === 'cards' && found.length > 0 ? (
        <ServerCards servers={found} onAction={onAction} />
      ) : (
        <ServerTable servers={found} onAction={onAction} searching={search !== ''} />
      )}
      {adding && <AddServerDialog close={() => setAdding(false)} />}
      {deed?.kind === 'restart' && <RestartDialog server={deed.server} close={close} />}
      {deed?.kind === 'delete' && <DeleteDialog server={deed.server} close={close} />}
    </>
  );
}

function noteOf(servers: readonly Server[]): string {
  const up = servers.filter(({ online }) => online).length;
  const players = servers.reduce((sum, server) => sum + server.players, 0);
  return `${up} of ${servers.length} online · ${count.format(players)} players on them`;
}

interface ServersProps {
  readonly servers: readonly Server[];
  readonly onAction: (deed: ServerAction, server: Server) => void;
}

const COMPARE: Readonly<Record<string, (one: Server, other: Server) => number>> = {
  name: (one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }),
  state: (one, other) => rankOf(one) - rankOf(other),
  players: (one, other) => one.players - other.players,
  type: (one, other) => one.type.localeCompare(other.type) || one.gameName.localeCompare(other.gameName),
};

function rankOf({ state }: Server): number {
  return STATES.findIndex((it) => it.state === state);
}

function ServerTable({ servers, onAction, searching }: ServersProps & { readonly searching: boolean }) {
  const [sorting, setSorting] = useState<Sorting>({ id: 'name', order: 'asc' });
  const sorted = useMemo(() => {
    const compare = COMPARE[sorting.id] ?? (() => 0);
    const rows = servers.toSorted((one, other) => compare(one, other) || one.name.localeCompare(other.name));
    return sorting.order === 'desc' ? rows.toReversed() : rows;
  }, [servers, sorting]);
  const rowAt = useCallback((index: number) => sorted[index], [sorted]);
  const columns = useMemo(() => columnsOf(onAction), [onAction]);
  return (
    <VirtualTable
      label={`${servers.length} servers`}
      columns={columns}
      total={sorted.length}
      rowAt={rowAt}
      keyOf={({ name }) => name}
      sorting={sorting}
      onSort={setSorting}
      empty={
        searching ? (
          <EmptyState title="No server fits" advice="Names, types and games are searched." />
        ) : (
          <EmptyState
            title="No servers yet"
            advice="Add one, or start a game server with the agent: it registers itself."
          />
        )
      }
    />
  );
}

function columnsOf(onAction: ServersProps['onAction']): readonly Column<Server>[] {
  return [
    {
      id: 'name',
      title: 'Name',
      width: 'minmax(8rem, 1.5fr)',
      sortable: true,
      cell: ({ name }) => (
        <Link href={`/servers/${name}`} className={css.name}>
          {name}
        </Link>
      ),
    },
    {
      id: 'state',
      title: 'State',
      width: 'minmax(7rem, 1.5fr)',
      sortable: true,
      cell: ({ name, state }) => (
        <span className={css.state}>
          <StateBadge state={state} />
          <RestartNote name={name} state={state} />
        </span>
      ),
    },
    {
      id: 'players',
      title: 'Players',
      width: '9rem',
      sortable: true,
      room: 'tablet',
      cell: ({ players, maxPlayers }) => <CapacityBar value={players} of={maxPlayers} />,
    },
    {
      id: 'type',
      title: 'Type and game',
      width: 'minmax(8rem, 1fr)',
      sortable: true,
      room: 'desktop',
      cell: ({ type, gameName }) => (gameName === '' ? type : `${type} · ${gameName}`),
    },
    {
      id: 'actions',
      title: 'Actions',
      width: '6.5rem',
      align: 'end',
      room: 'tablet',
      cell: (server) => <ServerActions server={server} onAction={onAction} />,
    },
  ];
}

function ServerCards({ servers, onAction }: ServersProps) {
  return (
    <ul className={css.cards}>
      {servers
        .toSorted((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }))
        .map((server) => (
          <li key={server.name} className={css.card}>
            <div className={css.cardHead}>
              <Link href={`/servers/${server.name}`} className={css.name}>
                {server.name}
              </Link>
              <StateBadge state={server.state} />
            </div>
            <p className={css.kind}>
              {server.gameName === '' ? server.type : `${server.type} · ${server.gameName}`}
            </p>
            <CapacityBar value={server.players} of={server.maxPlayers} />
            <div className={css.cardFoot}>
              <RestartNote name={server.name} state={server.state} />
              <ServerActions server={server} onAction={onAction} />
            </div>
          </li>
        ))}
    </ul>
  );
}
