import { Button } from '@mantine/core';
import { Fragment, useEffect, useRef } from 'react';
import { arrowText, type MachineChart } from '../../../domain/inspection/chart.ts';
import type { InspectionFrame } from '../../../domain/inspection/inspection.ts';
import { Card } from '../../ui/card.tsx';
import { FieldText } from './field-text.tsx';
import { fieldsOf, leafNames } from './recording.ts';
import css from './sequence.module.css';
import type { Timeline } from './use-timeline.ts';

const KINDS = {
  snapshot: 'state',
  event: 'event',
  guard: 'guard',
  action: 'action',
  microstep: 'step',
  dropped: 'missed',
  gone: 'gone',
} as const;

/** The list of all frames, and a slider to go back to any moment. */
export function Sequence(props: {
  readonly chart: MachineChart;
  readonly timeline: Timeline;
  /** Formats the time of a frame. */
  readonly timeText: (at: number) => string;
}) {
  const { chart, timeline, timeText } = props;
  const { recording, index, isNow, goTo, goToNow } = timeline;
  const { frames, dropped } = recording;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [index, frames.length]);
  return (
    <Card title="What happened" aside={isNow ? 'now' : `${index + 1} of ${frames.length}`} flush>
      <div className={css.scrub}>
        <input
          type="range"
          className={css.slider}
          aria-label="Shown moment"
          aria-valuetext={isNow ? 'now' : textOf(frames[index], chart)}
          min={0}
          max={Math.max(0, frames.length - 1)}
          value={Math.max(0, index)}
          onChange={(event) => goTo(Number(event.currentTarget.value))}
        />
        <Button size="compact-sm" variant="default" disabled={isNow} onClick={goToNow}>
          Now
        </Button>
      </div>
      <ol className={css.list} ref={list} aria-label="Sequence">
        {frames.map((frame, at) => (
          <li key={at + dropped}>
            <button
              type="button"
              className={css.row}
              data-kind={frame.kind}
              data-passed={frame.kind === 'guard' ? frame.passed : undefined}
              aria-current={at === index ? 'step' : undefined}
              onClick={() => goTo(at)}
            >
              <span className={css.kind}>{KINDS[frame.kind]}</span>
              <span className={css.text}>
                {textOf(frame, chart)}
                {frame.kind === 'event' && (
                  <span className={css.data}>
                    <Data data={frame.data} />
                  </span>
                )}
              </span>
              {frame.kind === 'event' && <time className={css.time}>{timeText(frame.at)}</time>}
            </button>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function textOf(frame: InspectionFrame | undefined, chart: MachineChart): string {
  switch (frame?.kind) {
    case 'snapshot':
      return leafNames(frame.states);
    case 'event':
      return chart.transitions.find(({ event }) => event === frame.type)?.label ?? frame.type;
    case 'guard':
      return `${frame.name}? ${frame.passed ? 'yes' : 'no'}`;
    case 'action':
      return frame.name;
    case 'microstep':
      return frame.transitions.map((id) => stepText(id, chart)).join('; ');
    case 'dropped':
      return `${frame.count} steps were too fast to be shown`;
    case 'gone':
      return 'the actor has ended';
    default:
      return '';
  }
}

const keyOf = (state: string): string => state.slice(state.lastIndexOf('.') + 1);

function Data({ data }: { readonly data: unknown }) {
  return fieldsOf(data).map((field, index) => (
    <Fragment key={field.path}>
      {index > 0 && ', '}
      {field.path} <FieldText {...field} />
    </Fragment>
  ));
}

function stepText(id: string, chart: MachineChart): string {
  const transition = chart.transitions.find((one) => one.id === id);
  if (transition === undefined) return id;
  const [target] = transition.targets;
  return target === undefined
    ? `${keyOf(transition.source)} stays, on ${arrowText(transition)}`
    : `${keyOf(transition.source)} → ${keyOf(target)}`;
}
