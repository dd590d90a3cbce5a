import type { AnyStore, SnapshotFromStore } from '@xstate/store';
import { useCallback, useSyncExternalStore } from 'react';

/** Selects from a store; the component renders again when the selection changes. `select` must not create new objects. */
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
