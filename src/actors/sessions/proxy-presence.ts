import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { AdmissionControl } from '../admission/admission-control.ts';
import type { JoiningPlayer, ReportedPlayer } from '../agents.ts';
import type { OnlineEntry } from '../models/online-entry.ts';
import type { PlayerActors } from '../entities/player-actors.ts';
import type { IdentityResolver } from '../identity/identity-resolver.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { Playtime } from '../models/playtime.ts';
import type { ClaimChecks } from './claim-checks.ts';
import type { LeaseNames } from './lease-names.ts';
import type { PlayerLocations } from './locations/player-locations.ts';
import type { ProxyKicks } from './proxy-kicks.ts';
import { ownClaim } from '../identity/own-claim.ts';
import { forgetRefusals, type ProxyLease, type ProxyLeases } from './proxy-lease.ts';

export interface ProxyPresenceDeps {
  readonly resolver: IdentityResolver;
  readonly admissionControl: AdmissionControl;
  readonly playerActors: PlayerActors;
  readonly leaseNames: LeaseNames;
  readonly claimChecks: ClaimChecks;
  readonly leases: ProxyLeases;
  readonly kicks: ProxyKicks;
  readonly playerLocations: PlayerLocations;
  readonly online: OnlinePlayers;
  readonly playtime: Pick<Playtime, 'readdress'>;
  readonly clock: Clock;
}

/** How the players of a proxy come online, move and leave. */
export class ProxyPresence {
  readonly #deps: ProxyPresenceDeps;

  constructor(deps: ProxyPresenceDeps) {
    this.#deps = deps;
  }

  /**
   * A player came to the proxy: they are online by it, unless they are refused. One who is already is there by another of
   * their sessions now.
   */
  join(lease: ProxyLease, joining: JoiningPlayer): void {
    const { clock, claimChecks } = this.#deps;
    const reportedAt = joining.joinedAt ?? clock.now();
    // Not in the future, and not before the proxy itself began: playtime counts from then.
    const joinedAt = Math.min(clock.now(), Math.max(reportedAt, lease.identity.epoch));
    const player = { ...joining, joinedAt };
    // Before anything follows from the uuid: who claims that of a player who is online is told to the edge, and not kicked.
    const wasThere = this.#goesOn(lease, player);
    const release = (held: ReportedPlayer): void => this.#join(lease, held, wasThere, reportedAt);
    if (!claimChecks.hold(lease, { player, wasThere, release })) release(player);
  }

