import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { MachineChart } from '../../domain/inspection/chart.ts';
import type { MachineId } from '../../domain/inspection/machine-ids.ts';
import type { Rows } from '../api/client.ts';
import type { ActorSummary } from '../api/schema.ts';
import { Card } from '../ui/card.tsx';
import { returnFocus } from '../ui/focus/return-focus.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import css from './machines-page.module.css';
import { actorsQuery, heatQuery } from './inspect-queries.ts';
import { leafNames } from './actor/recording.ts';
import { SplitView } from './chart/split-view.tsx';
import { countText } from '../ui/count-text.ts';

/** How many actors are in each state, and a list to find one of them. */
export function OverviewView({
  machine,
  chart,
}: {
  readonly machine: MachineId;
  readonly chart: MachineChart;
}) {
  const { data: heat } = useQuery(heatQuery(machine));
  const [state, setState] = useState('');
  return (
    <SplitView
      chart={chart}
      highlights={{ selected: state, ...(heat === undefined ? {} : { heat }) }}
      handlers={{ onState: (id) => setState((previous) => (previous === id || id === machine ? '' : id)) }}
    >
      <ActorFinder machine={machine} state={state} clearState={() => setState('')} />
    </SplitView>
  );
}

function ActorFinder(props: {
  readonly machine: MachineId;
  readonly state: string;
  readonly clearState: () => void;
}) {
  const { machine, state, clearState } = props;
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery(actorsQuery(machine, state, search));
  return (
    <Card title="Actors" aside={data === undefined ? '' : `${countText(data.total)} found`} flush>
      <div className={css.finder}>
        <SearchBox label="Search by name or id" value={search} onChange={setSearch} />
        {state === '' ? (
          <p className={css.hint}>Select a state in the chart to list the actors in it.</p>
        ) : (
          <p className={css.filter}>
            In <strong>{state}</strong>
            <Button
              size="compact-xs"
              variant="default"
              onClick={({ currentTarget }) => {
                // This button goes with the choice.
                returnFocus(currentTarget);
                clearState();
              }}
            >
              All states
            </Button>
          </p>
        )}
      </div>
      <Loaded query={{ data, error, refetch }} rows={4}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <EmptyState
              title="No actors"
              advice={
                search === '' && state === ''
                  ? `There are no ${machine} actors right now.`
                  : 'Try another state or a part of the name.'
              }
            />
          ) : (
            <ActorList machine={machine} rows={rows} total={total} />
          )
        }
      </Loaded>
    </Card>
  );
}

function ActorList({ machine, rows, total }: { readonly machine: MachineId } & Rows<ActorSummary>) {
  return (
    <>
      <ul className={css.actorList} aria-label="Actors">
        {rows.map(({ id, name, states }) => (
          <li key={id}>
            <Link className={css.actor} href={`/machines/${machine}/${encodeURIComponent(id)}`}>
              <span className={css.actorName}>{name}</span>
              <span className={css.actorStates}>{leafNames(states)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className={css.more}>
          Showing the first {countText(rows.length)} of {countText(total)}. Use the search to find others.
        </p>
      )}
    </>
  );
}
