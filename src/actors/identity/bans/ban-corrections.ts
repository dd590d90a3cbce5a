import type { Ban } from '../../../domain/ban.ts';
import { foldName } from '../../../domain/player-name.ts';
import type { Uuid } from '../../../domain/uuid.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { offlineUuid } from '../../../runtime/offline-uuid.ts';
import type { BanClaims } from './ban-claims.ts';
import type { BanIndex } from '../../models/ban-index.ts';
import {
  FREE_AFTER_MS,
  isClaim,
  isClaimAt,
  isOnlyClaimed,
  isOutdatedAt,
  isProof,
} from '../../models/name-proofs.ts';
import type { NameListener, NameRegistry } from '../../models/name-registry.ts';
import type { NameRecord, PlayerRecord, PlayerStore } from '../../ports.ts';
import { isAccountName } from '../account-names.ts';
import type { BanMoves } from './ban-moves.ts';

export interface BanCorrectionsDeps {
  readonly names: NameRegistry;
  readonly moves: BanMoves;
  readonly index: BanIndex;
  readonly banClaims: BanClaims;
  readonly players: PlayerStore;
  /** Whether the network asks the account service whose a name is. */
  readonly asksAccounts: boolean;
  /** Tells the edges that who is there under this name is this player. */
  readonly identify: (name: string, uuid: Uuid) => void;
  readonly clock: Clock;
}

/**
 * A ban that was set on somebody who only claimed a uuid moves to whom the name is proved to be, so that the player whose
 * uuid was claimed is not refused for it (docs/edge.md "Who a player is").
 */
export class BanCorrections implements NameListener {
  readonly #deps: BanCorrectionsDeps;
  /** By name, folded: the latest correction that is under way. */
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(deps: BanCorrectionsDeps) {
    this.#deps = deps;
  }

  /** The bans of whoever has this name are this player's. Never rejects. */
  named(name: string, uuid: Uuid, before: NameRecord | undefined): Promise<void> {
    // Who is still there by a claim is this player: a ban of the claimed uuid must not be set on them from now on.
    if (before !== undefined && before.uuid !== uuid && isClaim(before)) this.#deps.identify(name, uuid);
    this.#deps.banClaims.review(name);
    if (this.#bansNamed(name, uuid).length === 0) return Promise.resolve();
    const key = foldName(name);
    const correction = this.#deps.moves.inOrder(async () => {
      await this.#named(name, uuid, before);
      if (this.#underWay.get(key) === correction) this.#underWay.delete(key);
    });
    this.#underWay.set(key, correction);
    return correction;
  }

