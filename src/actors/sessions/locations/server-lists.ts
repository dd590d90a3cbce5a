import type { Uuid } from '../../../domain/uuid.ts';

/** A server that lists a player, and since when by `Clock.elapsed`. */
export interface Claim {
  readonly server: string;
  readonly began: number;
}

/** What a new list of a server changes. */
export interface ListChange {
  readonly gone: readonly Uuid[];
  readonly come: readonly Uuid[];
}

/** The players whom each connected game server lists, and since when. */
export class ServerLists {
  readonly #listed = new Map<string, Map<Uuid, number>>();

  /** Whom a whole list of the server leaves out that it had, and whom it has anew. Nothing is changed yet. */
  compare(server: string, players: readonly Uuid[]): ListChange {
    const before = this.#listed.get(server) ?? new Map<Uuid, number>();
    const after = new Set(players);
    return {
      gone: Array.from(before.keys()).filter((uuid) => !after.has(uuid)),
      come: Array.from(after).filter((uuid) => !before.has(uuid)),
    };
  }

  add(server: string, uuid: Uuid, now: number): void {
    const players = this.#listed.get(server);
    if (players === undefined) this.#listed.set(server, new Map([[uuid, now]]));
    else players.set(uuid, now);
  }

  remove(server: string, uuid: Uuid): void {
    const players = this.#listed.get(server);
    players?.delete(uuid);
    if (players?.size === 0) this.#listed.delete(server);
  }

  /** The server's agent is gone or not wanted, and its list with it: returns whom it had. */
  forget(server: string): Iterable<Uuid> {
    const players = this.#listed.get(server);
    this.#listed.delete(server);
    return players?.keys() ?? [];
  }

  has(server: string, uuid: Uuid): boolean {
    return this.#listed.get(server)?.has(uuid) === true;
  }

  on(server: string): Iterable<Uuid> {
    return this.#listed.get(server)?.keys() ?? [];
  }

  /** Every server that lists the player. */
  claimsOn(uuid: Uuid): Claim[] {
    const claims: Claim[] = [];
    for (const [server, players] of this.#listed) {
      const began = players.get(uuid);
      if (began !== undefined) claims.push({ server, began });
    }
    return claims;
  }
}
