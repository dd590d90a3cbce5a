import type { Server } from '../api/schema.ts';
import { Badge, type Tone } from '../ui/badge.tsx';

export type ServerState = Server['state'];

/** All states of a server, the most interesting ones first. */
export const SERVER_STATES: readonly {
  readonly state: ServerState;
  readonly label: string;
  readonly tone: Tone;
}[] = [
  { state: 'RUNNING', label: 'Running', tone: 'green' },
  { state: 'WAITING', label: 'Waiting', tone: 'blue' },
  { state: 'IDLE', label: 'Idle', tone: 'blue' },
  { state: 'ENDING', label: 'Ending', tone: 'blue' },
  { state: 'STARTING', label: 'Starting', tone: 'amber' },
  { state: 'DRAINING', label: 'Draining', tone: 'amber' },
  { state: 'RESTARTING', label: 'Restarting', tone: 'amber' },
  { state: 'OFFLINE', label: 'Offline', tone: 'red' },
];

/** A state as people read it. */
export function stateLabel(state: ServerState): string {
  return SERVER_STATES.find((it) => it.state === state)?.label ?? state;
}

interface StateBadgeProps {
  readonly state: ServerState;
  /** It was in this state when its connection was lost. */
  readonly isLost?: boolean;
}

/** The state of a server as a coloured label. */
export function StateBadge({ state, isLost = false }: StateBadgeProps) {
  if (isLost) {
    return (
      <Badge tone="grey">
        <abbr title={`${stateLabel(state)} when its connection was lost`}>Lost</abbr>
      </Badge>
    );
  }
  return (
    <Badge tone={SERVER_STATES.find((it) => it.state === state)?.tone ?? 'grey'}>{stateLabel(state)}</Badge>
  );
}
