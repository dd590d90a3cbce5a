import { isRecord } from '../../../domain/fields/record.ts';
import type { InspectionFrame } from '../../../domain/inspection/inspection.ts';

/** Frames that a recording keeps; older ones are dropped. */
export const MAX_FRAMES = 1000;

/** What one actor has done since the page was opened. */
export interface Recording {
  /** How many older frames were dropped. */
  readonly dropped: number;
  readonly frames: readonly InspectionFrame[];
}

/** A recording without frames. */
export const EMPTY_RECORDING: Recording = { dropped: 0, frames: [] };

/** A recording with more frames, without the oldest where they exceed the maximum. */
export function appendFrames({ dropped, frames }: Recording, more: readonly InspectionFrame[]): Recording {
  const all = [...frames, ...more];
  const excess = Math.max(0, all.length - MAX_FRAMES);
  return { dropped: dropped + excess, frames: excess === 0 ? all : all.slice(excess) };
}

/** The actor at one moment of a recording. */
export interface Moment {
  readonly states: readonly string[];
  readonly context: unknown;
  /** The transitions taken so far for the event of that moment. */
  readonly taken: readonly string[];
  readonly at: number;
}

const EMPTY: Moment = { states: [], context: undefined, taken: [], at: 0 };

/** The actor after the frame at this index. */
export function momentAt(frames: readonly InspectionFrame[], index: number): Moment {
  let moment = EMPTY;
  for (const frame of frames.slice(0, index + 1)) {
    if (frame.kind === 'dropped') continue;
    moment = { ...moment, at: frame.at };
    if (frame.kind === 'event') moment = { ...moment, taken: [] };
    else if (frame.kind === 'microstep') {
      moment = { ...moment, states: frame.states, taken: [...moment.taken, ...frame.transitions] };
    } else if (frame.kind === 'snapshot') {
      moment = { ...moment, states: frame.states, context: frame.context };
    }
  }
  return moment;
}

/** The innermost of these states, without the machine's name before them. */
export function leafNames(states: readonly string[]): string {
  const leaves = states.filter((id) => !states.some((other) => other.startsWith(`${id}.`)));
  return leaves.map((id) => id.slice(id.indexOf('.') + 1)).join(', ');
}

/** A value as lines of path and text; empty texts are shown as `""`. */
export function fieldsOf(value: unknown, path = ''): { readonly path: string; readonly text: string }[] {
  if (isRecord(value)) {
    return Object.entries(value).flatMap(([key, below]) =>
      fieldsOf(below, path === '' ? key : `${path}.${key}`),
    );
  }
  if (value === undefined) return [];
  return [{ path, text: typeof value === 'string' && value !== '' ? value : JSON.stringify(value) }];
}
