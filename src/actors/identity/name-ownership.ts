import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { Clock } from '../../runtime/clock.ts';
import { JoinedReadings } from '../../runtime/limits/joined-readings.ts';
import type { BanIndex } from '../models/ban-index.ts';
import { isProof } from '../models/name-proofs.ts';
import type { NameRegistry } from '../models/name-registry.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { PlayerRecord, PlayerStore } from '../ports.ts';

export interface NameOwnershipDeps {
  readonly names: NameRegistry;
  readonly players: PlayerStore;
  readonly online: OnlinePlayers;
  readonly index: BanIndex;
  readonly clock: Clock;
}

/** Who says that they are the player of this uuid, which nobody has checked. */
export interface Claim {
  readonly uuid: Uuid;
  readonly name: string;
}

/** Says whether a name that nobody proved may be a player's, by everything that the network knows of that player. */
export class NameOwnership {
  readonly #deps: NameOwnershipDeps;
  readonly #rows: JoinedReadings<Uuid, PlayerRecord>;

  constructor(deps: NameOwnershipDeps) {
    const { players, clock } = deps;
    this.#deps = deps;
    this.#rows = new JoinedReadings({
      read: (uuids) => players.findMany(uuids),
      keyOf: ({ uuid }) => uuid,
      clock,
    });
  }

  /** Whether the claimed uuid is nobody's, or known by this name only. Rejects with `storage_unavailable`. */
  async isNobodyElse(uuid: Uuid, name: string): Promise<boolean> {
    const others = await this.othersAmong([{ uuid, name }]);
    return others.size === 0;
  }

  /** Those of the claims whose uuid somebody else is known by; at most 500. Rejects with `storage_unavailable`. */
  async othersAmong<C extends Claim>(claims: readonly C[]): Promise<Set<C>> {
    const { names } = this.#deps;
    const uuids = [...new Set(claims.map(({ uuid }) => uuid))];
    const [rows, records] = await Promise.all([this.#rows.find(uuids), names.namesOfAll(uuids)]);
    const known = new Map<Uuid, Set<string>>(uuids.map((uuid) => [uuid, this.#namesHere(uuid)]));
    for (const { uuid, name } of rows) known.get(uuid)?.add(foldName(name));
    for (const { uuid, key } of records) known.get(uuid)?.add(key);
    const isOther = ({ uuid, name }: C): boolean => {
      const key = foldName(name);
      return [...(known.get(uuid) ?? [])].some((other) => other !== key);
    };
    return new Set(claims.filter(isOther));
  }

  /** By which names, folded, memory knows the player. */
  #namesHere(uuid: Uuid): Set<string> {
    const { online, index, clock } = this.#deps;
    const names = [online.get(uuid)?.name, index.activeAt(uuid, clock.now())?.name];
    return new Set(names.flatMap((name) => (name === undefined ? [] : [foldName(name)])));
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
