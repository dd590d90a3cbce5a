import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { BanIndex } from '../models/ban-index.ts';
import { isProof } from '../models/name-proofs.ts';
import type { NameRegistry } from '../models/name-registry.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { PlayerStore } from '../ports.ts';

export interface NameOwnershipDeps {
  readonly names: NameRegistry;
  readonly players: PlayerStore;
  readonly online: OnlinePlayers;
  readonly index: BanIndex;
  readonly clock: Clock;
}

/** Says whether a name that nobody proved may be a player's, by everything that the network knows of that player. */
export class NameOwnership {
  readonly #deps: NameOwnershipDeps;

  constructor(deps: NameOwnershipDeps) {
    this.#deps = deps;
  }

  /** Whether the claimed uuid is nobody's, or known by this name only. Rejects with `storage_unavailable`. */
  async isNobodyElse(uuid: Uuid, name: string): Promise<boolean> {
    const { names, players, online, index, clock } = this.#deps;
    const key = foldName(name);
    const isOther = (other: string | undefined): boolean => other !== undefined && foldName(other) !== key;
    if (isOther(online.get(uuid)?.name) || isOther(index.activeAt(uuid, clock.now())?.name)) return false;
    const [row, known] = await Promise.all([players.find(uuid), names.namesOf(uuid)]);
    return !isOther(row?.name) && known.every((record) => record.key === key);
  }

  /**
   * Whether the player who had this name may still have it: nothing proves, since then, that they have another one. Rejects
   * with `storage_unavailable`.
   */
  async isTheirs(uuid: Uuid, name: string, since: number): Promise<boolean> {
    const { names, online } = this.#deps;
    const other = online.get(uuid)?.name;
    if (other !== undefined && foldName(other) !== foldName(name)) return false;
    const known = await names.namesOf(uuid);
    return known.every(
      (record) => record.key === foldName(name) || !isProof(record) || record.provedAt < since,
    );
  }
}
