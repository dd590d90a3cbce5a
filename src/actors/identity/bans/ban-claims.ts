import type { Ban } from '../../../domain/ban.ts';
import { foldName } from '../../../domain/player-name.ts';
import { isMadeOfName, type Uuid } from '../../../domain/uuid.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Logger } from '../../../runtime/logger.ts';
import type { BanMarks } from '../../entities/ban-service.ts';
import type { NameRecord, NameStore, PlayerRecord, PlayerStore } from '../../ports.ts';
import type { BanIndex } from '../../models/ban-index.ts';
import { isAccountName } from '../account-names.ts';
import { isClaimAt, isOnlyClaimed } from '../../models/name-proofs.ts';
import type { NameRegistry } from '../../models/name-registry.ts';
import type { OnlinePlayers } from '../../models/online-players.ts';

/** Bans that are looked up at a time. */
const PIECE = 500;

export interface BanClaimsDeps {
  readonly names: NameRegistry;
  /** The table, for what memory need not keep. */
  readonly store: NameStore;
  readonly players: PlayerStore;
  readonly index: BanIndex;
  readonly online: OnlinePlayers;
  /** Whether the network asks the account service whose a name is. */
  readonly asksAccounts: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Which bans in force were set on a claim: nothing but a claim ties their uuid to their name. Such a ban is about who has
 * the name, and not about others who claim the uuid (docs/edge.md "Who a player is").
 */
export class BanClaims implements BanMarks {
  readonly #deps: BanClaimsDeps;
  /** No more than there are bans. */
  readonly #claimed = new Set<Uuid>();
  readonly #listeners = new Set<(uuid: Uuid) => void>();

  constructor(deps: BanClaimsDeps) {
    this.#deps = deps;
  }

  /** Whether the ban of this uuid was set on a claim. */
  has(uuid: Uuid): boolean {
    return this.#claimed.has(uuid);
  }

  /** Whether the uuid is banned for what somebody of another name did who only claimed it. */
  isOfAnother(uuid: Uuid, name: string): boolean {
    const { index, clock } = this.#deps;
    if (!this.#claimed.has(uuid)) return false;
    const ban = index.activeAt(uuid, clock.now());
    return ban !== undefined && foldName(ban.name) !== foldName(name);
  }

  /** Stored bans, at the start. Rejects with `storage_unavailable`. */
  async load(bans: readonly Ban[]): Promise<void> {
    const possible = bans.filter((ban) => this.#isPossible(ban));
    for (let at = 0; at < possible.length; at += PIECE) await this.#loadPiece(possible.slice(at, at + PIECE));
  }

  /** A ban was set or changed, or what is known of its name. */
  note(ban: Ban): void {
    const said = this.#isPossible(ban) && this.#isClaimed(ban, this.#deps.names.get(ban.name));
    if (said === undefined) void this.#learnRow(ban);
    this.#set(ban.uuid, said === true);
  }

  /** It is known by now whose this name is. */
  review(name: string): void {
    const { index, clock } = this.#deps;
    for (const ban of index.allNamedAt(name, clock.now())) this.note(ban);
  }

  /** The ban of this uuid is over. */
  forget(uuid: Uuid): void {
    this.#claimed.delete(uuid);
  }

  /** The listener is called when it turns out that a ban was set on a claim, or that it was not. Returns the way to stop. */
  onChange(listener: (uuid: Uuid) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #loadPiece(bans: readonly Ban[]): Promise<void> {
    const rows = await this.#deps.store.findMany(bans.map(({ name }) => foldName(name)));
    const known = new Map(rows.map((row) => [row.key, row]));
    const unclear: Ban[] = [];
    for (const ban of bans) {
      const said = this.#isClaimed(ban, known.get(foldName(ban.name)));
      if (said === true) this.#claimed.add(ban.uuid);
      if (said === undefined) unclear.push(ban);
    }
    if (unclear.length > 0) await this.#readRows(unclear, (name) => known.get(foldName(name)));
  }

  /** A ban under a name that nobody can ask about stays with its uuid, or every rename would end it. */
  #isPossible({ uuid, name }: Ban): boolean {
    return !isMadeOfName(uuid) && (!this.#deps.asksAccounts || isAccountName(name));
  }

  /**
   * By what is known of its name. Undefined where that is another player's: somebody was here under it with the uuid of the
   * ban, or the name was mistyped, and the player's row tells.
   */
  #isClaimed({ uuid, name, bannedAt }: Ban, known: NameRecord | undefined): boolean | undefined {
    if (known?.uuid === uuid) return isClaimAt(known, bannedAt);
    const { names, online } = this.#deps;
    // Also while its ban moves: what was only claimed is known by what was proved of it.
    if (names.falseClaims.has(name, uuid) || names.openClaims.has(name, uuid)) return true;
    if (known === undefined) return false;
    if (bannedAt < known.firstSeen) return false;
    const entry = online.get(uuid);
    return entry && isShownBy({ ...entry, lastConnection: entry.joinedAt }, name, known);
  }

  #set(uuid: Uuid, isClaimed: boolean): void {
    if (this.#claimed.has(uuid) === isClaimed) return;
    if (isClaimed) this.#claimed.add(uuid);
    else this.#claimed.delete(uuid);
    for (const listener of this.#listeners) listener(uuid);
  }

  /** Looks at the player's row. Never rejects: a ban of which this cannot be known holds for its uuid. */
  async #learnRow(ban: Ban): Promise<void> {
    const { names, logger } = this.#deps;
    try {
      await this.#readRows([ban], (name) => names.get(name));
    } catch (error) {
      logger.warn({ event: 'identity.not-read', err: error });
    }
  }

  async #readRows(bans: readonly Ban[], knownOf: (name: string) => NameRecord | undefined): Promise<void> {
    const { players, index, clock } = this.#deps;
    const rows = await players.findMany(bans.map(({ uuid }) => uuid));
    const byUuid = new Map(rows.map((row) => [row.uuid, row]));
    for (const { uuid, name } of bans) {
      const row = byUuid.get(uuid);
      const known = knownOf(name);
      // It may have been lifted meanwhile.
      if (row === undefined || index.activeAt(uuid, clock.now())?.name !== name) continue;
      if (known !== undefined && isShownBy(row, name, known)) this.#set(uuid, true);
    }
  }
}

/** Whether the player was here under this name, to which nothing but a claim ties them. */
function isShownBy(
  player: Pick<PlayerRecord, 'uuid' | 'name' | 'lastConnection'>,
  name: string,
  known: NameRecord,
): boolean {
  if (foldName(player.name) !== foldName(name)) return false;
  return isOnlyClaimed(player.uuid, player.lastConnection, known);
}
