import { useState } from 'react';
import { type Recording, type Moment, momentAt } from './recording.ts';

export interface Timeline {
  readonly recording: Recording;
  readonly moment: Moment;
  /** The frame that is shown, counted from the first that is kept. */
  readonly place: number;
  /** Whether what is shown is the newest, and stays so. */
  readonly isNow: boolean;
  readonly go: (place: number) => void;
  readonly now: () => void;
}

/** Which moment of a recording is shown: the newest until somebody goes back. */
export function useTimeline(recording: Recording): Timeline {
  // Counted from the first frame ever, so that it stays where it is when old ones are forgotten.
  const [held, setHeld] = useState<number | null>(null);
  const last = recording.frames.length - 1;
  const place = held === null ? last : Math.min(last, Math.max(0, held - recording.forgotten));
  return {
    recording,
    moment: momentAt(recording.frames, place),
    place,
    isNow: held === null,
    go: (next) => setHeld(next >= last ? null : next + recording.forgotten),
    now: () => setHeld(null),
  };
}
