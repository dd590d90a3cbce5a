import { useEffect, useState } from 'react';
import type { MachineId } from '../../../domain/inspection/machine-ids.ts';
import { followActor, type FollowState } from './follow-actor.ts';
import { EMPTY_RECORDING, appendFrames, type Recording } from './recording.ts';

/** Records one actor for as long as the component is mounted. */
export function useRecording(
  machine: MachineId,
  id: string,
): { readonly state: FollowState; readonly recording: Recording } {
  const [state, setState] = useState<FollowState>('connecting');
  const [recording, setRecording] = useState<Recording>(EMPTY_RECORDING);
  useEffect(() => {
    setState('connecting');
    setRecording(EMPTY_RECORDING);
    return followActor(machine, id, {
      onState: setState,
      onFrames: (frames) => setRecording((previous) => appendFrames(previous, frames)),
    });
  }, [machine, id]);
  return { state, recording };
}
