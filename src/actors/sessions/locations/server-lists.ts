import type { Uuid } from '../../../domain/uuid.ts';

/** When each player of a list was first on it, as a number that grows. */
type Listed = ReadonlyMap<Uuid, number>;

const NO_PLAYERS: Listed = new Map();

/** The players whom each connected game server lists, and which server listed them first. */
export class ServerLists {
  readonly #listed = new Map<string, Listed>();
  #order = 0;

  /** A moment that comes after every list so far and before every later one, for `holderOf`. */
  now(): number {
    this.#order += 1;
    return this.#order;
  }

  /** Takes the whole list of a server, and returns whom it did not list before. */
  replace(server: string, players: readonly Uuid[]): Uuid[] {
    const before = this.#listed.get(server) ?? NO_PLAYERS;
    const now = this.now();
    this.#listed.set(server, new Map(players.map((uuid) => [uuid, before.get(uuid) ?? now])));
    return players.filter((uuid) => !before.has(uuid));
  }

  /** The server's agent is gone or not wanted, and its list with it. */
  forget(server: string): void {
    this.#listed.delete(server);
  }

  /** One server that lists the player; undefined for none. */
  anyWith(uuid: Uuid): string | undefined {
    for (const [server, players] of this.#listed) if (players.has(uuid)) return server;
    return undefined;
  }

  /**
   * The server that listed the player before all others. Of several that had them at `since`, when they came online, none was
   * first: null until one is left, so that listing everybody in advance wins nobody.
   */
  holderOf(uuid: Uuid, since: number): string | null {
    let holder: string | null = null;
    let first = Number.POSITIVE_INFINITY;
    for (const [server, players] of this.#listed) {
      const listed = players.get(uuid);
      if (listed === undefined) continue;
      const at = Math.max(listed, since);
      if (at === first) holder = null;
      if (at >= first) continue;
      first = at;
      holder = server;
    }
    return holder;
  }
}
