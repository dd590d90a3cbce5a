import type { BanTime } from '../../domain/time/ban-time.ts';
import type { Person } from './context.ts';

export type BanWalkEvent =
  | { type: 'walk.player'; player: Person }
  | { type: 'walk.time'; time: BanTime }
  | { type: 'walk.reason'; reason: string }
  | { type: 'walk.confirm' }
  | { type: 'walk.back' }
  | { type: 'walk.cancel' }
  | { type: 'walk.page'; page: number };

/** Every type of event that this machine is sent. A fixed list, because XState keeps every type it has seen in memory. */
export const BAN_WALK_EVENT_TYPES = [
  'walk.player',
  'walk.time',
  'walk.reason',
  'walk.confirm',
  'walk.back',
  'walk.cancel',
  'walk.page',
] as const satisfies readonly BanWalkEvent['type'][];
