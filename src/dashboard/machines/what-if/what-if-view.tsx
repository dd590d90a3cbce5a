import { Button, NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type ChartTransition, eventsTaken } from '../../../domain/inspection/chart.ts';
import type { MachineId } from '../../../domain/inspection/machine-ids.ts';
import { Card } from '../../ui/card.tsx';
import css from '../machines-page.module.css';
import { EMPTY_RECORDING, appendFrames, type Recording } from '../actor/recording.ts';
import { SAMPLES, sampleLabel } from './samples.ts';
import { MomentDetails } from '../actor/moment-details.tsx';
import { Sequence } from '../actor/sequence.tsx';
import { Simulation } from './simulation.ts';
import { SplitView } from '../chart/split-view.tsx';
import { useTimeline } from '../actor/use-timeline.ts';

/** A simulation of a machine. It never touches the network. */
export default function WhatIfView({ machine }: { readonly machine: MachineId }) {
  const { inputs } = SAMPLES[machine];
  const [input, setInput] = useState(Object.keys(inputs)[0] ?? '');
  const [run, setRun] = useState(0);
  return (
    <SimulationView
      key={`${input} ${run}`}
      machine={machine}
      input={inputs[input]}
      start={
        <Card title="Try it out">
          <p className={css.hint}>
            This actor exists only on this page. Click a highlighted transition in the chart, or an event
            below.
          </p>
          <div className={css.start}>
            <NativeSelect
              aria-label="Start with"
              size="xs"
              value={input}
              onChange={(event) => setInput(event.currentTarget.value)}
              data={Object.keys(inputs)}
            />
            <Button size="xs" variant="default" onClick={() => setRun(run + 1)}>
              Start again
            </Button>
          </div>
        </Card>
      }
    />
  );
}

function SimulationView(props: {
  readonly machine: MachineId;
  readonly input: unknown;
  readonly start: React.ReactNode;
}) {
  const { machine, input } = props;
  const simulation = useMemo(() => new Simulation(machine, input), [machine, input]);
  const [recording, setRecording] = useState<Recording>(() =>
    appendFrames(EMPTY_RECORDING, simulation.frames),
  );
  const timeline = useTimeline(recording);
  const act = (step: () => void | Promise<void>) => {
    timeline.goToNow();
    void Promise.resolve(step()).then(() => setRecording(appendFrames(EMPTY_RECORDING, simulation.frames)));
  };
  const { chart, pending, untilNextTimer, isOver } = simulation;
  const { moment, isNow } = timeline;
  const usable = isOver ? [] : eventsTaken(chart, moment.states);
  const canFollow = (transition: ChartTransition) =>
    isNow && !isOver && isFollowable(transition, moment.states, simulation);
  return (
    <SplitView
      chart={chart}
      highlights={{ active: new Set(moment.states), taken: new Set(moment.taken) }}
      handlers={{ canFollow, onTransition: (transition) => act(() => simulation.follow(transition)) }}
    >
      {props.start}
      <Card title="Send" aside={isOver ? 'Ended' : undefined}>
        <ul className={css.buttons}>
          {SAMPLES[machine].events.map((event) => {
            const label = sampleLabel(event);
            return (
              <li key={`${event.type} ${label}`}>
                <Button
                  size="compact-sm"
                  variant={usable.includes(event.type) ? 'light' : 'default'}
                  disabled={isOver}
                  onClick={() => act(() => simulation.send(event))}
                >
                  {label === '' ? event.type : `${event.type} · ${label}`}
                </Button>
              </li>
            );
          })}
        </ul>
        {pending.map((work) => (
          <p key={work.id} className={css.work}>
            <span>
              <strong>{work.id}</strong> is running
            </span>
            <Button size="compact-sm" onClick={() => act(() => work.settle('done'))}>
              Succeed
            </Button>
            <Button
              size="compact-sm"
              color="red"
              variant="light"
              onClick={() => act(() => work.settle('error'))}
            >
              Fail
            </Button>
          </p>
        ))}
        {untilNextTimer !== undefined && !isOver && (
          <p className={css.work}>
            <span>A timer is running</span>
            <Button
              size="compact-sm"
              variant="light"
              onClick={() => act(() => simulation.advance(untilNextTimer))}
            >
              Advance {untilNextTimer / 1000} s
            </Button>
          </p>
        )}
      </Card>
      <Sequence chart={chart} timeline={timeline} timeText={(at) => `${at / 1000} s`} />
      <MomentDetails context={moment.context} />
    </SplitView>
  );
}

/** Whether the viewer can cause a transition now. */
function isFollowable(
  transition: ChartTransition,
  active: readonly string[],
  simulation: Simulation,
): boolean {
  if (!active.includes(transition.source)) return false;
  if (transition.kind === 'done' || transition.kind === 'error') {
    return simulation.pending.some(({ id }) => transition.label.endsWith(` ${id}`));
  }
  return transition.kind === 'event' || transition.kind === 'after';
}
