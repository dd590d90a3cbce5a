import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { MACHINE_IDS, type MachineId } from '../../domain/inspection/inspection.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import { ActorView } from './actor/actor-view.tsx';
import { chartQuery, machinesQuery } from './inspect-queries.ts';
import css from './machines-page.module.css';
import { OverviewView } from './overview-view.tsx';
import { TransitionTable } from './chart/transition-table.tsx';

// It brings the machines themselves along.
const WhatIfView = lazy(() => import('./what-if/what-if-view.tsx'));

const count = new Intl.NumberFormat();

/** The statecharts at work: all of them, one actor, or one that is only tried out. */
export default function MachinesPage() {
  const { machine: asked = 'player', id } = useParams<{ machine?: string; id?: string }>();
  const [params] = useSearchParams();
  const [, go] = useLocation();
  const machine = MACHINE_IDS.find((known) => known === asked);
  if (machine === undefined) {
    return (
      <EmptyState
        title="There is no such machine"
        advice="These are drawn: player, server, proxy, reboot and link."
        action={{ label: 'Show the player machine', run: () => go('/machines') }}
      />
    );
  }
  const isWhatIf = params.has('try');
  return (
    <>
      <PageHeader
        title="Machines"
        note="The statecharts that run the network, and the actors that live by them"
      >
        <SegmentedControl
          aria-label="What is shown"
          value={isWhatIf ? 'try' : 'live'}
          onChange={(value) => go(value === 'try' ? `/machines/${machine}?try` : `/machines/${machine}`)}
          data={[
            { value: 'live', label: 'Live' },
            { value: 'try', label: 'What if' },
          ]}
        />
      </PageHeader>
      <Tabs machine={machine} query={isWhatIf ? '?try' : ''} />
      <View machine={machine} id={id} isWhatIf={isWhatIf} />
    </>
  );
}

function Tabs({ machine, query }: { readonly machine: MachineId; readonly query: string }) {
  const { data } = useQuery(machinesQuery);
  return (
    <nav className={css.tabs} aria-label="Machines">
      {MACHINE_IDS.map((id) => {
        const actors = data?.find((one) => one.id === id)?.actors;
        return (
          <Link
            key={id}
            href={`/machines/${id}${query}`}
            className={css.tab}
            aria-current={id === machine ? 'page' : undefined}
          >
            {id}
            <span className={css.actors}>{actors === undefined ? '–' : count.format(actors)}</span>
          </Link>
        );
      })}
    </nav>
  );
}

function View(props: {
  readonly machine: MachineId;
  readonly id: string | undefined;
  readonly isWhatIf: boolean;
}) {
  const { machine, id, isWhatIf } = props;
  const { data: chart, error, refetch } = useQuery(chartQuery(machine));
  if (error !== null && chart === undefined) return <ErrorState error={error} retry={() => void refetch()} />;
  if (chart === undefined) return <Loading rows={10} />;
  return (
    <>
      {isWhatIf ? (
        <Suspense fallback={<Loading rows={10} />}>
          <WhatIfView key={machine} machine={machine} />
        </Suspense>
      ) : id === undefined ? (
        <OverviewView machine={machine} chart={chart} />
      ) : (
        <ActorView machine={machine} id={id} chart={chart} />
      )}
      <TransitionTable chart={chart} />
    </>
  );
}
