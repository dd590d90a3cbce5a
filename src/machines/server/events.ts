import type { ReportedState } from '../../domain/server.ts';
import type { RequestId } from '../refusal.ts';

export type ServerEvent =
  | { type: 'server.report'; state: ReportedState }
  | { type: 'server.lost' }
  | { type: 'server.drain'; requestId: RequestId }
  | { type: 'server.restart' }
  | { type: 'server.resume' }
  | { type: 'server.remove' };

/** Every type of event that this machine is sent. A fixed list, because XState keeps every type it has seen in memory. */
export const SERVER_EVENT_TYPES = [
  'server.report',
  'server.lost',
  'server.drain',
  'server.restart',
  'server.resume',
  'server.remove',
] as const satisfies readonly ServerEvent['type'][];
