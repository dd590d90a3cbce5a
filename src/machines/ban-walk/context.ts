import type { BanTime } from '../../domain/time/ban-time.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { EventRefused } from '../refusal.ts';

/** Somebody the walk is about, or who takes it. */
export interface Person {
  readonly uuid: Uuid;
  readonly name: string;
}

export interface BanWalkInput {
  /** Who bans. */
  readonly by: Person;
}

/** What `banPlayer` is asked to do, when everything is chosen. */
export interface BanOrder extends BanWalkInput {
  readonly player: Person;
  readonly time: BanTime;
  readonly reason: string;
}

export interface BanWalkContext extends BanWalkInput {
  readonly player: Person | null;
  readonly time: BanTime | null;
  readonly reason: string | null;
  /** Of the list that is shown now, from 0. */
  readonly page: number;
  /** Why the last try did not ban; empty while none failed. */
  readonly failure: string;
}

export type BanWalkEmitted = EventRefused;

/** How the walk ended. */
export interface BanWalkOutcome {
  readonly banned: boolean;
}

export function beginWalk({ by }: BanWalkInput): BanWalkContext {
  return { by, player: null, time: null, reason: null, page: 0, failure: '' };
}

/** The whole order, or null while something is not chosen. */
export function orderOf({ by, player, time, reason }: BanWalkContext): BanOrder | null {
  return player === null || time === null || reason === null ? null : { by, player, time, reason };
}

/** The words of a failure; never empty, because an empty one stands for none. */
export function failureOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message === '' ? 'The ban could not be set' : message;
}
