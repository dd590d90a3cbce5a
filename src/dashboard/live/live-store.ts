import { createStore } from '@xstate/store';

interface Freshness {
  /** `behind`: the connection is lost and the page shows old data. */
  readonly state: 'connecting' | 'live' | 'behind';
  /** When something last arrived, in epoch milliseconds; 0 for never. */
  readonly receivedAt: number;
}

const UNKNOWN: Freshness = { state: 'connecting', receivedAt: 0 };

/** How up to date the page is. */
export const liveStore = createStore({
  context: UNKNOWN,
  on: {
    /** Something arrived, if only a heartbeat. */
    received: (_, event: { at: number }): Freshness => ({ state: 'live', receivedAt: event.at }),
    lost: ({ receivedAt }): Freshness => ({ state: 'behind', receivedAt }),
    stopped: (): Freshness => UNKNOWN,
  },
});