  unsettled(): ReadonlySet<string> {
    return new Set([...this.#underWay.keys(), ...this.#deps.moves.names()]);
  }

  async #named(name: string, uuid: Uuid, before: NameRecord | undefined): Promise<void> {
    const { falseClaims } = this.#deps.names;
    for (const ban of this.#bansNamed(name, uuid)) {
      if (await this.#isHandedOn(ban, uuid, before)) {
        // So that the player whose uuid was claimed is free as soon as they prove another name.
        if (await this.#isOfName(ban, before)) falseClaims.note(name, ban.uuid);
        continue;
      }
      // A game server's word, or another claim, may have replaced the claim while the ban was written.
      const isReplaced = before !== undefined && isClaim(before) && falseClaims.has(name, ban.uuid);
      if (!isReplaced && !(await this.#isOfName(ban, before))) continue;
      // They may be banned already for what somebody else did under their uuid: that ban must not stand in for this one.
      await this.#proved(uuid, name);
      await this.#deps.moves.move(ban, uuid);
    }
  }

  /**
   * The player proved to have another name than that of their ban. Where they were only claimed under that name, the
   * ban goes to whom it is proved to be, or stays with the name, and the player is free. A ban under a name that nobody can
   * ask about stays with the player: its name would never be proved. Never rejects.
   */
  proved(uuid: Uuid, name: string): Promise<void> {
    return this.#deps.moves.inOrder(() => this.#proved(uuid, name));
  }

  async #proved(uuid: Uuid, name: string): Promise<void> {
    const { names, index, asksAccounts, clock } = this.#deps;
    const ban = index.activeAt(uuid, clock.now());
    if (ban === undefined || foldName(ban.name) === foldName(name)) return;
    const waiting = this.#deps.moves.targetOf(ban);
    if (waiting !== undefined) {
      // It was found out before to whom it goes, and less is known of that by now.
      await this.#deps.moves.move(ban, waiting);
      return;
    }
    const named = await names.find(ban.name).catch(() => undefined);
    const isOfName = await this.#isOfName(ban, named);
    const isClaimed = names.falseClaims.has(ban.name, uuid) || names.openClaims.has(ban.name, uuid);
    // Handed on since, or replaced by another claim: what was only claimed is known by what was noted of it.
    if (!isOfName && !isClaimed) return;
    if (isOfName && named !== undefined && named.uuid !== uuid && names.isProved(ban.name, named.uuid)) {
      await this.#deps.moves.move(ban, named.uuid);
      return;
    }
    if (asksAccounts && !isAccountName(ban.name)) return;
    const nameless = offlineUuid(ban.name);
    // First, because a proof of the name may come while the ban is written: it moves the ban on.
    names.claimInstead(ban.name, nameless);
    await this.#deps.moves.move(ban, nameless);
  }

  /** Bans of others that were set under this player's name. */
  #bansNamed(name: string, uuid: Uuid): Ban[] {
    const { index, clock } = this.#deps;
    return index.allNamedAt(name, clock.now()).filter((ban) => ban.uuid !== uuid);
  }

  /** Whether the ban's player was last here under the name so long ago that this one can have it from them. */
  async #isHandedOn(ban: Ban, uuid: Uuid, before: NameRecord | undefined): Promise<boolean> {
    const now = this.#deps.clock.now();
    const since = before?.uuid === uuid && !isOutdatedAt(before, now) ? before.firstSeen : now;
    const lastHere = Math.min(await this.#lastHere(ban, before), ban.bannedAt);
    return lastHere + FREE_AFTER_MS <= since;
  }

  /** When the ban's player was last here under its name; where nobody knows, when they were banned. */
  async #lastHere(ban: Ban, before: NameRecord | undefined): Promise<number> {
    if (before?.uuid === ban.uuid) return before.lastSeen;
    // The uuid that is made of the name stands for claims of other uuids: a row of its own may be older than those.
    const row = ban.uuid === offlineUuid(ban.name) ? undefined : await this.#rowOf(ban);
    if (row !== undefined && row.lastConnection > 0) return row.lastConnection;
    return before !== undefined && isClaim(before) && !isProof(before) ? before.lastSeen : ban.bannedAt;
  }

  /** The row of the ban's player, if that still has the name of the ban and can be read. */
  async #rowOf({ uuid, name }: Ban): Promise<PlayerRecord | undefined> {
    const row = await this.#deps.players.find(uuid).catch(() => undefined);
    return row !== undefined && foldName(row.name) === foldName(name) ? row : undefined;
  }

  /**
   * Whether a ban is about whoever has its name, by what was known of that: its uuid is the one that stands for the name, or
   * was only claimed under it. A ban whose name was mistyped is not: there the uuid was the admin's.
   */
  async #isOfName(ban: Ban, known: NameRecord | undefined): Promise<boolean> {
    if (ban.uuid === offlineUuid(ban.name)) return true;
    if (known === undefined) return false;
    if (known.uuid === ban.uuid) return isClaimAt(known, ban.bannedAt);
    // The name was another's already: then somebody had been here under it by a claim, or the name was mistyped.
    if (ban.bannedAt < known.firstSeen) return false;
    const row = await this.#rowOf(ban);
    return row !== undefined && isOnlyClaimed(ban.uuid, row.lastConnection, known);
  }
}
