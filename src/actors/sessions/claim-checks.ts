import { foldName } from '../../domain/player-name.ts';
import { isMadeOfName, type Uuid } from '../../domain/uuid.ts';
import { backoffMs, type Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import { isMadeOfOther, offlineUuid, secondOfflineUuid } from '../../runtime/offline-uuid.ts';
import type { ReportedPlayer } from '../agents.ts';
import { ResolvedLogins } from '../identity/logins/resolved-logins.ts';
import type { IdentityResolver } from '../identity/identity-resolver.ts';
import type { NameOwnership } from '../identity/name-ownership.ts';
import type { StoreReadings } from '../identity/store-readings.ts';
import type { BanClaims } from '../identity/bans/ban-claims.ts';
import type { BanIndex } from '../models/ban-index.ts';
import type { NameRegistry } from '../models/name-registry.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { HeldPlayer } from '../identity/held-players.ts';
import { ownClaim } from '../identity/own-claim.ts';
import type { ProxyClients } from './proxy-clients.ts';
import type { ProxyLease } from './proxy-lease.ts';

/** One question to the database is about so many players. */
const BATCH = 200;
/** How long it may take; then it is asked again, after a wait of up to so long. */
const STORE_WITHIN_MS = 2_000;
const FIRST_AWAY_MS = 250;
const MAX_AWAY_MS = 5_000;
/** Players of one edge who are held; one more is who the edge says. As many as one list may have. */
const MAX_HELD = 200_000;

export interface ClaimChecksDeps {
  readonly ownership: NameOwnership;
  readonly resolver: IdentityResolver;
  readonly names: NameRegistry;
  readonly online: OnlinePlayers;
  readonly index: BanIndex;
  readonly readings: StoreReadings;
  readonly banClaims: BanClaims;
  readonly proxyClients: ProxyClients;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Checks the uuids of players whom an edge let in alone: they are claims, which count only where nobody else is known by them
 * (docs/edge.md "Who a player is"). Until that is known the player is held, for as long as the database is away. Where the uuid
 * is somebody else's, the edge is told who the player is, and reports them anew.
 */
export class ClaimChecks {
  readonly #deps: ClaimChecksDeps;
  readonly #asking = new WeakSet<ProxyLease>();
  readonly #resolved: ResolvedLogins;
  #isClosed = false;

  constructor(deps: ClaimChecksDeps) {
    this.#deps = deps;
    this.#resolved = new ResolvedLogins(deps.clock);
  }

  /** The coordinator found out for this edge who the login is: its join needs no check, unless another was quicker. */
  resolved(lease: ProxyLease, uuid: Uuid, name: string): void {
    this.#resolved.note(lease.key, uuid, name);
  }

  /** Somebody is online by this uuid under this name: who logged in by it under another name before is checked. */
  entered(uuid: Uuid, name: string): void {
    this.#resolved.forgetOthers(uuid, name);
  }

  /**
   * Holds a player whose uuid has to be checked, and releases them afterwards; false for everybody else. Who was there before
   * goes on where the edge is told who they are.
   */
  hold(lease: ProxyLease, held: HeldPlayer): boolean {
    const { player } = held;
    if (lease.held.size >= MAX_HELD || !this.#isUnchecked(lease, player)) return false;
    lease.held.add(held);
    void this.#check(lease);
    return true;
  }

  #isUnchecked(lease: ProxyLease, player: ReportedPlayer): boolean {
    const { uuid, name } = player;
    const { names, online, banClaims } = this.#deps;
    if (lease.identity.platform !== 'edge' || lease.client.identify === undefined) return false;
    // An older edge may not say that its servers check no accounts.
    const isMadeOfIt = lease.servers === null && uuid === offlineUuid(name);
    if (lease.servers === 'offline' || isMadeOfIt) return false;
    // A ban on another's claim moves before they are refused for it.
    if (names.isProved(name, uuid)) return banClaims.isOfAnother(uuid, name);
    const isResolved = this.#resolved.has(lease.key, uuid, name) && names.mayClaim(name, uuid);
    if (isResolved && !this.#isAnothers(player)) return false;
    // Who is online under this name was checked before; and a ban holds for whoever claims the uuid, unless it was a claim.
    return online.get(uuid)?.folded !== foldName(name) && !this.#isBanned(player);
  }

  #isBanned(player: ReportedPlayer): boolean {
    const { index, clock } = this.#deps;
    return index.activeAt(player.uuid, clock.now()) !== undefined && !this.#isBanOfAnother(player);
  }

  /** Whether the ban of the uuid was set on another's claim, or the uuid is another's by what others said. */
  #isBanOfAnother({ uuid, name, claim }: ReportedPlayer): boolean {
    const { index, banClaims, clock } = this.#deps;
    if (banClaims.isOfAnother(uuid, name)) return true;
    const banned = index.activeAt(uuid, clock.now())?.name ?? name;
    return claim !== undefined && foldName(banned) !== foldName(name);
  }

  /** Whether somebody of another name is online by the uuid, or was banned by it. */
  #isAnothers(player: ReportedPlayer): boolean {
    const folded = foldName(player.name);
    const other = this.#deps.online.get(player.uuid)?.folded ?? folded;
    return other !== folded || this.#isBanOfAnother(player);
  }

  /** By now: another may have come by the same uuid, or been banned, while the answer was looked for. */
  #known(player: ReportedPlayer, found: Uuid = player.uuid): Uuid {
    const { uuid, name } = player;
    const isOwn = found === uuid && !this.#deps.names.isProved(name, uuid);
    if (!isOwn || (!this.#isAnothers(player) && this.#deps.names.mayClaim(name, uuid))) return found;
    const made = offlineUuid(name);
    return made === uuid ? secondOfflineUuid(name) : made;
  }

  /** Nobody who is held is checked any more. */
  close(): void {
    this.#isClosed = true;
  }

  /** Until nobody of this edge is held. Never rejects. */
  async #check(lease: ProxyLease): Promise<void> {
    if (this.#asking.has(lease)) return;
    this.#asking.add(lease);
    const { clock, readings, random } = this.#deps;
    let failures = 0;
    for (let batch = lease.held.first(BATCH); batch.length > 0; batch = lease.held.first(BATCH)) {
      const found = await readings.orElse('claims', this.#read(batch), null, STORE_WITHIN_MS);
      await new Promise<void>((done) => lease.lane.run(this.#settle(lease, batch, found, done)));
      if (this.#isClosed) return;
      if (found !== null) {
        failures = 0;
        continue;
      }
      const wait = backoffMs(failures, FIRST_AWAY_MS, MAX_AWAY_MS, random);
      failures += 1;
      await new Promise<void>((resolve) => {
        clock.setTimeout(resolve, wait);
      });
    }
    this.#asking.delete(lease);
  }

  async #read(batch: readonly HeldPlayer[]): Promise<Map<HeldPlayer, Uuid>> {
    const { names, ownership, resolver } = this.#deps;
    await names.load(batch.map(({ player }) => player.name));
    const found = new Map<HeldPlayer, Uuid>();
    const others = await ownership.othersAmong(batch.map(({ player }) => player));
    for (const held of batch) {
      const { uuid, name } = held.player;
      const known = names.get(name);
      // What an edge gave them that knew no better: the network may know by another uuid who has the name.
      const isStandIn = uuid === offlineUuid(name) && known !== undefined && known.uuid !== uuid;
      const isFalse = isStandIn || isMadeOfOther(uuid, name) || others.has(held.player);
      if (known !== undefined && names.isProved(name, known.uuid)) {
        if (known.uuid === uuid) await resolver.vouched(uuid, name);
        found.set(held, known.uuid);
      } else found.set(held, isFalse ? await resolver.withoutProof(name, ownClaim(held.player)) : uuid);
    }
    return found;
  }

  /** What memory alone says against the claim; the claim itself when it says nothing. */
  #remembered({ uuid, name }: ReportedPlayer): Uuid {
    const { names } = this.#deps;
    const known = names.get(name);
    if (known !== undefined && names.isProved(name, known.uuid)) return known.uuid;
    return isMadeOfOther(uuid, name) ? offlineUuid(name) : uuid;
  }

  /**
   * In the order of what the edge reports: who left meanwhile is not held any more. `found` is null when the database did
   * not answer: then nobody's claim is believed, and only those are told of whom memory knows that it is false.
   */
  *#settle(
    lease: ProxyLease,
    batch: readonly HeldPlayer[],
    found: ReadonlyMap<HeldPlayer, Uuid> | null,
    done: () => void,
  ): Iterator<number> {
    const { names, proxyClients, clock } = this.#deps;
    const { key, held, renamed } = lease;
    try {
      for (const one of batch) {
        const { uuid, name } = one.player;
        const known = this.#known(one.player, found === null ? this.#remembered(one.player) : found.get(one));
        const isBanned = this.#isBanned(one.player);
        if (found === null && known === uuid && !isBanned) {
          held.postpone(one);
          yield 1;
          continue;
        }
        if (!held.take(one)) continue;
        if (known === uuid || isBanned || this.#isRepeated(lease, one.player, known)) one.release(one.player);
        else {
          // Pages from before this coordinator was started may show them as that player.
          if (names.isProved(name, known)) names.falseClaims.note(name, uuid);
          if (one.wasThere) renamed.keepsPlace(name, clock.elapsed());
          proxyClients.identify(key, name, known);
        }
        yield 1;
      }
    } finally {
      done();
    }
  }

  /** Whether the edge, which says a uuid that is made of a name, was told the same guess too often to believe that it ends. */
  #isRepeated({ renamed }: ProxyLease, { uuid, name }: ReportedPlayer, known: Uuid): boolean {
    const { names, clock } = this.#deps;
    if (!isMadeOfName(uuid) || names.isProved(name, known)) return false;
    return renamed.isRepeated(name, known, clock.elapsed());
  }
}
