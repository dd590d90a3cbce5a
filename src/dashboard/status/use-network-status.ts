import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { proxyQuery, statusQuery } from '../api/queries.ts';
import { liveStore } from '../live/live-store.ts';
import { sinceTime } from '../ui/time/time-text.ts';
import { useNow } from '../ui/time/use-now.ts';
import { useStore } from '../ui/use-store.ts';
import { type KnownOfNetwork, statusSentence, type StatusSentence } from './status-sentence.ts';

const MINUTE_MS = 60_000;

/** What the page knows of the network now. */
export function useKnownOfNetwork(): KnownOfNetwork {
  const connection = useStore(liveStore, ({ state }) => state);
  const lostAt = useStore(liveStore, (live) => live.lostAt);
  // Only where it matters: on a busy network it changes many times a second.
  const receivedAt = useStore(liveStore, (live) => (live.state === 'behind' ? live.receivedAt : 0));
  const isDeviceOnline = useDeviceOnline();
  const { data: proxy } = useQuery(proxyQuery);
  const { data: status } = useQuery(statusQuery);
  return { connection, receivedAt, lostAt, isDeviceOnline, proxy, status };
}

/** Whether no proxy is connected: who is online is then what the last one said, and soon nobody. */
export function useHasNoProxy(): boolean {
  const { data } = useQuery({ ...statusQuery, select: ({ proxies }) => proxies.connected === 0 });
  return data ?? false;
}

/** The state of the network in one sentence, with times in the viewer's time zone. */
export function useStatusSentence(): StatusSentence {
  const known = useKnownOfNetwork();
  // A time of today has no date; tomorrow it has.
  const now = useNow(MINUTE_MS);
  return statusSentence(known, (at) => sinceTime(at, now));
}

function useDeviceOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('online', listener);
      window.addEventListener('offline', listener);
      return () => {
        window.removeEventListener('online', listener);
        window.removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
  );
}