  /** Whether this is a session that an edge reports anew, because it has another uuid now. */
  #goesOn(lease: ProxyLease, { uuid, name }: ReportedPlayer): boolean {
    const { online, clock } = this.#deps;
    if (lease.identity.platform !== 'edge') return false;
    const before = online.get(uuid);
    const isHere = before?.lease === lease.key;
    const isOther = isHere && before.folded !== foldName(name);
    if (isOther || lease.held.hasOther(uuid, name)) lease.renamed.together(uuid);
    // By another session, or from another address: they have their place, and take nobody else's.
    if (isHere && !isOther) return true;
    // Their entry of the list is not checked yet.
    if (lease.held.wasThere(uuid, name)) return true;
    const isThere = (by: Uuid): boolean => by !== uuid && this.#isThere(lease, by, name);
    return lease.renamed.goesOn(name, isThere, clock.elapsed());
  }

  /** Whether a player of this name is there by this uuid, present or held. */
  #isThere(lease: ProxyLease, uuid: Uuid, name: string): boolean {
    return this.#namesThere(lease, uuid).some((one) => foldName(one) === foldName(name));
  }

  /** The names of those who have their place in the network by this uuid. */
  #namesThere({ key, held }: ProxyLease, uuid: Uuid): string[] {
    const names = Array.from(held.thereBefore(uuid), ({ name }) => name);
    const entry = this.#deps.online.get(uuid);
    return entry?.lease === key ? [...names, entry.name] : names;
  }

  #join(lease: ProxyLease, player: ReportedPlayer, goesOn: boolean, reportedAt: number): void {
    const { leaseNames, kicks, online, resolver } = this.#deps;
    const { uuid, name } = player;
    const who = { uuid, name, proved: leaseNames.isProved(lease, uuid, name), claim: ownClaim(player) };
    // Proxies without an agent report no logins.
    if (who.proved) void resolver.vouched(uuid, name);
    if (kicks.refuseImpostor(lease, who)) return;
    const isKnown = lease.players.has(uuid) && online.get(uuid)?.name === name;
    if (!isKnown && kicks.refuseJoin(lease, who, goesOn)) return leaseNames.noteRefused(lease, uuid, name);
    this.enter(lease, player, reportedAt);
    leaseNames.note(lease, who);
  }

  /**
   * Makes a player online by the proxy, and by no other; one who is already goes on with their session. `reportedAt` is its begin as
   * the proxy says it, which is how it will name the session.
   */
  enter(lease: ProxyLease, player: ReportedPlayer, reportedAt: number): void {
    const { online, admissionControl, playerActors, playerLocations, playtime } = this.#deps;
    const { leaseNames, claimChecks, kicks, leases, clock } = this.#deps;
    const { uuid, name, ip, server, joinedAt, claim } = player;
    claimChecks.entered(uuid, name);
    const before = online.get(uuid);
    if (before?.lease === lease.key && before.folded === foldName(name)) {
      noteStart(lease, before, reportedAt);
      playerActors.resume(uuid);
      if (ip !== '' && ip !== before.ip) playtime.readdress(before, ip);
      if (server !== null) this.switch(lease, uuid, server);
      else if (lease.identity.platform === 'edge') playerLocations.displaced(uuid);
      // A ban that was set while the proxy was away could not kick them.
      const proved = leaseNames.isProved(lease, uuid, name);
      kicks.kickBanned(lease.key, { uuid, name, proved, claim: ownClaim(player) });
      return;
    }
    if (before !== undefined) {
      this.forget(uuid);
      if (before.folded !== foldName(name)) {
        leases.withKey(before.lease)?.renamed.keepsPlace(before.name, clock.elapsed());
        void kicks.replace(before, lease);
      } else kicks.kickElsewhere(before.lease, before);
    }
    lease.renamed.entered(name);
    lease.players.add(uuid);
    admissionControl.release(uuid);
    playerActors.enter(uuid, name, { lease: lease.key, ip, server, joinedAt, claim });
    const entry = online.get(uuid);
    // The actor refuses a banned player, who is not present then.
    if (entry?.lease !== lease.key) lease.players.delete(uuid);
    else noteStart(lease, entry, reportedAt);
  }

  /** A player of the proxy is on this server; a switch of before their session began is one of an earlier session. */
  switch(lease: ProxyLease, uuid: Uuid, server: string, at?: number): void {
    lease.held.move(uuid, server);
    const entry = this.#deps.online.get(uuid);
    if (entry?.lease !== lease.key || (at !== undefined && at < startOf(lease, entry))) return;
    // Also where a list had them there before: from now on it is the proxy that says so.
    this.#deps.playerLocations.placed(uuid);
    if (entry.server === server) return;
    this.#deps.playerActors.send(uuid, { type: 'presence.switch', server });
  }

  /** A player is not on the proxy any more. With a moment only the session that began then ends: there may be a newer one. */
  leave(lease: ProxyLease, uuid: Uuid, joinedAt?: number): void {
    const entry = this.#deps.online.get(uuid);
    const isOther =
      entry?.lease === lease.key && joinedAt !== undefined && startOf(lease, entry) !== joinedAt;
    if (isOther) return;
    lease.starts.delete(uuid);
    forgetRefusals(lease, uuid);
    lease.renamed.left(uuid, this.#namesThere(lease, uuid), this.#deps.clock.elapsed());
    lease.held.forget(uuid);
    if (lease.players.delete(uuid)) this.#deps.playerActors.send(uuid, { type: 'presence.leave' });
  }

  /** Ends a player's presence on the proxy that has them: they joined by another one, or are not there. */
  forget(uuid: Uuid): void {
    const { online, leases, playerActors } = this.#deps;
    const entry = online.get(uuid);
    if (entry === undefined) return;
    const lease = leases.withKey(entry.lease);
    lease?.players.delete(uuid);
    lease?.starts.delete(uuid);
    playerActors.send(uuid, { type: 'presence.leave' });
  }

  /** The connection of the proxy is lost: its players stay for the grace. Step by step. */
  lose(lease: ProxyLease): Iterator<number> {
    return this.#tellAll(lease, 'presence.lost');
  }

  /** The proxy vouches for nobody any more: its players leave. Step by step. */
  end(lease: ProxyLease): Iterator<number> {
    return this.#tellAll(lease, 'presence.leave');
  }

  /** All players whom this proxy vouches for; one who came back by another one meanwhile is that one's. */
  *#tellAll(lease: ProxyLease, type: 'presence.lost' | 'presence.leave'): Iterator<number> {
    const { online, playerActors } = this.#deps;
    for (const uuid of lease.players) {
      if (online.get(uuid)?.lease === lease.key) playerActors.send(uuid, { type });
      if (type === 'presence.leave') lease.players.delete(uuid);
      yield 1;
    }
  }
}

/** When the session began as its proxy says. */
function startOf({ starts }: ProxyLease, { uuid, joinedAt }: OnlineEntry): number {
  return starts.get(uuid) ?? joinedAt;
}

function noteStart({ starts }: ProxyLease, { uuid, joinedAt }: OnlineEntry, reportedAt: number): void {
  if (reportedAt === joinedAt) starts.delete(uuid);
  else starts.set(uuid, reportedAt);
}
