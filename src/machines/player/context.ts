import type { Ban, BanAuthor } from '../../domain/ban.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { CommandDone, CommandRejected, EventRefused, RequestId } from '../refusal.ts';
import type { BanDraft, PlayerEvent, Presence, Successor } from './events.ts';

export interface PlayerInput {
  readonly uuid: Uuid;
  readonly name: string;
  /** The ban that holds when the actor starts. */
  readonly ban: Ban | null;
}

export interface PlayerContext {
  readonly uuid: Uuid;
  readonly name: string;
  readonly presence: Presence | null;
  readonly ban: Ban | null;
  readonly command: BanCommand | null;
}

/** The write that is running; until it ends, no other command on this player starts. */
export type BanCommand =
  | { readonly kind: 'ban'; readonly requestId: RequestId; readonly draft: BanDraft; readonly by: BanAuthor }
  | { readonly kind: 'lift'; readonly requestId: RequestId; readonly at: number; readonly by: BanAuthor };

export type PlayerEmitted =
  | { type: 'player.joined'; name: string; presence: Presence }
  | { type: 'player.switched'; from: string | null; presence: Presence }
  | { type: 'player.passed'; presence: Presence }
  | { type: 'player.left'; presence: Presence }
  | { type: 'player.refused'; name: string; presence: Presence }
  | { type: 'player.banned'; ban: Ban }
  | { type: 'player.unbanned'; ban: Ban }
  | { type: 'player.banExpired'; ban: Ban }
  | CommandDone<Ban>
  | CommandRejected
  | EventRefused;

/** The context of a player who is offline. */
export function initialContext(input: PlayerInput): PlayerContext {
  return { uuid: input.uuid, name: input.name, presence: null, ban: input.ban, command: null };
}

/** Why a command was refused that the current state does not handle. */
export function refusalCode(event: PlayerEvent): ErrorCode {
  return event.type === 'ban.request' || event.type === 'ban.replace'
    ? 'player_already_banned'
    : 'player_not_banned';
}

/** What is announced when a player comes online. */
export function joined(event: PlayerEvent): PlayerEmitted {
  const { name, presence } = joinOf(event);
  return { type: 'player.joined', name, presence };
}

/** What is announced when a banned player appears on a proxy. */
export function refused(event: PlayerEvent): PlayerEmitted {
  const { name, presence } = joinOf(event);
  return { type: 'player.refused', name, presence };
}

/** What is announced when an online player changes the server; null for none that is known. */
export function switched(context: PlayerContext, server: string | null): PlayerEmitted {
  const presence = presenceOf(context);
  return { type: 'player.switched', from: presence.server, presence: { ...presence, server } };
}

/** What is announced when the session of an online player goes on by another agent. */
export function passed(context: PlayerContext, { lease, claim }: Successor): PlayerEmitted {
  return { type: 'player.passed', presence: { ...presenceOf(context), lease, claim } };
}

/** What is announced when an online player goes offline. */
export function left(context: PlayerContext): PlayerEmitted {
  return { type: 'player.left', presence: presenceOf(context) };
}

/** What is announced when the time of a ban is over; throws where there is none. */
export function expired(context: PlayerContext): PlayerEmitted {
  if (context.ban === null) throw new Error('a player without a ban is in a banned state');
  return { type: 'player.banExpired', ban: { ...context.ban, active: false } };
}

/** What the actor that writes a ban needs; throws without a ban command. */
export function banInput(context: PlayerContext): { draft: BanDraft; by: BanAuthor } {
  if (context.command?.kind !== 'ban') throw new Error('banning without a command');
  return { draft: context.command.draft, by: context.command.by };
}

/** What the actor that lifts a ban needs; throws without a lift command. */
export function liftInput(context: PlayerContext): { uuid: Uuid; at: number; by: BanAuthor } {
  if (context.command?.kind !== 'lift') throw new Error('lifting without a command');
  return { uuid: context.uuid, at: context.command.at, by: context.command.by };
}

/** Answers the command under way with the ban that was written. */
export function done(context: PlayerContext, result: Ban): PlayerEmitted {
  return { type: 'command.done', requestId: requestOf(context), result };
}

/** Answers the command under way with `storage_unavailable`. */
export function failed(context: PlayerContext, cause: unknown): PlayerEmitted {
  return { type: 'command.rejected', requestId: requestOf(context), code: 'storage_unavailable', cause };
}

function joinOf(event: PlayerEvent): Extract<PlayerEvent, { type: 'presence.join' }> {
  if (event.type !== 'presence.join') throw new Error(`${event.type} is not a join`);
  return event;
}

function presenceOf(context: PlayerContext): Presence {
  if (context.presence === null) throw new Error('an online player without presence');
  return context.presence;
}

function requestOf(context: PlayerContext): RequestId {
  if (context.command === null) throw new Error('an outcome without a command');
  return context.command.requestId;
}
