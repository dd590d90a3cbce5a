import type { StateValue } from 'xstate';
import type { ReportedState, ServerState } from '../../domain/server.ts';
import type { CommandDone, CommandRejected, EventRefused } from '../refusal.ts';

export interface ServerInput {
  readonly name: string;
}

export interface ServerContext {
  readonly name: string;
  /** What the server last said of itself; where a called-off reboot returns to. */
  readonly reported: ReportedState;
  /** While restarting: the old process is known to be gone, so reports come from the new one. */
  readonly gone: boolean;
}

export type ServerEmitted = CommandDone<null> | CommandRejected | EventRefused;

const STATES: Readonly<Record<string, ServerState>> = {
  offline: 'OFFLINE',
  starting: 'STARTING',
  idle: 'IDLE',
  waiting: 'WAITING',
  running: 'RUNNING',
  ending: 'ENDING',
  draining: 'DRAINING',
  restarting: 'RESTARTING',
  removed: 'OFFLINE',
};

/** The public word for where the machine stands. */
export function serverStateOf(value: StateValue): ServerState {
  const leaf = typeof value === 'string' ? value : value['online'];
  return (typeof leaf === 'string' ? STATES[leaf] : undefined) ?? 'OFFLINE';
}
