import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { newestBansQuery, newestPlayersQuery } from '../api/queries.ts';
import type { Server } from '../api/schema.ts';
import { activityStore } from '../live/activity-store.ts';
import { isCounted } from '../status/status-sentence.ts';
import { useKnownOfNetwork } from '../status/use-network-status.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorState, Loaded, Loading } from '../ui/states.tsx';
import { useStore } from '../ui/use-store.ts';
import { When } from '../ui/time/when.tsx';
import { DateText } from '../widgets/date-text.tsx';
import { PlayerLink } from '../widgets/player-link.tsx';
import { RestartNote } from '../widgets/restart-note.tsx';
import { StateBadge, stateLabel } from '../widgets/server-state.tsx';
import { HeldLines, type Line } from './held-lines.tsx';
import css from './overview-page.module.css';

/** So many newest players the query has. */
const MAX_NEWEST = 8;

/** The players who joined last: first those that events reported, then the newest of the players who are online. */
export function NewestPlayers() {
  const arrivals = useStore(activityStore, (activity) => activity.arrivals);
  const { data, error, refetch } = useQuery({ ...newestPlayersQuery, enabled: arrivals.length < MAX_NEWEST });
  const known = useKnownOfNetwork();
  if (data === undefined && arrivals.length === 0) {
    return (
      <Card title="Just joined">
        {error === null ? <Loading /> : <ErrorState error={error} retry={() => void refetch()} />}
      </Card>
    );
  }
  const shown = new Set(arrivals.map(({ uuid }) => uuid));
  const lines: Line[] = [
    ...arrivals.map((arrival) => ({
      key: `${arrival.uuid} ${arrival.at}`,
      what: <PlayerLink {...arrival} />,
      more: arrival.server,
      when: <When short at={arrival.at} />,
    })),
    ...(data?.rows ?? [])
      .filter(({ uuid }) => !shown.has(uuid))
      .map((player) => ({
        key: player.uuid,
        what: <PlayerLink {...player} />,
        more: player.server,
        when: <DateText short date={player.lastOnline} />,
      })),
  ];
  return (
    <Card title="Just joined" aside={<Link href="/players">All players</Link>}>
      <HeldLines
        label="Just joined"
        lines={lines}
        none={isCounted(known) ? 'Nobody is online.' : 'Nobody can tell who is online.'}
      />
    </Card>
  );
}

/** The latest bans. */
export function NewestBans() {
  return (
    <Card title="Latest bans" aside={<Link href="/bans">All bans</Link>}>
      <Loaded query={useQuery(newestBansQuery)}>
        {({ rows }) => (
          <HeldLines
            label="Latest bans"
            none="No bans yet."
            lines={rows.map((ban) => ({
              key: ban.uuid,
              what: <PlayerLink {...ban} />,
              more: ban.active ? ban.reason : <Badge tone="grey">Ended</Badge>,
              when: <DateText short date={ban.bannedDate} />,
            }))}
          />
        )}
      </Loaded>
    </Card>
  );
}

/** Running restarts, and the steps of others since the page was opened. */
export function Restarts({ servers }: { readonly servers: readonly Server[] }) {
  const changes = useStore(activityStore, (activity) => activity.restarts);
  const running = servers.filter(({ state }) => state === 'DRAINING' || state === 'RESTARTING');
  const lines: Line[] = [
    ...running.map(({ name, state }) => ({
      key: name,
      what: <Link href={`/servers/${name}`}>{name}</Link>,
      more: (
        <span className={css.wraps}>
          <RestartNote name={name} state={state} />
        </span>
      ),
      when: <StateBadge state={state} />,
    })),
    ...changes.map(({ name, state, at }) => ({
      key: `${name} ${state} ${at}`,
      what: <Link href={`/servers/${name}`}>{name}</Link>,
      more: `→ ${stateLabel(state)}`,
      when: <When short at={at} />,
    })),
  ];
  return (
    <Card title="Restarts" aside="Since you opened this page">
      <HeldLines label="Restarts" lines={lines} none="No server has restarted." />
    </Card>
  );
}
