import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { serverClock } from '../ui/time/server-clock.ts';
import { activityStore } from './activity-store.ts';
import { applyEvents } from './apply-events.ts';
import { followEvents } from './follow-events.ts';
import { liveStore } from './live-store.ts';
import { RefreshQueue } from './refresh-queue.ts';
import type { ServerSentEvent } from './sse-parser.ts';

/** Events are applied in batches: a busy network has hundreds a second, and nobody sees more than a few changes. */
const BATCH_MS = 200;
const MAX_WAIT_MS = 15_000;
/** Minutes of a busy network. A page that was suspended for longer loads everything again. */
const MAX_HELD_EVENTS = 20_000;

/** Keeps the data of the page up to date for as long as this login lasts; 0 while there is none. */
export function useLiveEvents(login: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (login === 0) return undefined;
    const refresh = new RefreshQueue((key) => void client.invalidateQueries({ queryKey: key }));
    let held: ServerSentEvent[] = [];
    let hasOpened = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      const events = held;
      held = [];
      applyEvents(client, events, serverClock.now(), (key) => refresh.request(key));
    };
    const stop = followEvents(
      {
        onOpen: (gap) => {
          if (gap) void client.invalidateQueries();
          // What was answered before the stream was open may lack what happened in between.
          else if (!hasOpened)
            void client.invalidateQueries({ predicate: ({ state }) => state.data !== undefined });
          hasOpened = true;
        },
        onData: () => liveStore.send({ type: 'received', at: serverClock.now() }),
        onEvents: (events) => {
          held.push(...events);
          if (held.length > MAX_HELD_EVENTS) {
            held = [];
            void client.invalidateQueries();
          }
          timer ??= setTimeout(flush, BATCH_MS);
        },
        onBreak: () => {
          liveStore.send({ type: 'lost', at: serverClock.now() });
          return true;
        },
      },
      { maxWaitMs: MAX_WAIT_MS },
    );
    return () => {
      stop();
      liveStore.send({ type: 'stopped' });
      clearTimeout(timer);
      refresh.close();
      activityStore.send({ type: 'cleared' });
    };
  }, [client, login]);
}
