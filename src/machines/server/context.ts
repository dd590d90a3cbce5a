import type { StateValue } from 'xstate';
import type { ReportedState, ServerState } from '../../domain/server.ts';
import type { CommandDone, CommandRejected, EventRefused } from '../refusal.ts';

export interface ServerInput {
  readonly name: string;
}

export interface ServerContext {
  readonly name: string;
  /** The state that the server last reported; a cancelled reboot returns to it. */
  readonly reported: ReportedState;
  /** While restarting: whether the old process has stopped, so that reports come from the new one. */
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

/** The public state of a server for a state of its machine. */
export function serverStateOf(value: StateValue): ServerState {
  const leaf = typeof value === 'string' ? value : value['online'];
  return (typeof leaf === 'string' ? STATES[leaf] : undefined) ?? 'OFFLINE';
}
