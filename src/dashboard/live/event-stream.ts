import { call } from '../api/client.ts';
import { ApiError } from '../problem.ts';
import { liveStore } from './live-store.ts';
import { type ServerSentEvent, SseParser } from './sse-parser.ts';

/** The coordinator sends a heartbeat every 15 s: after two that did not come, the connection is dead. */
const SILENCE_MS = 35_000;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;

interface Listener {
  readonly onEvents: (events: readonly ServerSentEvent[]) => void;
  /** The stream stands. `gap`: what came before it may have been missed. */
  readonly onOpen: (gap: boolean) => void;
}

/**
 * Follows all events of the coordinator until it is told to stop: opened with a ticket, tried again with growing waits,
 * and from the last event that was seen. `fetch` and not `EventSource`, which repeats an address whose ticket is used up
 * and hides the heartbeats by which a dead connection is told from a quiet one.
 */
export function followEvents({ onEvents, onOpen }: Listener): () => void {
  const stopping = new AbortController();
  let lastId = '';

  async function follow(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        await readStream(() => {
          failures = 0;
        });
      } catch (error) {
        // The sign-in is asked for; it starts a new stream.
        if (error instanceof ApiError && error.code === 'unauthenticated') return;
      }
      if (stopping.signal.aborted) return;
      const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.5 + Math.random() / 2);
      failures += 1;
      liveStore.send({ type: 'lost' });
      await pause(wait, stopping.signal);
    }
  }

  async function readStream(onBegin: () => void): Promise<void> {
    const { ticket } = await call('POST /api/auth/ticket', { signal: stopping.signal });
    const attempt = new AbortController();
    const signal = AbortSignal.any([stopping.signal, attempt.signal]);
    let silence = setTimeout(() => attempt.abort(), SILENCE_MS);
    try {
      const response = await fetch(`/api/events?token=${encodeURIComponent(ticket)}`, {
        headers: lastId === '' ? {} : { 'Last-Event-ID': lastId },
        signal,
        cache: 'no-store',
      });
      if (!response.ok || response.body === null) return;
      onBegin();
      onOpen(lastId === '');
      const parser = new SseParser();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        clearTimeout(silence);
        silence = setTimeout(() => attempt.abort(), SILENCE_MS);
        liveStore.send({ type: 'heard', at: Date.now() });
        const events = parser.push(value);
        lastId = parser.lastId || lastId;
        if (events.length > 0) onEvents(events);
      }
    } finally {
      clearTimeout(silence);
      attempt.abort();
    }
  }

  void follow();
  return () => {
    stopping.abort();
    liveStore.send({ type: 'stopped' });
  };
}

/** Waits, but not when the device comes back online or the page is left. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
