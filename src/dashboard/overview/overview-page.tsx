import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import { historyQuery, proxyQuery, serversQuery } from '../api/queries.ts';
import type { ProxyStatus, Server } from '../api/schema.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ErrorState, Loading } from '../ui/states.tsx';
import { NewestBans, NewestPlayers, Restarts } from './activity-cards.tsx';
import css from './overview-page.module.css';
import { ServerStates } from './server-states.tsx';

const PlayersChart = lazy(() => import('./players-chart.tsx'));
const count = new Intl.NumberFormat();

/** The network at a glance. */
export default function OverviewPage() {
  const proxy = useQuery(proxyQuery);
  const servers = useQuery(serversQuery);
  const history = useQuery(historyQuery);
  if (proxy.data === undefined) {
    return proxy.error === null ? (
      <Loading rows={8} />
    ) : (
      <ErrorState error={proxy.error} retry={() => void proxy.refetch()} />
    );
  }
  return (
    <>
      <PageHeader title="Overview">
        <Doors proxy={proxy.data} />
      </PageHeader>
      <div className={css.grid}>
        <Figures proxy={proxy.data} servers={servers.data ?? []} />
        <div className={css.wide}>
          <Card title="Players online" aside="Last hour">
            <Suspense fallback={<div className={css.chart} />}>
              {history.data === undefined ? (
                <div className={css.chart}>
                  {history.error !== null && (
                    <ErrorState error={history.error} retry={() => void history.refetch()} />
                  )}
                </div>
              ) : (
                <PlayersChart points={history.data} now={proxy.data.onlinePlayers} />
              )}
            </Suspense>
          </Card>
        </div>
        <Card title="Servers by state" aside={<Link href="/servers">All servers</Link>}>
          {servers.data !== undefined ? (
            <ServerStates servers={servers.data} />
          ) : servers.error === null ? (
            <Loading rows={4} />
          ) : (
            <ErrorState error={servers.error} retry={() => void servers.refetch()} />
          )}
        </Card>
        <NewestPlayers />
        <NewestBans />
        <Restarts servers={servers.data ?? []} />
      </div>
    </>
  );
}

/** Whether people can come in. */
function Doors({ proxy }: { readonly proxy: ProxyStatus }) {
  return (
    <Link href="/proxy" className={css.doors} title="Who may join is decided on the proxy's page">
      {proxy.maintenance ? (
        <Badge tone="amber">Maintenance is on</Badge>
      ) : proxy.preventJoin ? (
        <Badge tone="red">Joining is closed</Badge>
      ) : proxy.onlinePlayers >= proxy.maxPlayers ? (
        <Badge tone="amber">The network is full</Badge>
      ) : (
        <Badge tone="green">Open for players</Badge>
      )}
    </Link>
  );
}

function bypassText(names: number): string {
  if (names === 0) return 'nobody may pass';
  return names === 1 ? '1 name may pass' : `${count.format(names)} names may pass`;
}

function Figures({ proxy, servers }: { readonly proxy: ProxyStatus; readonly servers: readonly Server[] }) {
  const online = servers.filter((server) => server.online);
  const places = online.reduce((sum, server) => sum + server.maxPlayers, 0);
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
      name: 'Free places',
      value: count.format(Math.max(0, places - online.reduce((sum, server) => sum + server.players, 0))),
      note: 'on the servers that are online',
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
