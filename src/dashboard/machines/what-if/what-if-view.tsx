import { Button, NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type ChartTransition, eventsTaken } from '../../../domain/inspection/chart.ts';
import type { MachineId } from '../../../domain/inspection/inspection.ts';
import { Card } from '../../ui/card.tsx';
import css from '../machines-page.module.css';
import { EMPTY_RECORDING, appendFrames, type Recording } from '../actor/recording.ts';
import { SAMPLES, sampleLabel } from './samples.ts';
import { MomentDetails } from '../actor/moment-details.tsx';
import { Sequence } from '../actor/sequence.tsx';
import { Simulation } from './simulation.ts';
import { SplitView } from '../chart/split-view.tsx';
import { useTimeline } from '../actor/use-timeline.ts';

/** A machine tried out by hand, in this page alone: nothing of the network hears of it. */
export default function WhatIfView({ machine }: { readonly machine: MachineId }) {
  const { inputs } = SAMPLES[machine];
  const [input, setInput] = useState(Object.keys(inputs)[0] ?? '');
  const [round, setRound] = useState(0);
  return (
    <Run
      key={`${input} ${round}`}
      machine={machine}
      input={inputs[input]}
      begin={
        <Card title="Try it out">
          <p className={css.hint}>
            This actor lives in this page only. Press what is marked on the chart, or an event below.
          </p>
          <div className={css.begin}>
            <NativeSelect
              aria-label="How it begins"
              size="xs"
              value={input}
              onChange={(event) => setInput(event.currentTarget.value)}
              data={Object.keys(inputs)}
            />
            <Button size="xs" variant="default" onClick={() => setRound(round + 1)}>
              Begin again
            </Button>
          </div>
        </Card>
      }
    />
  );
}

function Run(props: {
  readonly machine: MachineId;
  readonly input: unknown;
  readonly begin: React.ReactNode;
}) {
  const { machine, input } = props;
  const simulation = useMemo(() => new Simulation(machine, input), [machine, input]);
  const [recording, setRecording] = useState<Recording>(() =>
    appendFrames(EMPTY_RECORDING, simulation.frames),
  );
  const timeline = useTimeline(recording);
  const act = (run: () => void | Promise<void>) => {
    timeline.now();
    void Promise.resolve(run()).then(() => setRecording(appendFrames(EMPTY_RECORDING, simulation.frames)));
  };
  const { chart, pending, untilNextTimer, isOver } = simulation;
  const { moment, isNow } = timeline;
  const usable = isOver ? [] : eventsTaken(chart, moment.states);
  const canFollow = (way: ChartTransition) =>
    isNow && !isOver && isFollowable(way, moment.states, simulation);
  return (
    <SplitView
      chart={chart}
      highlights={{ active: new Set(moment.states), taken: new Set(moment.taken) }}
      handlers={{ canFollow, onArrow: (way) => act(() => simulation.follow(way)) }}
    >
      {props.begin}
      <Card title="Send" aside={isOver ? 'It is over' : undefined}>
        <ul className={css.buttons}>
          {SAMPLES[machine].events.map((event) => {
            const word = sampleLabel(event);
            return (
              <li key={`${event.type} ${word}`}>
                <Button
                  size="compact-sm"
                  variant={usable.includes(event.type) ? 'light' : 'default'}
                  disabled={isOver}
                  onClick={() => act(() => simulation.send(event))}
                >
                  {word === '' ? event.type : `${event.type} · ${word}`}
                </Button>
              </li>
            );
          })}
        </ul>
        {pending.map((work) => (
          <p key={work.id} className={css.work}>
            <span>
              <strong>{work.id}</strong> is under way
            </span>
            <Button size="compact-sm" onClick={() => act(() => work.settle('done'))}>
              It is done
            </Button>
            <Button
              size="compact-sm"
              color="red"
              variant="light"
              onClick={() => act(() => work.settle('error'))}
            >
              It fails
            </Button>
          </p>
        ))}
        {untilNextTimer !== undefined && !isOver && (
          <p className={css.work}>
            <span>A timer waits</span>
            <Button
              size="compact-sm"
              variant="light"
              onClick={() => act(() => simulation.elapse(untilNextTimer))}
            >
              Let {untilNextTimer / 1000} s pass
            </Button>
          </p>
        )}
      </Card>
      <Sequence chart={chart} timeline={timeline} timeText={(at) => `${at / 1000} s`} />
      <MomentDetails context={moment.context} />
    </SplitView>
  );
}

/** Whether an arrow can be taken by something that the viewer may cause. */
function isFollowable(way: ChartTransition, active: readonly string[], simulation: Simulation): boolean {
  if (!active.includes(way.source)) return false;
  if (way.kind === 'done' || way.kind === 'error') {
    return simulation.pending.some(({ id }) => way.label.endsWith(` ${id}`));
  }
  return way.kind === 'event' || way.kind === 'after';
}
