import { createStore } from '@xstate/store';

const KEY = 'portcullis.preferences';

interface Preferences {
  readonly serversAs: 'table' | 'cards';
}

/** Display preferences, kept in this browser. */
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
  const stored = localStorage.getItem(KEY) ?? '';
  return { serversAs: stored.includes('"cards"') ? 'cards' : 'table' };
}
