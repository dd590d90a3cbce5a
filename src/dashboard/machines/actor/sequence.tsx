import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { arrowText, type MachineChart } from '../../../domain/inspection/chart.ts';
import type { InspectionFrame } from '../../../domain/inspection/inspection.ts';
import { Card } from '../../ui/card.tsx';
import { fieldsOf, leafNames } from './recording.ts';
import css from './sequence.module.css';
import type { Timeline } from './use-timeline.ts';

const KINDS = {
  snapshot: 'stands',
  event: 'event',
  guard: 'guard',
  action: 'does',
  microstep: 'step',
  dropped: 'missed',
  gone: 'gone',
} as const;

/** Everything that happened, one below the other, and a slider to go back to each moment. */
export function Sequence(props: {
  readonly chart: MachineChart;
  readonly timeline: Timeline;
  /** Time of a frame as people read it. */
  readonly timeText: (at: number) => string;
}) {
  const { chart, timeline, timeText } = props;
  const { recording, place, isNow, go, now } = timeline;
  const { frames, forgotten } = recording;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [place, frames.length]);
  return (
    <Card title="What happened" aside={isNow ? 'now' : `${place + 1} of ${frames.length}`} flush>
      <div className={css.scrub}>
        <input
          type="range"
          className={css.slider}
          aria-label="Moment that is shown"
          aria-valuetext={isNow ? 'now' : wordsOf(frames[place], chart)}
          min={0}
          max={Math.max(0, frames.length - 1)}
          value={Math.max(0, place)}
          onChange={(event) => go(Number(event.currentTarget.value))}
        />
        <Button size="compact-sm" variant="default" disabled={isNow} onClick={now}>
          Now
        </Button>
      </div>
      <ol className={css.list} ref={list} aria-label="Sequence">
        {frames.map((frame, index) => (
          <li key={index + forgotten}>
            <button
              type="button"
              className={css.row}
              data-kind={frame.kind}
              data-passed={frame.kind === 'guard' ? frame.passed : undefined}
              aria-current={index === place ? 'step' : undefined}
              onClick={() => go(index)}
            >
              <span className={css.kind}>{KINDS[frame.kind]}</span>
              <span className={css.words}>
                {wordsOf(frame, chart)}
                {frame.kind === 'event' && <span className={css.data}>{dataOf(frame.data)}</span>}
              </span>
              {frame.kind === 'event' && <time className={css.time}>{timeText(frame.at)}</time>}
            </button>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function wordsOf(frame: InspectionFrame | undefined, chart: MachineChart): string {
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
      return frame.transitions.map((id) => stepWords(id, chart)).join('; ');
    case 'dropped':
      return `${frame.count} things happened too fast to be shown`;
    case 'gone':
      return 'the actor is no more';
    default:
      return '';
  }
}

const keyOf = (state: string): string => state.slice(state.lastIndexOf('.') + 1);

function dataOf(data: unknown): string {
  return fieldsOf(data)
    .map(({ path, text }) => `${path} ${text}`)
    .join(', ');
}

function stepWords(id: string, chart: MachineChart): string {
  const way = chart.transitions.find((one) => one.id === id);
  if (way === undefined) return id;
  const [target] = way.targets;
  return target === undefined
    ? `${keyOf(way.source)} stays, on ${arrowText(way)}`
    : `${keyOf(way.source)} → ${keyOf(target)}`;
}
