import { createStore } from '@xstate/store';

const KEY = 'portcullis.preferences';

interface Preferences {
  readonly serversAs: 'table' | 'cards';
}

/** What this browser remembers of how its viewer likes things. */
export const preferencesStore = createStore({
  context: readPreferences(),
  on: {
    serversShown: (context, { as }: { as: Preferences['serversAs'] }) => ({ ...context, serversAs: as }),
  },
});

preferencesStore.subscribe(({ context }) => {
  localStorage.setItem(KEY, JSON.stringify(context));
});

function readPreferences(): Preferences {
  const kept = localStorage.getItem(KEY) ?? '';
  return { serversAs: kept.includes('"cards"') ? 'cards' : 'table' };
}
