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
import { isCounted, type KnownOfNetwork } from '../status/status-sentence.ts';
import { useKnownOfNetwork } from '../status/use-network-status.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { useStore } from '../ui/use-store.ts';
import { useAddressSearch } from '../ui/way-back/use-address-search.ts';
import { useListPlace } from '../ui/way-back/use-list-place.ts';
import { HeldCards } from '../ui/table/held-cards.tsx';
import { useSortedRows } from '../ui/table/use-sorted-rows.ts';
import { type Column, VirtualTable } from '../ui/table/virtual-table.tsx';
import { RestartNote } from '../widgets/restart-note.tsx';
import { type ServerAction, ServerButtons } from './server-buttons.tsx';
import { AddServerDialog, DeleteDialog, RestartDialog } from './server-dialogs.tsx';
import { type KnownServer, knownServers } from './known-servers.ts';
import { SERVER_STATES, StateBadge } from '../widgets/server-state.tsx';
import css from './servers-page.module.css';
import { counted, countText } from '../ui/count-text.ts';

const VIEWS = [
  { value: 'table', label: 'Table' },
  { value: 'cards', label: 'Cards' },
];

/** All servers and their current states. */
export default function ServersPage() {
  const { data: servers, error, refetch } = useQuery(serversQuery);
  const view = useStore(preferencesStore, ({ serversAs }) => serversAs);
  const [search, setSearch] = useAddressSearch();
  useListPlace('Servers');
  const known = useKnownOfNetwork();
  const [adding, setAdding] = useState(false);
  const [action, setAction] = useState<{ readonly kind: ServerAction; readonly server: Server } | null>(null);
  const onAction = useCallback((kind: ServerAction, server: Server) => setAction({ kind, server }), []);
  const searched = search.toLowerCase();
  const { connection, status } = known;
  const found = useMemo(() => {
    const matching = servers?.filter(({ name, type, gameName }) =>
      `${name} ${type} ${gameName}`.toLowerCase().includes(searched),
    );
    return matching && knownServers(matching, { connection, status });
  }, [servers, searched, connection, status]);
  const close = () => setAction(null);
  return (
    <>
      <PageHeader title="Servers" note={servers === undefined ? undefined : noteOf(servers, known)}>
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
      <Loaded query={{ data: found, error, refetch }} rows={8}>
        {(shown) =>
          view === 'cards' && shown.length > 0 ? (
            <ServerCards servers={shown} onAction={onAction} search={search} />
          ) : (
            <ServerTable servers={shown} onAction={onAction} search={search} />
          )
        }
      </Loaded>
      {adding && <AddServerDialog close={() => setAdding(false)} />}
      {action?.kind === 'restart' && <RestartDialog server={action.server} close={close} />}
      {action?.kind === 'delete' && <DeleteDialog server={action.server} close={close} />}
    </>
  );
}

/** Says no count of which nobody knows whether it still holds, as in the grace of what is lost. */
function noteOf(servers: readonly Server[], known: KnownOfNetwork): string {
  const { connection, status } = known;
  if (connection === 'behind') return `${counted(servers.length, 'server')}, as last known`;
  const online = status?.servers.online ?? servers.filter((server) => server.online).length;
  const players = servers.reduce((sum, server) => sum + server.players, 0);
  const many = isCounted(known) && online > 0 ? ` · ${counted(players, 'player')}` : '';
  return `${countText(online)} of ${countText(servers.length)} online${many}`;
}

interface ServersProps {
  readonly servers: readonly KnownServer[];
  readonly onAction: (action: ServerAction, server: Server) => void;
}

const byName = (one: Server, other: Server) =>
  one.name.localeCompare(other.name, undefined, { numeric: true });

const COMPARISONS: Readonly<Record<string, typeof byName>> = {
  name: byName,
  state: (one, other) => rankOf(one) - rankOf(other),
  players: (one, other) => one.players - other.players,
  type: (one, other) => one.type.localeCompare(other.type) || one.gameName.localeCompare(other.gameName),
};

function kindOf({ type, gameName }: Server): string {
  return gameName === '' ? type : `${type} · ${gameName}`;
}

function rankOf({ state }: Server): number {
  return SERVER_STATES.findIndex((it) => it.state === state);
}

const keyOf = ({ name }: Server) => name;

function ServerTable({ servers, onAction, search }: ServersProps & { readonly search: string }) {
  const rows = useSortedRows(servers, COMPARISONS, { id: 'name', order: 'asc' });
  const columns = useMemo(() => columnsOf(onAction), [onAction]);
  return (
    <VirtualTable
      label={counted(servers.length, 'server')}
      columns={columns}
      keyOf={keyOf}
      search={search}
      {...rows}
      empty={
        search !== '' ? (
          <EmptyState title="No matching servers" advice="The search looks at names, types and games." />
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

function columnsOf(onAction: ServersProps['onAction']): readonly Column<KnownServer>[] {
  return [
    {
      id: 'name',
      title: 'Name',
      width: 'minmax(8rem, 1.5fr)',
      sortable: true,
      cell: ({ name }) => (
        <Link href={`/servers/${name}`} className={css.name} dir="auto" title={name}>
          {name}
        </Link>
      ),
    },
    {
      id: 'state',
      title: 'State',
      width: 'minmax(7rem, 1.5fr)',
      sortable: true,
      cell: ({ name, state, isLost }) => (
        <span className={css.state}>
          <StateBadge state={state} isLost={isLost} />
          <RestartNote name={name} state={state} />
        </span>
      ),
    },
    {
      id: 'players',
      title: 'Players',
      width: '9rem',
      sortable: true,
      minScreen: 'tablet',
      cell: ({ players, maxPlayers, playersUnknown }) => (
        <CapacityBar value={players} of={maxPlayers} unknown={playersUnknown} />
      ),
    },
    {
      id: 'type',
      title: 'Type and game',
      width: 'minmax(8rem, 1fr)',
      sortable: true,
      minScreen: 'desktop',
      cell: (server) => (
        <span dir="auto" title={kindOf(server)}>
          {kindOf(server)}
        </span>
      ),
    },
    {
      id: 'actions',
      title: 'Actions',
      width: '6.5rem',
      align: 'end',
      minScreen: 'tablet',
      cell: (server) => <ServerButtons server={server} onAction={onAction} />,
    },
  ];
}

function ServerCards({ servers, onAction, search }: ServersProps & { readonly search: string }) {
  const sorted = useMemo(() => servers.toSorted(byName), [servers]);
  return (
    <HeldCards
      label={counted(servers.length, 'server')}
      items={sorted}
      keyOf={keyOf}
      search={search}
      className={css.cards ?? ''}
      card={(server) => (
        <div className={css.card}>
          <div className={css.cardHeader}>
            <Link href={`/servers/${server.name}`} className={css.name} dir="auto">
              {server.name}
            </Link>
            <StateBadge state={server.state} isLost={server.isLost} />
          </div>
          <p className={css.kind} dir="auto">
            {kindOf(server)}
          </p>
          <CapacityBar value={server.players} of={server.maxPlayers} unknown={server.playersUnknown} />
          <div className={css.cardFooter}>
            <RestartNote name={server.name} state={server.state} />
            <ServerButtons server={server} onAction={onAction} />
          </div>
        </div>
      )}
    />
  );
}
