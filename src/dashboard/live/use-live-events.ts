import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activityStore } from './activity-store.ts';
import { applyEvents } from './apply-events.ts';
import { followEvents } from './event-stream.ts';
import { RefreshQueue } from './refresh-queue.ts';
import type { ServerSentEvent } from './sse-parser.ts';

/** Eyes see no more than a few changes a second, and a busy network has hundreds. */
const BATCH_MS = 200;
/** Enough for minutes of a busy network; a page that slept longer asks for everything again. */
const HELD_AT_MOST = 20_000;

/** Keeps all that the page knows fresh for as long as this token holds. */
export function useLiveEvents(token: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (token === '') return undefined;
    const refresh = new RefreshQueue((key) => void client.invalidateQueries({ queryKey: key }));
    let held: ServerSentEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      const events = held;
      held = [];
      applyEvents(client, events, Date.now(), (key) => refresh.ask(key));
    };
    const stop = followEvents({
      onOpen: (gap) => {
        if (gap) void client.invalidateQueries();
      },
      onEvents: (events) => {
        held.push(...events);
        if (held.length > HELD_AT_MOST) {
          held = [];
          void client.invalidateQueries();
        }
        timer ??= setTimeout(flush, BATCH_MS);
      },
    });
    return () => {
      stop();
      clearTimeout(timer);
      refresh.close();
      activityStore.send({ type: 'forgotten' });
    };
  }, [client, token]);
}
