import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { eventsTaken, type MachineChart } from '../../../domain/inspection/chart.ts';
import type { MachineId } from '../../../domain/inspection/machine-ids.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { clockTime } from '../../ui/time/time-text.ts';
import type { FollowState } from './follow-actor.ts';
import { actorQuery } from '../inspect-queries.ts';
import css from '../machines-page.module.css';
import { MomentDetails } from './moment-details.tsx';
import { Sequence } from './sequence.tsx';
import { SplitView } from '../chart/split-view.tsx';
import { useRecording } from './use-recording.ts';
import { useTimeline } from './use-timeline.ts';

const STATES: Readonly<Record<FollowState, readonly [tone: Tone, label: string]>> = {
  connecting: ['grey', 'Connecting'],
  live: ['green', 'Live'],
  lost: ['amber', 'Disconnected, retrying'],
  full: ['amber', 'Too many viewers, retrying'],
  absent: ['red', 'Gone'],
};

/** One actor: its state, its context, and everything it does while the page is open. */
export function ActorView(props: {
  readonly machine: MachineId;
  readonly id: string;
  readonly chart: MachineChart;
}) {
  const { machine, id, chart } = props;
  const [, go] = useLocation();
  const { data } = useQuery(actorQuery(machine, id));
  const { state, recording } = useRecording(machine, id);
  const timeline = useTimeline(recording);
  const { moment } = timeline;
  const highlights = useMemo(
    () => ({ active: new Set(moment.states), taken: new Set(moment.taken) }),
    [moment.states, moment.taken],
  );
  const [tone, label] = STATES[state];
  return (
    <SplitView chart={chart} highlights={highlights}>
      <Card title={data?.name ?? id} aside={<Badge tone={tone}>{label}</Badge>}>
        <p className={css.actorId}>{id}</p>
        {state === 'absent' && (
          <p className={css.hint}>
            {machine === 'player'
              ? 'An offline player has an actor only while something is being changed about the player.'
              : 'This actor has ended.'}{' '}
            {recording.frames.length > 0 && 'What it did is still listed below.'}
          </p>
        )}
        <Button size="xs" variant="default" onClick={() => go(`/machines/${machine}`)}>
          All {machine} actors
        </Button>
      </Card>
      <Sequence chart={chart} timeline={timeline} timeText={clockTime} />
      <MomentDetails context={moment.context} events={eventsTaken(chart, moment.states)} />
    </SplitView>
  );
}
