import { useEffect, useState } from 'react';
import type { MachineId } from '../../../domain/inspection/inspection.ts';
import { followActor, type FollowState } from './follow-actor.ts';
import { NOTHING, recorded, type Recording } from './recording.ts';

/** Records one living actor for as long as the component is there. */
export function useRecording(
  machine: MachineId,
  id: string,
): { readonly state: FollowState; readonly recording: Recording } {
  const [state, setState] = useState<FollowState>('connecting');
  const [recording, setRecording] = useState<Recording>(NOTHING);
  useEffect(() => {
    setState('connecting');
    setRecording(NOTHING);
    return followActor(machine, id, {
      onState: setState,
      onFrames: (frames) => setRecording((before) => recorded(before, frames)),
    });
  }, [machine, id]);
  return { state, recording };
}
