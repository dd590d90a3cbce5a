import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import { historyQuery, proxyQuery, serversQuery } from '../api/queries.ts';
import type { HistoryPoint, ProxyStatus, Server } from '../api/schema.ts';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ErrorState, Loaded } from '../ui/states.tsx';
import { isCounted } from '../status/status-sentence.ts';
import { useKnownOfNetwork } from '../status/use-network-status.ts';
import { serverClock } from '../ui/time/server-clock.ts';
import { sinceTime } from '../ui/time/time-text.ts';
import { NewestBans, NewestPlayers, Restarts } from './activity-cards.tsx';
import { type FigureSources, figuresOf } from './figures.ts';
import css from './overview-page.module.css';
import { ServerStates } from './server-states.tsx';

const PlayersChart = lazy(() => import('./players-chart.tsx'));

/** The state of the network on one page. */
export default function OverviewPage() {
  // All are requested at once, although the page waits for the first.
  const proxy = useQuery(proxyQuery);
  const servers = useQuery(serversQuery);
  const history = useQuery(historyQuery);
  return (
    <Loaded query={proxy} rows={8} page="Overview">
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
  const known = useKnownOfNetwork();
  const { status, connection, receivedAt, lostAt } = known;
  const asOf = connection === 'behind' ? sinceTime(receivedAt || lostAt, serverClock.now()) : undefined;
  return (
    <>
      <PageHeader title="Overview" />
      <div className={css.grid}>
        <Figures proxy={proxy} servers={servers.data ?? []} status={status} asOf={asOf} />
        <div className={css.wide}>
          <History history={history} now={isCounted(known) ? proxy.onlinePlayers : null} />
        </div>
        <Card title="Servers by state" aside={<Link href="/servers">All servers</Link>}>
          <Loaded query={servers} rows={4}>
            {(all) => <ServerStates servers={all} status={status} />}
          </Loaded>
        </Card>
        <NewestPlayers />
        <NewestBans />
        <Restarts servers={servers.data ?? []} />
        {/* Last: in the moment after a restart of the coordinator no proxy is back yet, and nothing may slide. */}
        {status?.proxies.connected === 0 && status.proxies.lost === 0 && <FirstProxy />}
      </div>
    </>
  );
}

function FirstProxy() {
  return (
    <div className={css.wide}>
      <Card title="Connect your first proxy">
        Velocity and BungeeCord take the agent as a plugin. The page <Link href="/proxy">Proxy</Link> has the
        download and makes its secret.
      </Card>
    </div>
  );
}

function History(props: {
  readonly history: OverviewProps['history'];
  /** null where nobody knows it. */
  readonly now: number | null;
}) {
  const { data: points, error, refetch } = props.history;
  return (
    <Card title="Players online" aside="Last hour">
      <Suspense fallback={<div className={css.chart} />}>
        {points === undefined ? (
          <div className={css.chart}>
            {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
          </div>
        ) : (
          <PlayersChart points={points} now={props.now} />
        )}
      </Suspense>
    </Card>
  );
}

function Figures(sources: FigureSources) {
  return (
    <dl className={css.figures}>
      {figuresOf(sources).map(({ name, value, note }) => (
        <div key={name} className={css.figure}>
          <dt>{name}</dt>
          <dd className={css.value}>{value}</dd>
          <dd className={css.note}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}
