import { AppError } from '../../domain/errors.ts';
import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { offlineUuid } from '../../runtime/offline-uuid.ts';
import type { NameRecord, PlayerStore } from '../ports.ts';
import { isClaim, isOnlyClaimed, isProof } from './name-proofs.ts';
import type { NameRegistry } from './name-registry.ts';
import type { OnlinePlayers } from './online-players.ts';

export interface BanNamingDeps {
  readonly names: NameRegistry;
  readonly players: PlayerStore;
  readonly online: OnlinePlayers;
  /** Whether the network asks the account service whose a name is. */
  readonly asksAccounts: boolean;
}

interface KnownName {
  readonly name: string;
  /** Whether the name is the player's, and not one under which somebody claimed to be them. */
  readonly isOwn: boolean;
}

/** Finds the name under which a ban is set, and refuses one that would fall on somebody else (docs/api.md "Bans"). */
export class BanNaming {
  readonly #deps: BanNamingDeps;

  constructor(deps: BanNamingDeps) {
    this.#deps = deps;
  }

  /**
   * The uuid decides who is banned: a player known by a name of their own is banned under it, whatever name came with the
   * uuid. Rejects with `name_of_another` for what can only be the row of somebody who claimed the uuid: the name is proved to
   * be another player's and this one has no name of their own, or the name only claimed to be this player's, who proved
   * another. Rejects with `storage_unavailable`.
   */
  async nameOf(uuid: Uuid, given: string): Promise<string> {
    const known = await this.#knownName(uuid);
    const isSame = known !== undefined && foldName(known.name) === foldName(given);
    if (known?.isOwn === true && isSame) return known.name;
    const { names } = this.#deps;
    const named = await names.find(given);
    if (known?.isOwn === true) {
      if (!(await this.#isClaimers(given, uuid, named))) return known.name;
      throw new AppError('name_of_another', `${given} only claimed to be ${uuid}, who is ${known.name}`);
    }
    const isAnothers = named !== undefined && named.uuid !== uuid && names.isProved(given, named.uuid);
    // A ban of a claim that is known to be false would hold for nobody: neither for the name nor for the uuid.
    if (isAnothers && (names.falseClaims.has(given, uuid) || !(await this.#isProved(uuid)))) {
      throw new AppError('name_of_another', `${given} is the player ${named.uuid}, and not ${uuid}`);
    }
    if (known === undefined || isSame) return known?.name ?? given;
    // Where accounts can be asked the given name counts: its player will prove it.
    if (this.#deps.asksAccounts || names.falseClaims.has(known.name, uuid)) return given;
    // Where nobody proves anything, a name that is known as another player's would throw that one out as well.
    return (await this.#isKnownAs(given, uuid, named, known.name)) ? known.name : given;
  }

  /** Whether the name is another player's, by what is known of names, of who is online and of who was here. */
  async #isKnownAs(given: string, uuid: Uuid, named: NameRecord | undefined, own: string): Promise<boolean> {
    const { online, players } = this.#deps;
    if (online.named(given).some((entry) => entry.uuid !== uuid)) return true;
    const other = named?.uuid ?? (await players.findByName(given))?.uuid;
    // The uuid that stands for a name is nobody's, unless the ban's own is such a one.
    const isStandIn = other === offlineUuid(given) && uuid !== offlineUuid(own);
    return other !== undefined && other !== uuid && !isStandIn;
  }

  async #knownName(uuid: Uuid): Promise<KnownName | undefined> {
    const { online, players, names } = this.#deps;
    const entry = online.get(uuid);
    const row = entry === undefined ? await players.find(uuid) : undefined;
    const name = entry?.name ?? row?.name ?? '';
    if (name === '') return undefined;
    const seen = entry?.joinedAt ?? row?.lastConnection ?? 0;
    const known = await names.find(name);
    const isClaimed = names.falseClaims.has(name, uuid) || names.openClaims.has(name, uuid);
    // A row keeps the name of who claimed to be its player until that player comes themselves.
    return { name, isOwn: !isClaimed && !isOnlyClaimed(uuid, seen, known) };
  }

  /** Whether somebody else only claimed under this name to be the player, who has another one. */
  async #isClaimers(name: string, uuid: Uuid, named: NameRecord | undefined): Promise<boolean> {
    const { falseClaims, openClaims } = this.#deps.names;
    if (falseClaims.has(name, uuid)) return true;
    const isOpen = openClaims.has(name, uuid) || (named?.uuid === uuid && isClaim(named));
    return isOpen && (await this.#isProved(uuid));
  }

  /** Whether any name is proved to be this player's. */
  async #isProved(uuid: Uuid): Promise<boolean> {
    return (await this.#deps.names.namesOf(uuid)).some(isProof);
  }
}
