import type { Uuid } from '../domain/uuid.ts';

/** A player as both the network and the game server know them. */
export interface PlayerRef {
  readonly uuid: Uuid;
  readonly name: string;
}

/**
 * What can be done to a game server or proxy from outside, by whichever door it has. Every method rejects with AppError
 * `platform_unavailable` when the server does not answer in time, and none waits without end. Texts may have colours
 * (`parseText`); what somebody else wrote in them is escaped by who puts it there.
 */
export interface ServerManagement {
  /** Sends a player away with these words; resolves false when the player is not there. */
  kick(player: PlayerRef, message: string): Promise<boolean>;
  /** Speaks to one player or to everybody. */
  message(target: PlayerRef | 'all', text: string): Promise<void>;
  /** Writes the world to disk. */
  save(): Promise<void>;
  /** Ends the server's process; resolves once the server has taken it on. */
  stop(): Promise<void>;
  /** Everybody on the server. */
  players(): Promise<PlayerRef[]>;
  /** Lets go of the connection; later calls reject. */
  close(): Promise<void>;
}

/** A server that answers, as a door found it. */
export interface Sighting {
  /** Everybody on it. */
  readonly players: readonly PlayerRef[];
  /** How many it lets in, where the door tells. */
  readonly maxPlayers: number | undefined;
}

/** Told by a door what it sees of its server. */
export interface ServerWatcher {
  /** The server is up and this is the whole truth of it; told after every connection and again at any time. */
  seen(sighting: Sighting): void;
  joined(player: PlayerRef): void;
  left(player: PlayerRef): void;
  /** The server does not answer, has not started yet or is stopping. Told once for each time it goes away. */
  gone(): void;
}
