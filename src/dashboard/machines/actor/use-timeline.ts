import { useState } from 'react';
import { type Recording, type Moment, momentAt } from './recording.ts';

/** A recording and the moment of it that is shown. */
export interface Timeline {
  readonly recording: Recording;
  readonly moment: Moment;
  /** The index of the shown frame among those that are kept. */
  readonly index: number;
  /** Whether the newest moment is shown, and new ones as they come. */
  readonly isNow: boolean;
  readonly goTo: (index: number) => void;
  readonly goToNow: () => void;
}

/** Selects a moment of a recording: the newest until the viewer goes back. */
export function useTimeline(recording: Recording): Timeline {
  // Counted from the first frame ever, so that it stays the same frame when old ones are dropped.
  const [selected, setSelected] = useState<number | null>(null);
  const last = recording.frames.length - 1;
  const index = selected === null ? last : Math.min(last, Math.max(0, selected - recording.dropped));
  return {
    recording,
    moment: momentAt(recording.frames, index),
    index,
    isNow: selected === null,
    goTo: (next) => setSelected(next >= last ? null : next + recording.dropped),
    goToNow: () => setSelected(null),
  };
}
