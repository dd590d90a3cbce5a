import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { Presence } from '../../machines/player/events.ts';

/** An online player as lists show them. One object for each, changed in place: copies would cost 50 ms at 100 000. */
export interface OnlineEntry {
  readonly uuid: Uuid;
  readonly name: string;
  readonly folded: string;
  /** That of the newest of their sessions, for the next ban; empty where the proxy says none. */
  ip: string;
  /** Of the agent that vouches for the session: another may from now on (docs/decisions/0154). */
  lease: string;
  /** Epoch seconds, floored, so that all playtimes change at the same moment and a body is good for a whole second. */
  readonly joinedSecond: number;
  readonly joinedAt: number;
  /** What the client sent where that is another uuid: null for none; undefined where it sent this one. */
  claim: Uuid | null | undefined;
  server: string | null;
  /**
   * Playtime of earlier sessions in seconds; 0 until the row is read. Negative when less of this session was counted than it
   * lasts, because the coordinator or the player's proxy was away meanwhile.
   */
  base: number;
  /** Epoch milliseconds of the first connection; 0 until the row is read or made. */
  firstConnection: number;
  /** The parts of the player's JSON that do not change with time, kept after the first read; null when they changed. */
  text: OnlineText | null;
}

/** The parts of an online player's JSON around the times that change every second. */
export interface OnlineText {
  readonly head: string;
  readonly dates: string;
}

/** The entry of a player who comes online; what the database knows of them is filled in later. */
export function makeEntry(uuid: Uuid, name: string, presence: Presence): OnlineEntry {
  return {
    uuid,
    name,
    folded: foldName(name),
    ip: presence.ip,
    lease: presence.lease,
    joinedAt: presence.joinedAt,
    joinedSecond: Math.floor(presence.joinedAt / 1000),
    claim: presence.claim,
    server: presence.server,
    base: 0,
    firstConnection: 0,
    text: null,
  };
}

/** Seconds of this session at `now`; not negative, even when the clock was put back. */
export function onlineSeconds(entry: OnlineEntry, now: number): number {
  return Math.max(0, Math.floor(now / 1000) - entry.joinedSecond);
}

/** Playtime in seconds at `now` as it was counted, this session included. */
export function countedSeconds(entry: OnlineEntry, now: number): number {
  return entry.base + onlineSeconds(entry, now);
}

/** Playtime in seconds of the sessions before this one, as it is shown. */
export function earlierSeconds({ base }: OnlineEntry): number {
  return Math.max(0, base);
}

/** Playtime in seconds at `now` as it is shown: never less than this session, which is shown beside it. */
export function totalSeconds(entry: OnlineEntry, now: number): number {
  return earlierSeconds(entry) + onlineSeconds(entry, now);
}
