import { createStore } from '@xstate/store';

interface Freshness {
  /** `behind`: what the page shows is of the past, and it tries to catch up. */
  readonly state: 'connecting' | 'live' | 'behind';
  /** When something last came, in epoch milliseconds; 0 for never. */
  readonly heardAt: number;
}

const UNKNOWN: Freshness = { state: 'connecting', heardAt: 0 };

/** How fresh the page is. */
export const liveStore = createStore({
  context: UNKNOWN,
  on: {
    /** Something came, if only a heartbeat. */
    heard: (_, event: { at: number }): Freshness => ({ state: 'live', heardAt: event.at }),
    lost: ({ heardAt }): Freshness => ({ state: 'behind', heardAt }),
    stopped: (): Freshness => UNKNOWN,
  },
});
