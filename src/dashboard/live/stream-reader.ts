import { type ServerSentEvent, SseParser } from './sse-parser.ts';

/** The coordinator sends a heartbeat every 15 s: after two missing ones the connection is dead. */
const SILENCE_MS = 35_000;
const FIRST_WAIT_MS = 500;

/** What the follower of a stream is notified of. */
export interface StreamListener {
  /** The stream is open. `gap`: events from before it may be missing. */
  readonly onOpen: (gap: boolean) => void;
  /** Something arrived, if only a heartbeat: the events that it completes, before `onEvents` has them. */
  readonly onData?: (events: readonly ServerSentEvent[]) => void;
  readonly onEvents: (events: readonly ServerSentEvent[]) => void;
  /** The stream broke, or was refused with this HTTP status; 0 without one. Returns whether to try again. */
  readonly onBreak: (status: number) => boolean;
  /** There is no valid session, so the stream has ended. Signing in again starts a new one. */
  readonly onSignedOut?: () => void;
}

export interface StreamOptions {
  /** The longest wait between two attempts. */
  readonly maxWaitMs: number;
}

interface ReaderOptions extends StreamOptions {
  /** Its event `online` ends a wait. */
  readonly wake: EventTarget;
}

/**
 * Reads a stream of the coordinator until the returned function is called. The waits between attempts grow, and a new
 * attempt continues after the last event id where the stream has ids. It uses `fetch` because `EventSource` hides the status
 * that refused it, and the heartbeats that tell a quiet connection from a dead one.
 */
export function readStream(
  path: string,
  listener: StreamListener,
  { maxWaitMs, wake }: ReaderOptions,
): () => void {
  const stopping = new AbortController();
  let lastId = '';
  let failures = 0;

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      let status = 0;
      try {
        status = await readOnce();
      } catch {
        // The connection broke: as good as an end.
      }
      if (stopping.signal.aborted) return;
      if (status === 401) {
        listener.onSignedOut?.();
        return;
      }
      if (!listener.onBreak(status)) return;
      const wait = Math.min(maxWaitMs, FIRST_WAIT_MS * 2 ** failures) * (0.5 + Math.random() / 2);
      failures += 1;
      await pause(wait, wake, stopping.signal);
    }
  }

  /** Resolves when the stream has ended: with 0, or with the status that refused it. */
  async function readOnce(): Promise<number> {
    const attempt = new AbortController();
    const signal = AbortSignal.any([stopping.signal, attempt.signal]);
    let silence = setTimeout(() => attempt.abort(), SILENCE_MS);
    try {
      const response = await fetch(path, {
        headers: lastId === '' ? {} : { 'Last-Event-ID': lastId },
        signal,
        cache: 'no-store',
      });
      if (!response.ok || response.body === null) return response.status;
      failures = 0;
      listener.onOpen(lastId === '');
      const parser = new SseParser();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return 0;
        clearTimeout(silence);
        silence = setTimeout(() => attempt.abort(), SILENCE_MS);
        const events = parser.push(value);
        lastId = parser.lastId || lastId;
        listener.onData?.(events);
        if (events.length > 0) listener.onEvents(events);
      }
    } finally {
      clearTimeout(silence);
      attempt.abort();
    }
  }

  void follow();
  return () => stopping.abort();
}

/** Waits; ends early when the device comes back online or the stream is stopped. */
function pause(milliseconds: number, wake: EventTarget, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      wake.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    wake.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
