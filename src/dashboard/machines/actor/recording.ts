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

/** One value inside another. */
export interface ShownField {
  readonly path: string;
  readonly text: string;
  /** The moment that the value is, or ends with, in epoch milliseconds; its text still has the number. */
  readonly at?: number;
  /** Of a lease: the agent. The moment is then the start of its process. */
  readonly agent?: string;
}

/** Numbers between are moments, from 2001 to 2286: nothing else that actors hold is so large, or so small. */
const FIRST_MOMENT = 1e12;
const LAST_MOMENT = 1e13;

/** A value as lines of path and text; empty texts are shown as `""`. */
export function fieldsOf(value: unknown, path = ''): ShownField[] {
  if (isRecord(value)) {
    return Object.entries(value).flatMap(([key, below]) =>
      fieldsOf(below, path === '' ? key : `${path}.${key}`),
    );
  }
  if (value === undefined) return [];
  if (typeof value === 'number' && value >= FIRST_MOMENT && value < LAST_MOMENT)
    return [{ path, text: String(value), at: value }];
  const lease = /^(.+)#(1\d{12})$/.exec(typeof value === 'string' ? value : '');
  if (lease !== null && /(?:^|\.)lease$/.test(path))
    return [{ path, text: lease[0], at: Number(lease[2]), agent: lease[1] ?? '' }];
  return [{ path, text: typeof value === 'string' && value !== '' ? value : JSON.stringify(value) }];
}
