import { useEffect, useState } from 'react';
import type { MachineId } from '../../../domain/inspection/machine-ids.ts';
import { whileVisible } from '../../live/while-visible.ts';
import { followActor, type FollowState } from './follow-actor.ts';
import { EMPTY_RECORDING, appendFrames, type Recording } from './recording.ts';

/** Records one actor while the tab is visible: browsers have few connections to a site, and each recording takes one. */
export function useRecording(
  machine: MachineId,
  id: string,
): { readonly state: FollowState; readonly recording: Recording } {
  const [state, setState] = useState<FollowState>('connecting');
  const [recording, setRecording] = useState<Recording>(EMPTY_RECORDING);
  useEffect(() => {
    setState('connecting');
    setRecording(EMPTY_RECORDING);
    return whileVisible(() =>
      followActor(machine, id, {
        onState: setState,
        onFrames: (frames) => setRecording((previous) => appendFrames(previous, frames)),
      }),
    );
  }, [machine, id]);
  return { state, recording };
}
