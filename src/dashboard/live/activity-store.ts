import { createStore } from '@xstate/store';
import type { Api } from '../api/schema.ts';

type ServerState = Api['POST /api/servers/{name}/ping']['reply']['state'];

/** A player who joined. */
export interface Arrival {
  readonly uuid: string;
  readonly name: string;
  readonly server: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A server that changed its state in a restart. */
export interface ServerChange {
  readonly name: string;
  readonly state: ServerState;
  readonly at: number;
}

const MAX_KEPT = 40;

/** What has happened since the page was opened, newest first. */
export const activityStore = createStore({
  context: {
    arrivals: [] as readonly Arrival[],
    restarts: [] as readonly ServerChange[],
  },
  on: {
    arrived: (context, { arrivals }: { arrivals: readonly Arrival[] }) => ({
      ...context,
      arrivals: [...arrivals.toReversed(), ...context.arrivals].slice(0, MAX_KEPT),
    }),
    serverChanged: (context, { change }: { change: ServerChange }) => ({
      ...context,
      restarts: [change, ...context.restarts].slice(0, MAX_KEPT),
    }),
    cleared: () => ({ arrivals: [], restarts: [] }),
  },
});
