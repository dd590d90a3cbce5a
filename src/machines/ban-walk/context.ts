import type { BanTime } from '../../domain/time/ban-time.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { EventRefused } from '../refusal.ts';

/** A player: the one to be banned, or the admin. */
export interface Person {
  readonly uuid: Uuid;
  readonly name: string;
}

export interface BanWalkInput {
  /** The admin who bans. */
  readonly by: Person;
}

/** The input of `banPlayer`: everything that was chosen. */
export interface BanOrder extends BanWalkInput {
  readonly player: Person;
  readonly time: BanTime;
  readonly reason: string;
}

export interface BanWalkContext extends BanWalkInput {
  readonly player: Person | null;
  readonly time: BanTime | null;
  readonly reason: string | null;
  /** The page of the list that is shown, from 0. */
  readonly page: number;
  /** Why the last attempt failed; empty if none did. */
  readonly failure: string;
}

export type BanWalkEmitted = EventRefused;

/** Whether the player was banned in the end. */
export interface BanWalkOutcome {
  readonly banned: boolean;
}

/** The context of a walk that has just begun. */
export function initialContext({ by }: BanWalkInput): BanWalkContext {
  return { by, player: null, time: null, reason: null, page: 0, failure: '' };
}

/** The order, or null while part of it is not chosen. */
export function orderOf({ by, player, time, reason }: BanWalkContext): BanOrder | null {
  return player === null || time === null || reason === null ? null : { by, player, time, reason };
}

/** The message of a failure; never empty, because an empty message means that there was none. */
export function failureOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message === '' ? 'The ban could not be set' : message;
}
