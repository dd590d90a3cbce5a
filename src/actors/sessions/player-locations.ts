import type { Uuid } from '../../domain/uuid.ts';
import type { OnlinePlayers } from '../models/online-players.ts';

const NOBODY: ReadonlySet<Uuid> = new Set();

/**
 * Where players are whose proxy does not know: one that only splices, or that is asked over a protocol without server
 * switches. The agents of the servers list who is on them. A proxy that names a server itself is never contradicted.
 */
export class Whereabouts {
  readonly #online: OnlinePlayers;
  readonly #move: (uuid: Uuid, server: string) => void;
  readonly #seen: (uuid: Uuid, server: string) => void;
  readonly #listed = new Map<string, ReadonlySet<Uuid>>();
  /** The players whose server is one that we found out here. */
  readonly #found = new Map<Uuid, string>();

  /** `move` says of a player on which server they are; `seen` is told of everybody who is new on a server's list. */
  constructor(
    online: OnlinePlayers,
    move: (uuid: Uuid, server: string) => void,
    seen: (uuid: Uuid, server: string) => void,
  ) {
    this.#online = online;
    this.#move = move;
    this.#seen = seen;
  }

  /** The whole list of one server. Who switches is on two lists for a moment: being new on one is what counts. */
  list(server: string, players: readonly Uuid[]): void {
    const before = this.#listed.get(server) ?? NOBODY;
    this.#listed.set(server, new Set(players));
    for (const uuid of players) {
      if (before.has(uuid)) continue;
      this.#arrived(uuid, server);
      this.#seen(uuid, server);
    }
  }

  /** Somebody came online of whom the proxy does not say where; a server may have listed them before that. */
  joined(uuid: Uuid): void {
    for (const [server, players] of this.#listed) if (players.has(uuid)) return this.#arrived(uuid, server);
  }

  left(uuid: Uuid): void {
    this.#found.delete(uuid);
  }

  /** The server's agent is gone, and its list with it. */
  forget(server: string): void {
    this.#listed.delete(server);
  }

  #arrived(uuid: Uuid, server: string): void {
    const entry = this.#online.get(uuid);
    if (entry === undefined || entry.server === server) return;
    if (entry.server !== null && this.#found.get(uuid) !== entry.server) return;
    this.#found.set(uuid, server);
    this.#move(uuid, server);
  }
}
