import type { BanAuthor, NewBan } from '../../domain/ban.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { RequestId } from '../refusal.ts';

/** The session on a proxy by which a player is online. Times are epoch milliseconds. */
export interface Presence {
  /** The lease of the proxy that reported the player: `name#epoch`. */
  readonly lease: string;
  readonly ip: string;
  /** null until the player is on a server. */
  readonly server: string | null;
  readonly joinedAt: number;
  /** What the client sent where that is another uuid: null for none. Absent where it sent this one, or nobody tells. */
  readonly claim?: Uuid | null | undefined;
}

/** By what a session goes on that another agent vouches for from now on. */
export type Successor = Pick<Presence, 'lease' | 'claim'>;

/** A ban as requested; storage adds the count. */
export type BanDraft = NewBan;

export type PlayerEvent =
  | { type: 'presence.admit' }
  | { type: 'presence.forget' }
  | { type: 'presence.join'; name: string; presence: Presence }
  | { type: 'presence.switch'; server: string | null }
  | { type: 'presence.lost' }
  | { type: 'presence.resume' }
  | { type: 'presence.pass'; presence: Successor }
  | { type: 'presence.leave' }
  | { type: 'ban.request'; requestId: RequestId; draft: BanDraft; by: BanAuthor }
  | { type: 'ban.replace'; requestId: RequestId; draft: BanDraft; by: BanAuthor }
  | { type: 'ban.lift'; requestId: RequestId; at: number; by: BanAuthor }
  | { type: 'ban.expired' };

/** Every type of event that this machine is sent. A fixed list, because XState keeps every type it has seen in memory. */
export const PLAYER_EVENT_TYPES = [
  'presence.admit',
  'presence.forget',
  'presence.join',
  'presence.switch',
  'presence.lost',
  'presence.resume',
  'presence.pass',
  'presence.leave',
  'ban.request',
  'ban.replace',
  'ban.lift',
  'ban.expired',
] as const satisfies readonly PlayerEvent['type'][];
