import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { MachineChart } from '../../domain/inspection/chart.ts';
import type { MachineId } from '../../domain/inspection/inspection.ts';
import { Card } from '../ui/card.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx';
import css from './machines-page.module.css';
import { actorsQuery, heatQuery } from './inspect-queries.ts';
import { leafNames } from './actor/recording.ts';
import { SplitView } from './chart/split-view.tsx';

const count = new Intl.NumberFormat();

/** How many actors stand where, and the way to each of them. */
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
      highlights={{ chosen: state, ...(heat === undefined ? {} : { heat }) }}
      handlers={{ onState: (id) => setState((before) => (before === id || id === machine ? '' : id)) }}
    >
      <Finder machine={machine} state={state} forgetState={() => setState('')} />
    </SplitView>
  );
}

function Finder(props: {
  readonly machine: MachineId;
  readonly state: string;
  readonly forgetState: () => void;
}) {
  const { machine, state, forgetState } = props;
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery(actorsQuery(machine, state, search));
  return (
    <Card title="Living actors" aside={data === undefined ? '' : `${count.format(data.total)} found`} flush>
      <div className={css.finder}>
        <SearchBox label="Search by name or id" value={search} onChange={setSearch} />
        {state === '' ? (
          <p className={css.hint}>Choose a state on the chart to see who stands in it.</p>
        ) : (
          <p className={css.filter}>
            In <strong>{state}</strong>
            <Button size="compact-xs" variant="default" onClick={forgetState}>
              Anywhere
            </Button>
          </p>
        )}
      </div>
      {error !== null && data === undefined ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading rows={4} />
      ) : data.rows.length === 0 ? (
        <EmptyState
          title="Nobody"
          advice={
            search === '' && state === ''
              ? `No ${machine} actor lives right now. They come and go with what they stand for.`
              : 'No living actor fits. Try another state or a part of the name.'
          }
        />
      ) : (
        <ul className={css.actorList} aria-label="Actors">
          {data.rows.map(({ id, name, states }) => (
            <li key={id}>
              <Link className={css.actor} href={`/machines/${machine}/${encodeURIComponent(id)}`}>
                <span className={css.actorName}>{name}</span>
                <span className={css.actorStates}>{leafNames(states)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && data.total > data.rows.length && (
        <p className={css.more}>
          The first {data.rows.length} of {count.format(data.total)}. Search to find others.
        </p>
      )}
    </Card>
  );
}
