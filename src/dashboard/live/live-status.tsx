import { useSyncExternalStore } from 'react';
import { clockTime, relativeTime } from '../ui/time/time-text.ts';
import { useNow } from '../ui/time/use-now.ts';
import { useStore } from '../ui/use-store.ts';
import { liveStore } from './live-store.ts';
import css from './live-status.module.css';

const LABELS = { connecting: 'Connecting', live: 'Live', behind: 'Disconnected' } as const;

/** Says in one word how up to date the page is. */
export function LiveBadge() {
  const state = useStore(liveStore, (live) => live.state);
  return (
    <span className={css.badge} data-state={state} role="status">
      <span className={css.dot} aria-hidden="true" />
      {LABELS[state]}
    </span>
  );
}

/** Says that the page shows old data, and how old. Nothing while the page is live. */
export function StaleNotice() {
  const state = useStore(liveStore, (live) => live.state);
  const receivedAt = useStore(liveStore, (live) => live.receivedAt);
  const online = useOnline();
  if (state !== 'behind') return null;
  return (
    <div className={css.notice} role="alert">
      <strong>{online ? 'The connection is lost.' : 'This device is offline.'}</strong>{' '}
      {receivedAt === 0 ? 'What you see may be out of date.' : <AsOf at={receivedAt} />} Reconnecting…
    </div>
  );
}

function AsOf({ at }: { readonly at: number }) {
  const now = useNow(5000);
  return (
    <>
      What you see is from {clockTime(at)} ({relativeTime(at, now)}).
    </>
  );
}

function useOnline(): boolean {
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
