import type { AnyStore, SnapshotFromStore } from '@xstate/store';
import { useCallback, useSyncExternalStore } from 'react';

/** A part of what a store holds; the component renders again when that part changes. `select` must answer what the store holds, not a copy. */
export function useStore<S extends AnyStore, T>(
  store: S,
  select: (context: SnapshotFromStore<S>['context']) => T,
): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = store.subscribe(listener);
      return () => subscription.unsubscribe();
    },
    [store],
  );
  return useSyncExternalStore(subscribe, () => select(store.getSnapshot().context));
}
