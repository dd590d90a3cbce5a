import { AppError } from '../domain/errors.ts';
import type { Uuid } from '../domain/uuid.ts';

/** A player as both the network and the game server know them. */
export interface PlayerRef {
  readonly uuid: Uuid;
  readonly name: string;
  /** The server told the name only, and the uuid is what the network has for it: it proves nothing. */
  readonly isByName?: boolean;
}

/**
 * Whom a server is asked to kick or to write to: by the uuid where there is one, else by the name. Without a uuid for those
 * of whom only the name is proved: by a uuid that was claimed, the player whose it is would be kicked.
 */
export type PlayerTarget = Pick<PlayerRef, 'name'> & Partial<PlayerRef>;

/**
 * What can be done to a game server or proxy from outside, over whichever connection it has. Every method rejects with
 * AppError `platform_unavailable` when the server does not answer in time. Texts may have colours (`parseText`); the
 * caller escapes what other people wrote.
 */
export interface ServerManagement {
  /** Kicks a player with this message; resolves false when the player is not there. */
  kick(player: PlayerTarget, message: string): Promise<boolean>;
  /** Sends a chat message to one player or to everybody. */
  message(target: PlayerTarget | 'all', text: string): Promise<void>;
  /** Writes the world to disk. */
  save(): Promise<void>;
  /** Ends the server's process; resolves once the server has accepted the request. */
  stop(): Promise<void>;
  /** Everybody on the server. */
  players(): Promise<PlayerRef[]>;
  /** Closes the connection; later calls reject. */
  close(): Promise<void>;
}

/** Who is on a server that answers. */
export interface Occupancy {
  readonly players: readonly PlayerRef[];
  /** How many players the server lets in, where it says. */
  readonly maxPlayers: number | undefined;
  /** Why `players` may lack somebody, in words for the operator; absent where it has everybody. */
  readonly unknown?: string;
}

/**
 * Notified of what a connection sees of its server. For more players than a server may have, or more changes of them, each
 * of the three returns what was exceeded, in words for the log, and takes nothing: the connection is then given up for a
 * while.
 */
export interface ServerListener {
  /** The server is up, and this is everybody on it. Called after every connection, and again at any time. */
  observed(occupancy: Occupancy): string | undefined;
  joined(player: PlayerRef): string | undefined;
  left(player: PlayerRef): string | undefined;
  /** The server does not answer, has not started yet or is stopping. Called once for each time it goes away. */
  gone(): void;
}

/** `platform_unavailable`: the game server did not do what was requested, for this reason. */
export class ServerError extends AppError {
  constructor(reason: string) {
    super('platform_unavailable', `The game server did not do it: ${reason}`, { retryAfterSeconds: 5 });
  }
}
