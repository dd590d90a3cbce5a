import { LRUCache } from 'lru-cache';
import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';

/** The latest claims that are kept, over all players. */
const MAX_CLAIMS = 10_000;

/**
 * Names under which somebody was here as a player who they turned out not to be, by those players. Pages that were opened
 * before still show such rows, and a ban of one must not fall on the player whose uuid was claimed.
 */
export class FalseClaims {
  readonly #claims = new LRUCache<string, true>({ max: MAX_CLAIMS });

  note(name: string, uuid: Uuid): void {
    this.#claims.set(keyOf(name, uuid), true);
  }

  /** The name is proved to be this player's since: what is shown of them under it is true. */
  forget(name: string, uuid: Uuid): void {
    this.#claims.delete(keyOf(name, uuid));
  }

  has(name: string, uuid: Uuid): boolean {
    return this.#claims.has(keyOf(name, uuid));
  }
}

function keyOf(name: string, uuid: Uuid): string {
  return `${uuid} ${foldName(name)}`;
}
