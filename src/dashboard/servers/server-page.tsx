import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { serverPlayersQuery, serverQuery } from '../api/queries.ts';
import type { ServerDetail, ServerPlayer } from '../api/schema.ts';
import { BackLink } from '../ui/back-link.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { CapacityBar } from '../ui/capacity-bar.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { durationText } from '../ui/time/time-text.ts';
import { useSortedRows } from '../ui/table/use-sorted-rows.ts';
import { type Column, VirtualTable } from '../ui/table/virtual-table.tsx';
import { useListPlace } from '../ui/way-back/use-list-place.ts';
import { PlayerLink } from '../widgets/player-link.tsx';
import { RestartSteps, useRestart } from '../widgets/restart-note.tsx';
import type { ServerAction } from './server-buttons.tsx';
import { DeleteDialog, RestartDialog } from './server-dialogs.tsx';
import { StateBadge } from '../widgets/server-state.tsx';
import css from './server-page.module.css';
import { usePing } from './use-ping.ts';
import { counted } from '../ui/count-text.ts';
import { useHasNoProxy, useKnownOfNetwork } from '../status/use-network-status.ts';
import { type KnownServer, knownServers } from './known-servers.ts';

/** One server: its state, its players, and the progress of its restart. */
export default function ServerPage() {
  const { name } = useParams<{ name: string }>();
  const { data, error, refetch } = useQuery(serverQuery(name));
  useListPlace(name);
  const known = useKnownOfNetwork();
  return (
    <>
      <BackLink href="/servers" label="Servers" />
      {/* The data of a server that was removed stays, so the error has priority. */}
      <Loaded query={{ data: error === null ? data : undefined, error, refetch }} rows={6} page={name}>
        {(server) => knownServers([server], known).map((one) => <ServerView key={one.name} server={one} />)}
      </Loaded>
    </>
  );
}

function ServerView({ server }: { readonly server: KnownServer<ServerDetail> }) {
  const { name } = server;
  const [, go] = useLocation();
  const [action, setAction] = useState<ServerAction | null>(null);
  const { pinging, ping } = usePing(name);
  const { restart, asOf } = useRestart(name, true);
  const isRestarting = restart !== null && restart.phase !== 'failed';
  const close = () => setAction(null);
  return (
    <>
      <PageHeader
        title={<span dir="auto">{name}</span>}
        note={<StateBadge state={server.state} isLost={server.isLost} />}
      >
        <Button variant="default" leftSection={<Icon name="ping" />} loading={pinging} onClick={ping}>
          Ping
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name="restart" />}
          disabled={isRestarting}
          onClick={() => setAction('restart')}
        >
          Restart
        </Button>
        <Button
          variant="light"
          color="red"
          leftSection={<Icon name="remove" />}
          onClick={() => setAction('delete')}
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
              [
                'Players',
                <CapacityBar
                  key="players"
                  value={server.players}
                  of={server.maxPlayers}
                  unknown={server.playersUnknown}
                />,
              ],
              ['Type', server.type],
              ['Game', server.gameName || 'None'],
              ['Rejoining a game', server.canRejoin ? 'Allowed' : 'Not allowed'],
              ['Address', server.address ?? 'Not set'],
              ['ID', server.serverId],
              ...(server.gameData === '' ? [] : [['Game data', server.gameData] as const]),
            ]}
          />
        </Card>
        <ServerPlayers name={name} />
      </div>
      {action === 'restart' && <RestartDialog server={server} close={close} />}
      {action === 'delete' && <DeleteDialog server={server} close={close} done={() => go('/servers')} />}
    </>
  );
}

const COMPARISONS: Readonly<Record<string, (one: ServerPlayer, other: ServerPlayer) => number>> = {
  name: (one, other) => one.name.localeCompare(other.name),
  onlineTime: (one, other) => one.onlineTime - other.onlineTime,
  totalTime: (one, other) => one.totalTime - other.totalTime,
};

function ServerPlayers({ name }: { readonly name: string }) {
  return (
    <Loaded query={useQuery(serverPlayersQuery(name))}>
      {(players) => <PlayerTable name={name} players={players} />}
    </Loaded>
  );
}

const keyOf = ({ uuid }: ServerPlayer) => uuid;

function PlayerTable({
  name,
  players,
}: {
  readonly name: string;
  readonly players: readonly ServerPlayer[];
}) {
  const hasNoProxy = useHasNoProxy();
  const on = `${counted(players.length, 'player')} on ${name}`;
  const rows = useSortedRows(players, COMPARISONS, { id: 'onlineTime', order: 'desc' });
  return (
    <div className={css.players}>
      <VirtualTable
        label={hasNoProxy ? `${on} when the last proxy was lost` : on}
        columns={COLUMNS}
        keyOf={keyOf}
        {...rows}
        empty={
          hasNoProxy ? (
            <EmptyState title={`Nobody can tell who is on ${name}`} advice="No proxy is connected." />
          ) : (
            <EmptyState title={`No players on ${name}`} advice="Players appear here when they join." />
          )
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
    title: 'Total playtime',
    width: '7.5rem',
    sortable: true,
    align: 'end',
    minScreen: 'tablet',
    cell: ({ totalTime }) => durationText(totalTime),
  },
];
