import type { EventRefused } from '../refusal.ts';

export interface LinkInput {
  readonly role: 'proxy' | 'backend';
  readonly name: string;
  readonly platform: string;
  /** Start of the agent's process; a lease belongs to (name, epoch). */
  readonly epoch: number;
}

export type LinkContext = LinkInput;

export type LinkEmitted =
  /** The agent greeted but never said its whole truth. */
  | { type: 'link.overdue' }
  /** The grace is over, or a newer process took the name: what the agent vouched for is no longer true. */
  | { type: 'link.closed'; why: 'expired' | 'replaced' }
  | EventRefused;
