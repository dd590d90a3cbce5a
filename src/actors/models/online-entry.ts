import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { Presence } from '../../machines/player/events.ts';

/** An online player as lists show them. One object a player, mutated in place: a spread record would cost 50 ms at 100 000. */
export interface OnlineEntry {
  readonly uuid: Uuid;
  readonly name: string;
  readonly folded: string;
  readonly ip: string;
  readonly lease: string;
  /** Epoch seconds, floored: so that all playtimes tick on the same second and a body holds for a whole one. */
  readonly joinedSecond: number;
  readonly joinedAt: number;
  server: string | null;
  /** Playtime of earlier sessions in seconds; 0 until the row is read. */
  base: number;
  /** Epoch milliseconds of the first connection; 0 until the row is read or made. */
  firstConnection: number;
  /** The parts of the player's JSON that do not tick, kept once somebody has looked; null when they changed. */
  text: OnlineText | null;
}

/** What stands before, between and behind the ticking times in an online player's JSON. */
export interface OnlineText {
  readonly head: string;
  readonly dates: string;
}

export function makeEntry(uuid: Uuid, name: string, presence: Presence): OnlineEntry {
  return {
    uuid,
    name,
    folded: foldName(name),
    ip: presence.ip,
    lease: presence.lease,
    joinedAt: presence.joinedAt,
    joinedSecond: Math.floor(presence.joinedAt / 1000),
    server: presence.server,
    base: 0,
    firstConnection: 0,
    text: null,
  };
}

/** Seconds of this session at `now`; a clock that went backwards makes no negative time. */
export function onlineSeconds(entry: OnlineEntry, now: number): number {
  return Math.max(0, Math.floor(now / 1000) - entry.joinedSecond);
}

export function totalSeconds(entry: OnlineEntry, now: number): number {
  return entry.base + onlineSeconds(entry, now);
}
