import type { InspectionFrame } from '../../../domain/inspection/inspection.ts';

/** Frames kept of what was watched; older ones are forgotten. */
export const MAX_FRAMES = 1000;

/** What was told of one actor since the page looks. */
export interface Recording {
  /** How many frames were forgotten before the first of these. */
  readonly forgotten: number;
  readonly frames: readonly InspectionFrame[];
}

export const EMPTY_RECORDING: Recording = { forgotten: 0, frames: [] };

export function appendFrames({ forgotten, frames }: Recording, more: readonly InspectionFrame[]): Recording {
  const all = [...frames, ...more];
  const excess = Math.max(0, all.length - MAX_FRAMES);
  return { forgotten: forgotten + excess, frames: excess === 0 ? all : all.slice(excess) };
}

/** The actor at one moment of a recording. */
export interface Moment {
  readonly states: readonly string[];
  readonly context: unknown;
  /** The transitions that the event of that moment has taken so far. */
  readonly taken: readonly string[];
  readonly at: number;
}

const EMPTY: Moment = { states: [], context: undefined, taken: [], at: 0 };

/** The actor as it was when the frame at this place had come. */
export function momentAt(frames: readonly InspectionFrame[], place: number): Moment {
  let moment = EMPTY;
  for (const frame of frames.slice(0, place + 1)) {
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

/** A value as lines of `path` and text, for people; what is empty is said to be so. */
export function fieldsOf(value: unknown, path = ''): { readonly path: string; readonly text: string }[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value).flatMap(([key, below]) =>
      fieldsOf(below, path === '' ? key : `${path}.${key}`),
    );
  }
  if (value === undefined) return [];
  return [{ path, text: typeof value === 'string' && value !== '' ? value : JSON.stringify(value) }];
}
