import type { InspectionFrame, MachineId } from '../../../domain/inspection/inspection.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../problem.ts';
import { SseParser, type ServerSentEvent } from '../../live/sse-parser.ts';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 8000;
/** Two heartbeats that did not come. */
const SILENCE_MS = 35_000;

/** `absent`: nobody of this id lives (any more); `full`: too many look at once. */
export type FollowState = 'connecting' | 'live' | 'lost' | 'full' | 'absent';

interface Listener {
  readonly onFrames: (frames: readonly InspectionFrame[]) => void;
  readonly onState: (state: FollowState) => void;
}

/**
 * Follows one actor until it is gone or the page has seen enough. After a break it begins anew with where the actor
 * stands: what happened meanwhile is not kept anywhere.
 */
export function followActor(machine: MachineId, id: string, { onFrames, onState }: Listener): () => void {
  const stopping = new AbortController();
  const path = `/api/inspect/actors/${machine}/${encodeURIComponent(id)}/events`;

  async function follow(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      const end = await readOnce(() => {
        failures = 0;
      });
      if (stopping.signal.aborted) return;
      onState(end);
      if (end === 'absent') return;
      await pause(Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.5 + Math.random() / 2));
    }
  }

  async function readOnce(onBegin: () => void): Promise<FollowState> {
    const attempt = new AbortController();
    const signal = AbortSignal.any([stopping.signal, attempt.signal]);
    let silence: ReturnType<typeof setTimeout> | undefined;
    try {
      const { ticket } = await call('POST /api/auth/ticket', { signal });
      silence = setTimeout(() => attempt.abort(), SILENCE_MS);
      const response = await fetch(`${path}?token=${encodeURIComponent(ticket)}`, {
        signal,
        cache: 'no-store',
      });
      if (response.status === 404) return 'absent';
      if (response.status === 503) return 'full';
      if (!response.ok || response.body === null) return 'lost';
      onBegin();
      onState('live');
      const parser = new SseParser();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return 'lost';
        clearTimeout(silence);
        silence = setTimeout(() => attempt.abort(), SILENCE_MS);
        const frames = parser.push(value).map(frameOf);
        if (frames.length > 0) onFrames(frames);
        if (frames.at(-1)?.kind === 'gone') return 'absent';
      }
    } catch (error) {
      // The sign-in is asked for; who signs in again looks again.
      return error instanceof ApiError && error.code === 'unauthenticated' ? 'absent' : 'lost';
    } finally {
      clearTimeout(silence);
      attempt.abort();
    }
  }

  void follow();
  return () => stopping.abort();
}

function frameOf({ type, data }: ServerSentEvent): InspectionFrame {
  return { kind: type, ...JSON.parse(data) };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
