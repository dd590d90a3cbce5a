import type { Server } from '../api/schema.ts';
import { Badge, type Tone } from '../ui/badge.tsx';

export type ServerState = Server['state'];

/** In the order in which they matter to somebody who watches. */
export const STATES: readonly { readonly state: ServerState; readonly word: string; readonly tone: Tone }[] =
  [
    { state: 'RUNNING', word: 'Running', tone: 'green' },
    { state: 'WAITING', word: 'Waiting', tone: 'blue' },
    { state: 'IDLE', word: 'Idle', tone: 'blue' },
    { state: 'ENDING', word: 'Ending', tone: 'blue' },
    { state: 'STARTING', word: 'Starting', tone: 'amber' },
    { state: 'DRAINING', word: 'Draining', tone: 'amber' },
    { state: 'RESTARTING', word: 'Restarting', tone: 'amber' },
    { state: 'OFFLINE', word: 'Offline', tone: 'red' },
  ];

export function wordOf(state: ServerState): string {
  return STATES.find((it) => it.state === state)?.word ?? state;
}

export function StateBadge({ state }: { readonly state: ServerState }) {
  return <Badge tone={STATES.find((it) => it.state === state)?.tone ?? 'grey'}>{wordOf(state)}</Badge>;
}
