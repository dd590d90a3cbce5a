import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { serverPlayersQuery, serverQuery } from '../api/queries.ts';
import type { ServerDetail, ServerPlayer } from '../api/schema.ts';
import { Card, Facts } from '../ui/card.tsx';
import { CapacityBar } from '../ui/capacity-bar.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { durationText } from '../ui/time/time-text.ts';
import { type Column, type Sorting, VirtualTable } from '../ui/table/virtual-table.tsx';
import { PlayerLink } from '../widgets/player-link.tsx';
import { RestartSteps, useRestart } from '../widgets/restart-note.tsx';
import { pingServer } from './server-actions.ts';
import { DeleteDialog, RestartDialog } from './server-dialogs.tsx';
import { StateBadge } from '../widgets/server-state.tsx';
import css from './server-page.module.css';

/** One server: what it does, who is on it, and its restart as it goes. */
export default function ServerPage() {
  const { name } = useParams<{ name: string }>();
  const { data: server, error, refetch } = useQuery(serverQuery(name));
  return (
    <>
      <Anchor component={Link} href="/servers" className={css.back ?? ''}>
        <Icon name="back" size={16} /> Servers
      </Anchor>
      {server !== undefined && error === null ? (
        <ServerView server={server} />
      ) : error === null ? (
        <Loading rows={6} />
      ) : (
        <ErrorState error={error} retry={() => void refetch()} />
      )}
    </>
  );
}

function ServerView({ server }: { readonly server: ServerDetail }) {
  const { name } = server;
  const [, go] = useLocation();
  const [deed, setDeed] = useState<'restart' | 'delete' | null>(null);
  const [pinging, setPinging] = useState(false);
  const { restart, asOf } = useRestart(name, true);
  const underWay = restart !== null && restart.phase !== 'failed';
  const close = () => setDeed(null);
  const ping = async () => {
    setPinging(true);
    await pingServer(name);
    setPinging(false);
  };
  return (
    <>
      <PageHeader title={name} note={<StateBadge state={server.state} />}>
        <Button
          variant="default"
          leftSection={<Icon name="ping" />}
          loading={pinging}
          onClick={() => void ping()}
        >
          Ping
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name="restart" />}
          disabled={underWay}
          onClick={() => setDeed('restart')}
        >
          Restart
        </Button>
        <Button
          variant="light"
          color="red"
          leftSection={<Icon name="remove" />}
          onClick={() => setDeed('delete')}
        >
          Remove
        </Button>
      </PageHeader>
      <div className={css.parts}>
        {restart !== null && (
          <Card title="Restart">
            <RestartSteps restart={restart} asOf={asOf} />
          </Card>
        )}
        <Card title="Server">
          <Facts
            facts={[
              ['Players', <CapacityBar key="fill" value={server.players} of={server.maxPlayers} />],
              ['Type', server.type],
              ['Game', server.gameName || 'None'],
              ['Coming back into a game', server.canRejoin ? 'Allowed' : 'Not allowed'],
              ['Address', server.address ?? 'None given'],
              ['Id', server.serverId],
              ...(server.gameData === '' ? [] : [['Game data', server.gameData] as const]),
            ]}
          />
        </Card>
        <ServerPlayers name={name} />
      </div>
      {deed === 'restart' && <RestartDialog server={server} close={close} />}
      {deed === 'delete' && <DeleteDialog server={server} close={close} done={() => go('/servers')} />}
    </>
  );
}

const COMPARE: Readonly<Record<string, (one: ServerPlayer, other: ServerPlayer) => number>> = {
  name: (one, other) => one.name.localeCompare(other.name),
  onlineTime: (one, other) => one.onlineTime - other.onlineTime,
  totalTime: (one, other) => one.totalTime - other.totalTime,
};

function ServerPlayers({ name }: { readonly name: string }) {
  const { data: players, error, refetch } = useQuery(serverPlayersQuery(name));
  const [sorting, setSorting] = useState<Sorting>({ id: 'onlineTime', order: 'desc' });
  const sorted = useMemo(() => {
    const compare = COMPARE[sorting.id] ?? (() => 0);
    const rows = players?.toSorted((one, other) => compare(one, other) || one.name.localeCompare(other.name));
    return (sorting.order === 'desc' ? rows?.toReversed() : rows) ?? [];
  }, [players, sorting]);
  const rowAt = useCallback((index: number) => sorted[index], [sorted]);
  if (players === undefined) {
    return error === null ? <Loading /> : <ErrorState error={error} retry={() => void refetch()} />;
  }
  return (
    <div className={css.players}>
      <VirtualTable
        label={`Players on ${name}`}
        columns={COLUMNS}
        total={sorted.length}
        rowAt={rowAt}
        keyOf={({ uuid }) => uuid}
        sorting={sorting}
        onSort={setSorting}
        empty={
          <EmptyState title={`Nobody is on ${name}`} advice="Players appear here the moment they arrive." />
        }
      />
    </div>
  );
}

const COLUMNS: readonly Column<ServerPlayer>[] = [
  {
    id: 'name',
    title: 'Player',
    width: 'minmax(9rem, 1fr)',
    sortable: true,
    cell: (player) => <PlayerLink {...player} />,
  },
  {
    id: 'onlineTime',
    title: 'Online for',
    width: '7rem',
    sortable: true,
    align: 'end',
    cell: ({ onlineTime }) => durationText(onlineTime),
  },
  {
    id: 'totalTime',
    title: 'Played in all',
    width: '7.5rem',
    sortable: true,
    align: 'end',
    room: 'tablet',
    cell: ({ totalTime }) => durationText(totalTime),
  },
];
