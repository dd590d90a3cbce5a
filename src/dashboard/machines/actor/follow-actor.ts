import type { InspectionFrame } from '../../../domain/inspection/inspection.ts';
import type { MachineId } from '../../../domain/inspection/machine-ids.ts';
import { followStream } from '../../live/follow-stream.ts';
import type { ServerSentEvent } from '../../live/sse-parser.ts';

const MAX_WAIT_MS = 8000;

/** `absent`: there is no actor with this id (any more). `full`: too many viewers already follow actors. */
export type FollowState = 'connecting' | 'live' | 'lost' | 'full' | 'absent';

interface ActorListener {
  readonly onFrames: (frames: readonly InspectionFrame[]) => void;
  readonly onState: (state: FollowState) => void;
}

/**
 * Follows one actor until it is gone or the returned function is called. After a break it starts again with the actor's
 * current state: the coordinator does not keep what happened in between.
 */
export function followActor(
  machine: MachineId,
  id: string,
  { onFrames, onState }: ActorListener,
): () => void {
  const stop = followStream(
    `/api/inspect/actors/${machine}/${encodeURIComponent(id)}/events`,
    {
      onOpen: () => onState('live'),
      onEvents: (events) => {
        const frames = events.map(frameOf);
        onFrames(frames);
        if (frames.at(-1)?.kind !== 'gone') return;
        stop();
        onState('absent');
      },
      onBreak: (status) => {
        onState(stateAfter(status));
        return status !== 404;
      },
      onSignedOut: () => onState('absent'),
    },
    { maxWaitMs: MAX_WAIT_MS },
  );
  return stop;
}

function stateAfter(status: number): FollowState {
  if (status === 404) return 'absent';
  return status === 503 ? 'full' : 'lost';
}

function frameOf({ type, data }: ServerSentEvent): InspectionFrame {
  return { kind: type, ...JSON.parse(data) };
}
