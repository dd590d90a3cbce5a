import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import { backoffMs, type Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ThinnedLog } from '../../runtime/thinned-log.ts';
import type { ReportedPlayer } from '../agents.ts';
import type { IdentityResolver } from '../identity/identity-resolver.ts';
import type { NameRegistry } from '../models/name-registry.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { ClaimChecks } from './claim-checks.ts';
import type { LeaseNames } from './lease-names.ts';
import type { ProxyKicks } from './proxy-kicks.ts';
import { ownClaim } from '../identity/own-claim.ts';
import { impostorKey, type ProxyLease } from './proxy-lease.ts';
import type { ProxyPresence } from './proxy-presence.ts';
import type { SharedSessions } from './behind-edge/shared-sessions.ts';

/** So many entries of a list are noted for what one join costs. */
const NOTED_PER_STEP = 200;
/** Until the names of a list are read again that could not be: at first, and at most. */
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

export interface PlayerListsDeps {
  readonly resolver: IdentityResolver;
  readonly names: NameRegistry;
  readonly leaseNames: LeaseNames;
  readonly claimChecks: ClaimChecks;
  readonly kicks: ProxyKicks;
  readonly presence: ProxyPresence;
  readonly shared: SharedSessions;
  readonly online: OnlinePlayers;
  readonly clock: Clock;
  readonly random: Random;
  /** Where it is said that names could not be read. */
  readonly namesNotRead: ThinnedLog;
}

/** The lists of all their players that proxies report when they connect. */
export class PlayerLists {
  readonly #deps: PlayerListsDeps;
  #isClosed = false;

  constructor(deps: PlayerListsDeps) {
    this.#deps = deps;
  }

  /**
   * Takes a list step by step, while the session that reported it is the current one. Only differences become joins and
   * leaves, and a player who is banned by now is refused. Of two sessions of one player the later one counts, whichever
   * proxy reports first.
   */
  *take(lease: ProxyLease, players: readonly ReportedPlayer[], isCurrent: () => boolean): Iterator<number> {
    const { claimChecks } = this.#deps;
    const release = (player: ReportedPlayer): void => {
      this.#enter(lease, player);
      this.#note(lease, player);
    };
    yield* this.#forgetAbsent(lease, players);
    for (const player of players) {
      if (!isCurrent()) return;
      if (!claimChecks.hold(lease, { player, wasThere: true, release })) this.#enter(lease, player);
      yield 1;
    }
    void this.#noteNames(lease, players, isCurrent);
  }

  /** Everything about players whom the proxy no longer reports. */
  *#forgetAbsent(lease: ProxyLease, players: readonly ReportedPlayer[]): Generator<number, void> {
    // Whoever is still there is in this list.
    lease.held.clear();
    const reported = new Set<Uuid>();
    const here = new Set<string>();
    for (const [at, { uuid, name }] of players.entries()) {
      if (reported.has(uuid)) lease.renamed.together(uuid);
      reported.add(uuid);
      if (lease.impostors.size > 0) here.add(impostorKey(uuid, name));
      if (at % NOTED_PER_STEP === 0) yield 1;
    }
    for (const impostor of lease.impostors) if (!here.has(impostor)) lease.impostors.delete(impostor);
    for (const uuid of lease.refused) if (!reported.has(uuid)) lease.refused.delete(uuid);
    for (const uuid of [...lease.players, ...this.#deps.shared.overOf(lease)]) {
      if (reported.has(uuid)) continue;
      this.#deps.presence.leave(lease, uuid);
      yield 1;
    }
  }

  #enter(lease: ProxyLease, player: ReportedPlayer): void {
    const { clock, online, leaseNames, kicks, presence, shared, resolver } = this.#deps;
    // A proxy whose clock is ahead must not make sessions that begin in the future.
    const joinedAt = Math.min(player.joinedAt, clock.now());
    if (shared.isOver(lease, { ...player, joinedAt })) return;
    const proved = leaseNames.isProved(lease, player.uuid, player.name);
    const who = { ...player, proved, claim: ownClaim(player) };
    if (who.proved) void resolver.vouched(player.uuid, player.name);
    if (kicks.refuseImpostor(lease, who)) return;
    if (lease.refused.has(player.uuid) && kicks.refuseJoin(lease, who)) return;
    const other = online.get(player.uuid);
    const isSuperseded = other !== undefined && shared.isSuperseded(lease, { ...player, joinedAt });
    // Who has another name may be there by the uuid without a proof, and came later to take it.
    const isSame = other?.folded === foldName(player.name);
    if (isSuperseded && (isSame || kicks.isProved(other))) kicks.kickElsewhere(lease.key, player);
    else presence.enter(lease, { ...player, joinedAt }, player.joinedAt);
  }

  /** No list waits for the database any more. */
  close(): void {
    this.#isClosed = true;
  }

  /**
   * What the names of a whole list say, once it is known what the table has of them: while the database is away, it is asked
   * again for as long as the session is the current one. Never rejects.
   */
  async #noteNames(
    lease: ProxyLease,
    players: readonly ReportedPlayer[],
    isCurrent: () => boolean,
  ): Promise<void> {
    const { clock, random } = this.#deps;
    for (let attempt = 0; !(await this.#areRead(lease, players)); attempt += 1) {
      await new Promise<void>((resolve) => {
        clock.setTimeout(resolve, backoffMs(attempt, FIRST_RETRY_MS, MAX_RETRY_MS, random));
      });
      if (this.#isClosed || !isCurrent()) return;
    }
    lease.lane.run(this.#noteEach(lease, players));
  }

  /** Whether memory knows what the table has of these names, where that matters. Never rejects. */
  async #areRead({ identity }: ProxyLease, players: readonly ReportedPlayer[]): Promise<boolean> {
    const { names, namesNotRead } = this.#deps;
    if (identity.platform !== 'edge' || players.length === 0) return true;
    try {
      await names.load(players.map(({ name }) => name));
      return true;
    } catch (error) {
      namesNotRead.note('player-lists', { err: error });
      return false;
    }
  }

  *#noteEach(lease: ProxyLease, players: readonly ReportedPlayer[]): Iterator<number> {
    const { online, leaseNames } = this.#deps;
    for (const player of players) {
      if (this.#isShown(lease, player)) this.#note(lease, player);
      else if (online.get(player.uuid) === undefined) leaseNames.noteRefused(lease, player.uuid, player.name);
      else continue;
      yield 1;
    }
  }

  #note(lease: ProxyLease, player: ReportedPlayer): void {
    const { leaseNames, kicks } = this.#deps;
    if (!this.#isShown(lease, player)) return;
    const { uuid, name } = player;
    const proved = leaseNames.isProved(lease, uuid, name);
    const who = { uuid, name, proved, claim: ownClaim(player) };
    leaseNames.note(lease, who);
    if (!who.proved) kicks.kickBanned(lease.key, who);
  }

  /** Whether this entry is the one that is online: two of a list may have one uuid. */
  #isShown(lease: ProxyLease, { uuid, name }: ReportedPlayer): boolean {
    const entry = this.#deps.online.get(uuid);
    return entry?.lease === lease.key && entry.folded === foldName(name);
  }
}
