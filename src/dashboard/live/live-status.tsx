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
