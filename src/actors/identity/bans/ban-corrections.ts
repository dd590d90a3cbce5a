import type { Ban } from '../../../domain/ban.ts';
import { foldName } from '../../../domain/player-name.ts';
import type { Uuid } from '../../../domain/uuid.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { offlineUuid } from '../../../runtime/offline-uuid.ts';
import type { BanClaims } from './ban-claims.ts';
import type { BanIndex } from '../../models/ban-index.ts';
import { FREE_AFTER_MS, isClaim, isClaimAt, isOnlyClaimed, isOutdatedAt } from '../../models/name-proofs.ts';
import type { NameListener, NameRegistry } from '../../models/name-registry.ts';
import type { NameRecord, PlayerStore } from '../../ports.ts';
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

  constructor(deps: BanCorrectionsDeps) {
    this.#deps = deps;
  }

  /** The bans of whoever has this name are this player's. Never rejects. */
  named(name: string, uuid: Uuid, before: NameRecord | undefined): Promise<void> {
    // Who is still there by a claim is this player: a ban of the claimed uuid must not be set on them from now on.
    if (before !== undefined && before.uuid !== uuid && isClaim(before)) this.#deps.identify(name, uuid);
    this.#deps.banClaims.review(name);
    if (this.#bansNamed(name, uuid).length === 0) return Promise.resolve();
    return this.#deps.moves.inOrder(() => this.#named(name, uuid, before));
  }

  async #named(name: string, uuid: Uuid, before: NameRecord | undefined): Promise<void> {
    const { falseClaims } = this.#deps.names;
    for (const ban of this.#bansNamed(name, uuid)) {
      if (this.#isHandedOn(ban, uuid, before)) continue;
      // A game server's word may have replaced the claim while the ban was written.
      const isReplaced = before?.provedBy === 'server' && falseClaims.has(name, ban.uuid);
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
    const named = await names.find(ban.name).catch(() => undefined);
    const isOfName = await this.#isOfName(ban, named);
    // Handed on since: what was only claimed is known by what was proved of it.
    if (!isOfName && !names.falseClaims.has(ban.name, uuid)) return;
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
  #isHandedOn(ban: Ban, uuid: Uuid, before: NameRecord | undefined): boolean {
    const now = this.#deps.clock.now();
    const since = before?.uuid === uuid && !isOutdatedAt(before, now) ? before.firstSeen : now;
    const lastSeen = before?.uuid === ban.uuid ? Math.min(before.lastSeen, ban.bannedAt) : ban.bannedAt;
    return lastSeen + FREE_AFTER_MS <= since;
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
    const row = await this.#deps.players.find(ban.uuid).catch(() => undefined);
    if (row === undefined || foldName(row.name) !== foldName(ban.name)) return false;
    return isOnlyClaimed(ban.uuid, row.lastConnection, known);
  }
}
