import type { EventRefused } from '../refusal.ts';

export interface LinkInput {
  readonly role: 'proxy' | 'backend';
  readonly name: string;
  readonly platform: string;
  /** The start of the agent's process in epoch milliseconds; a lease belongs to a name and an epoch. */
  readonly epoch: number;
}

export type LinkContext = LinkInput;

export type LinkEmitted =
  /** The agent said hello but did not send its full state in time. */
  | { type: 'link.overdue' }
  /** The grace is over, or a newer process has the name: what the agent reported no longer holds. */
  | { type: 'link.closed'; why: 'expired' | 'replaced' }
  | EventRefused;
