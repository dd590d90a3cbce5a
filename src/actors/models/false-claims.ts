import { LRUCache } from 'lru-cache';
import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';

/** The latest claims that are kept, over all players. */
const MAX_CLAIMS = 10_000;
/** Those that were found out by the word of one game server; the servers whose words are kept. */
const MAX_SAID = 200;
const MAX_SERVERS = 200;
/** The latest that are kept of one name. */
const MAX_OF_NAME = 8;

/** By name, folded: the players who somebody of that name turned out not to be. */
type Claims = LRUCache<string, readonly Uuid[]>;

/**
 * Names under which somebody was here as a player who they turned out not to be, by those players. Pages that were opened
 * before still show such rows, and a ban of one must not fall on the player whose uuid was claimed.
 */
export class FalseClaims {
  readonly #proved = claims(MAX_CLAIMS);
  /** By server. Apart, so that whoever has the secret of one makes nobody forget what others found out. */
  readonly #said = new LRUCache<string, Claims>({ max: MAX_SERVERS });

  /** It is proved who has the name. */
  note(name: string, uuid: Uuid): void {
    keep(this.#proved, foldName(name), uuid);
  }

  /** This game server said who has the name. */
  noteSaid(name: string, uuid: Uuid, server: string): void {
    let said = this.#said.get(server);
    if (said === undefined) {
      said = claims(MAX_SAID);
      this.#said.set(server, said);
    }
    keep(said, foldName(name), uuid);
  }

  /** The name is proved to be this player's since: what is shown of them under it is true. */
  forget(name: string, uuid: Uuid): void {
    const key = foldName(name);
    for (const kept of this.#all()) {
      const known = kept.peek(key);
      if (known === undefined) continue;
      const uuids = known.filter((one) => one !== uuid);
      if (uuids.length === 0) kept.delete(key);
      else kept.set(key, uuids);
    }
  }

  has(name: string, uuid: Uuid): boolean {
    const key = foldName(name);
    for (const kept of this.#all()) {
      if (kept.peek(key)?.includes(uuid) === true) return true;
    }
    return false;
  }

  *#all(): Iterable<Claims> {
    yield this.#proved;
    yield* this.#said.values();
  }
}

/** As many claims as may be, over all names. */
function claims(maxSize: number): Claims {
  return new LRUCache({ maxSize, sizeCalculation: (uuids) => uuids.length });
}

function keep(kept: Claims, key: string, uuid: Uuid): void {
  const others = kept.peek(key)?.filter((one) => one !== uuid) ?? [];
  kept.set(key, [...others, uuid].slice(-MAX_OF_NAME));
}
