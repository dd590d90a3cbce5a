import { expire, loginNumber } from '../session/session-store.ts';
import { followStream } from './follow-stream.ts';
import type { StreamWord } from './shared-stream.ts';
import type { StreamListener, StreamOptions } from './stream-reader.ts';
import type { TabWord } from './stream-worker.ts';

/** The worker says within 35 s that the stream is silent: one that is silent itself is gone. */
const SILENCE_MS = 60_000;

/**
 * Follows the events of the network until the returned function is called: by the one stream of all tabs, or by an own one
 * in browsers that have no shared workers, and where the worker could not be loaded.
 */
export function followEvents(listener: StreamListener, options: StreamOptions): () => void {
  if (typeof SharedWorker === 'undefined') return followStream('/api/events', listener, options);
  const login = loginNumber();
  const away = new AbortController();
  const { signal } = away;
  let leave: (() => void) | undefined;
  const stop = () => {
    leave?.();
    leave = undefined;
  };
  const start = () => {
    leave ??= joinWorker({
      hear: (word) => {
        if (word.type === 'open') listener.onOpen(word.gap);
        else if (word.type === 'broken') listener.onBreak(word.status);
        else if (word.type === 'received') {
          listener.onData?.(word.events);
          if (word.events.length > 0) listener.onEvents(word.events);
        } else {
          expire(login);
          listener.onSignedOut?.();
        }
      },
      lost: () => {
        listener.onBreak(0);
        stop();
        start();
      },
      failed: () => {
        stop();
        leave = followStream('/api/events', listener, options);
      },
    });
  };
  start();
  // A tab that is gone, kept for the way back or frozen takes no words, which would pile up.
  for (const [target, end, again] of [
    [window, 'pagehide', 'pageshow'],
    [document, 'freeze', 'resume'],
  ] as const) {
    target.addEventListener(end, stop, { signal });
    target.addEventListener(again, start, { signal });
  }
  return () => {
    away.abort();
    stop();
  };
}

interface WorkerListener {
  readonly hear: (word: StreamWord) => void;
  /** The worker is gone. */
  readonly lost: () => void;
  /** The worker could not be loaded. */
  readonly failed: () => void;
}

function joinWorker({ hear, lost, failed }: WorkerListener): () => void {
  const worker = new SharedWorker(new URL('./stream-worker.ts', import.meta.url), { type: 'module' });
  const { port } = worker;
  const joined = new AbortController();
  const { signal } = joined;
  let silence = setTimeout(lost, SILENCE_MS);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no other origin than its own
  const say = (word: TabWord) => port.postMessage(word);
  worker.addEventListener('error', failed, { signal });
  port.addEventListener(
    'message',
    ({ data }: MessageEvent<StreamWord>) => {
      clearTimeout(silence);
      silence = setTimeout(lost, SILENCE_MS);
      hear(data);
    },
    { signal },
  );
  port.start();
  window.addEventListener('online', () => say('online'), { signal });
  return () => {
    joined.abort();
    clearTimeout(silence);
    say('leave');
    port.close();
  };
}
