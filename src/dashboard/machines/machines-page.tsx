import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { MACHINE_IDS, type MachineId } from '../../domain/inspection/machine-ids.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, Loaded, Loading } from '../ui/states.tsx';
import { ActorView } from './actor/actor-view.tsx';
import { chartQuery, machinesQuery } from './inspect-queries.ts';
import css from './machines-page.module.css';
import { OverviewView } from './overview-view.tsx';
import { TransitionTable } from './chart/transition-table.tsx';
import { countText } from '../ui/count-text.ts';

// A chunk of its own, because it contains the machines themselves.
const WhatIfView = lazy(() => import('./what-if/what-if-view.tsx'));

/** The state machines: all actors of one, a single actor, or a simulation. */
export default function MachinesPage() {
  const { machine: requested = 'player', id } = useParams<{ machine?: string; id?: string }>();
  const [params] = useSearchParams();
  const [, go] = useLocation();
  const machine = MACHINE_IDS.find((known) => known === requested);
  if (machine === undefined) {
    return (
      <EmptyState
        isPage
        title="This machine does not exist"
        advice="The machines are player, server, proxy, reboot and link."
        action={{ label: 'Show the player machine', run: () => go('/machines') }}
      />
    );
  }
  const isWhatIf = params.has('try');
  return (
    <>
      <PageHeader title="Machines" note="The state machines that run the network, and their actors">
        <SegmentedControl
          aria-label="View"
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
            <span className={css.actors}>{actors === undefined ? '–' : countText(actors)}</span>
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
  return (
    <Loaded query={useQuery(chartQuery(machine))} rows={10}>
      {(chart) => (
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
      )}
    </Loaded>
  );
}
