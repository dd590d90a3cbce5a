import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import { historyQuery, proxyQuery, serversQuery } from '../api/queries.ts';
import type { HistoryPoint, ProxyStatus, Server } from '../api/schema.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ErrorState, Loaded } from '../ui/states.tsx';
import { NewestBans, NewestPlayers, Restarts } from './activity-cards.tsx';
import css from './overview-page.module.css';
import { ServerStates } from './server-states.tsx';

const PlayersChart = lazy(() => import('./players-chart.tsx'));
const count = new Intl.NumberFormat();

/** The state of the network on one page. */
export default function OverviewPage() {
  // All are requested at once, although the page waits for the first.
  const proxy = useQuery(proxyQuery);
  const servers = useQuery(serversQuery);
  const history = useQuery(historyQuery);
  return (
    <Loaded query={proxy} rows={8}>
      {(status) => <Overview proxy={status} servers={servers} history={history} />}
    </Loaded>
  );
}

interface OverviewProps {
  readonly proxy: ProxyStatus;
  readonly servers: UseQueryResult<readonly Server[]>;
  readonly history: UseQueryResult<readonly HistoryPoint[]>;
}

function Overview({ proxy, servers, history }: OverviewProps) {
  return (
    <>
      <PageHeader title="Overview">
        <JoinStatus proxy={proxy} />
      </PageHeader>
      <div className={css.grid}>
        <Figures proxy={proxy} servers={servers.data ?? []} />
        <div className={css.wide}>
          <History history={history} onlinePlayers={proxy.onlinePlayers} />
        </div>
        <Card title="Servers by state" aside={<Link href="/servers">All servers</Link>}>
          <Loaded query={servers} rows={4}>
            {(all) => <ServerStates servers={all} />}
          </Loaded>
        </Card>
        <NewestPlayers />
        <NewestBans />
        <Restarts servers={servers.data ?? []} />
      </div>
    </>
  );
}

function History(props: { readonly history: OverviewProps['history']; readonly onlinePlayers: number }) {
  const { data: points, error, refetch } = props.history;
  return (
    <Card title="Players online" aside="Last hour">
      <Suspense fallback={<div className={css.chart} />}>
        {points === undefined ? (
          <div className={css.chart}>
            {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
          </div>
        ) : (
          <PlayersChart points={points} now={props.onlinePlayers} />
        )}
      </Suspense>
    </Card>
  );
}

/** Whether players can join. */
function JoinStatus({ proxy }: { readonly proxy: ProxyStatus }) {
  return (
    <Link href="/proxy" className={css.joinStatus} title="Change who may join on the Proxy page">
      {proxy.maintenance ? (
        <Badge tone="amber">Maintenance is on</Badge>
      ) : proxy.preventJoin ? (
        <Badge tone="red">Joining is closed</Badge>
      ) : proxy.onlinePlayers >= proxy.maxPlayers ? (
        <Badge tone="amber">The network is full</Badge>
      ) : (
        <Badge tone="green">Open to players</Badge>
      )}
    </Link>
  );
}

function bypassText(names: number): string {
  if (names === 0) return 'the bypass list is empty';
  return names === 1 ? '1 name on the bypass list' : `${count.format(names)} names on the bypass list`;
}

function Figures({ proxy, servers }: { readonly proxy: ProxyStatus; readonly servers: readonly Server[] }) {
  const online = servers.filter((server) => server.online);
  const slots = online.reduce((sum, server) => sum + server.maxPlayers, 0);
  const figures = [
    {
      name: 'Players online',
      value: count.format(proxy.onlinePlayers),
      note: `of ${count.format(proxy.maxPlayers)} allowed`,
    },
    {
      name: 'Servers online',
      value: count.format(online.length),
      note: `of ${count.format(servers.length)}`,
    },
    {
      name: 'Free slots',
      value: count.format(Math.max(0, slots - online.reduce((sum, server) => sum + server.players, 0))),
      note: 'on online servers',
    },
    {
      name: 'Maintenance',
      value: proxy.maintenance ? 'On' : 'Off',
      note: bypassText(proxy.maintenanceBypass.length),
    },
  ];
  return (
    <dl className={css.figures}>
      {figures.map(({ name, value, note }) => (
        <div key={name} className={css.figure}>
          <dt>{name}</dt>
          <dd className={css.value}>{value}</dd>
          <dd className={css.note}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}
