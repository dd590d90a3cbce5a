import { createStore } from '@xstate/store';

interface Freshness {
  /** `behind`: the connection is lost and the page shows old data. */
  readonly state: 'connecting' | 'live' | 'behind';
  /** When something last arrived, in epoch milliseconds; 0 for never. */
  readonly receivedAt: number;
  /** When the connection was last found to be lost, in epoch milliseconds; 0 for never. */
  readonly lostAt: number;
}

const UNKNOWN: Freshness = { state: 'connecting', receivedAt: 0, lostAt: 0 };

/** How up to date the page is. */
export const liveStore = createStore({
  context: UNKNOWN,
  on: {
    /** Something arrived, if only a heartbeat. */
    received: (_, event: { at: number }): Freshness => ({ state: 'live', receivedAt: event.at, lostAt: 0 }),
    /** Also when a further attempt failed. */
    lost: ({ receivedAt, lostAt }, event: { at: number }): Freshness => ({
      state: 'behind',
      receivedAt,
      lostAt: lostAt || event.at,
    }),
    stopped: (): Freshness => UNKNOWN,
  },
});
