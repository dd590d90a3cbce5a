import { foldName } from '../../../domain/player-name.ts';
import type { Uuid } from '../../../domain/uuid.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { FoldedLog } from '../../../runtime/folded-log.ts';
import type { Logger } from '../../../runtime/logger.ts';
import type { AdmissionControl } from '../../admission/admission-control.ts';
import type { ReportedPlayer } from '../../agents.ts';
import { isConnected } from '../../entities/lease-actor.ts';
import type { PlayerActors } from '../../entities/player-actors.ts';
import { ownClaim } from '../../identity/own-claim.ts';
import type { OnlineEntry } from '../../models/online-entry.ts';
import type { OnlinePlayers } from '../../models/online-players.ts';
import type { Playtime } from '../../models/playtime.ts';
import type { LeaseNames } from '../lease-names.ts';
import type { PlayerLocations } from '../locations/player-locations.ts';
import type { ProxyKicks } from '../proxy-kicks.ts';
import type { ProxyLease, ProxyLeases } from '../proxy-lease.ts';
import { DueQueue } from './due-queue.ts';
import type { EdgeLogins } from './edge-logins.ts';
import { isBehindEdge, isEdge, type Leg, type Legs } from './legs.ts';

/** In this time an edge has a player whom an agent behind it has; else they came another way. */
const DOOR_WITHIN_MS = 30_000;
/** How long after one side has ended a session the other may still say that the player is there. */
const OVER_MS = 10_000;
/** How long two edges may have one player: the first may say later that they left than the second that they came. */
const TWO_DOORS_MS = 5_000;

export interface SharedSessionsDeps {
  readonly admissionControl: Pick<AdmissionControl, 'release'>;
  readonly playerActors: PlayerActors;
  readonly playerLocations: PlayerLocations;
  readonly playtime: Pick<Playtime, 'readdress'>;
  readonly online: OnlinePlayers;
  readonly leases: ProxyLeases;
  readonly leaseNames: LeaseNames;
  readonly legs: Legs;
  readonly edgeLogins: EdgeLogins;
  readonly kicks: ProxyKicks;
  /** Brings a player back whom this side still has, although the other had ended the session. */
  readonly comeBack: (lease: ProxyLease, player: ReportedPlayer, reportedAt: number) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * The sessions that an edge and the agent of a proxy behind it have together (docs/decisions/0154). The agent, where there is one,
 * vouches for them: for who the player is and on which server. The edge says the address. When one of the two lets the player
 * go the session ends, and what the other says of them then counts only if it says so for long.
 */
export class SharedSessions {
  readonly #deps: SharedSessionsDeps;
  readonly #notBehind: FoldedLog;
  readonly #lone: DueQueue<Leg>;
  readonly #over: DueQueue<Leg>;
  readonly #twoDoors: DueQueue<Uuid>;

  constructor(deps: SharedSessionsDeps) {
    const { clock, logger } = deps;
    this.#deps = deps;
    const event = 'proxy.not-behind-edge';
    this.#notBehind = new FoldedLog({ clock, logger, level: 'warn', event, by: 'proxy' });
    this.#lone = new DueQueue(clock, DOOR_WITHIN_MS, (leg) => this.#stayedAlone(leg));
    this.#over = new DueQueue(clock, OVER_MS, (leg) => this.#stayedOver(leg));
    this.#twoDoors = new DueQueue(clock, TWO_DOORS_MS, (uuid) => this.#closeFirstDoor(uuid));
  }

  /** Whether the player is online by the other side: an agent behind an edge for an edge, and an edge for such an agent. */
  isShared(lease: ProxyLease, { uuid, name }: Pick<ReportedPlayer, 'uuid' | 'name'>): boolean {
    const entry = this.#deps.online.get(uuid);
    return entry !== undefined && entry.folded === foldName(name) && this.#isOtherSide(lease, entry);
  }

  /** Whether the player is online by a later session of another proxy; two agents are compared by what they say themselves. */
  isSuperseded(lease: ProxyLease, player: ReportedPlayer): boolean {
    const { legs, leases, online } = this.#deps;
    const entry = online.get(player.uuid);
    if (entry === undefined || entry.lease === lease.key || this.isShared(lease, player)) return false;
    const holder = leases.withKey(entry.lease);
    const leg = holder && legs.at(holder, entry.uuid);
    return (leg?.player.joinedAt ?? entry.joinedAt) > player.joinedAt;
  }

  /** When the session of this side began, as it says it itself, also of one that is over; undefined where it has no part of one. */
  startOf(lease: ProxyLease, uuid: Uuid): number | undefined {
    return this.#deps.legs.at(lease, uuid)?.startedAt;
  }

  /** Whether this side has ended, by the other's word, and says nothing new by listing the player again. */
  isOver(lease: ProxyLease, { uuid, joinedAt }: ReportedPlayer): boolean {
    const leg = this.#deps.legs.at(lease, uuid);
    return leg?.isOver === true && joinedAt <= leg.player.joinedAt;
  }

  /** The player as this side may say it: an agent behind an edge often sees the address of the edge. */
  asKnown(lease: ProxyLease, player: ReportedPlayer): ReportedPlayer {
    const { legs, edgeLogins } = this.#deps;
    if (!isBehindEdge(lease)) return player;
    const { uuid, name } = player;
    if (legs.at(lease, uuid)?.isAlone === true) return player;
    const door = legs.doorsOf(uuid).at(-1);
    return { ...player, ip: door?.player.ip ?? edgeLogins.ipOf(name) };
  }

  /** Who is at an edge under the name of this player by another uuid, without a proof: the agent behind says who they are. */
  mistaken(lease: ProxyLease, { uuid, name }: Pick<ReportedPlayer, 'uuid' | 'name'>): OnlineEntry[] {
    const { online, leases, leaseNames } = this.#deps;
    if (!isBehindEdge(lease) || !leaseNames.isProved(lease, uuid, name)) return [];
    return online.named(name).filter((entry) => {
      const edge = leases.withKey(entry.lease);
      if (entry.uuid === uuid || edge === undefined || !isEdge(edge)) return false;
      if (edge.client.identify === undefined || edge.servers === 'offline') return false;
      return !leaseNames.isProved(edge, entry.uuid, entry.name);
    });
  }

  /** The agent says again that it has the player, in the session that it has already. */
  again(lease: ProxyLease, { uuid, joinedAt }: ReportedPlayer, reportedAt: number): void {
    const leg = this.#deps.legs.at(lease, uuid);
    if (leg === undefined) return;
    leg.player = { ...leg.player, joinedAt };
    leg.startedAt = reportedAt;
  }

  /** Where the agent has the player, also while its session is over. */
  move(lease: ProxyLease, uuid: Uuid, server: string): void {
    const leg = this.#deps.legs.at(lease, uuid);
    if (leg !== undefined) leg.player = { ...leg.player, server };
  }

  /** Adds this side to the session that the other one has; false where there is none. `said` is what it says itself. */
  take(lease: ProxyLease, player: ReportedPlayer, said: ReportedPlayer, reportedAt: number): boolean {
    const { admissionControl, online, leaseNames, kicks } = this.#deps;
    const { uuid, name } = player;
    const entry = online.get(uuid);
    if (entry === undefined || !this.isShared(lease, player)) return false;
    admissionControl.release(uuid);
    lease.players.add(uuid);
    if (isEdge(lease)) this.#addDoor(lease, player, entry);
    else this.#addAgent(lease, said, entry, reportedAt);
    // A ban that was set meanwhile could reach only the side that was there.
    const proved = leaseNames.isProved(lease, uuid, name);
    kicks.kickBanned(entry.lease, { uuid, name, proved, claim: ownClaim(player) });
    return true;
  }

  /** The player came online by this side, and has no session by the other. */
  entered(lease: ProxyLease, said: ReportedPlayer, reportedAt: number): void {
    const { legs } = this.#deps;
    const { uuid } = said;
    if (!isBehindEdge(lease)) return legs.remove(lease, uuid);
    const leg = legs.put(lease, said, reportedAt);
    leg.hasDoor = legs.doorsOf(uuid).length > 0;
    if (!leg.hasDoor) this.#lone.add(leg);
  }

  /** Another session takes the place of this one: that of another agent behind the edges, which keep the player, or of anybody. */
  replaced({ uuid, lease, folded }: OnlineEntry, by: ProxyLease, name: string): void {
    const { legs, leases } = this.#deps;
    const holder = leases.withKey(lease);
    if (holder !== undefined) legs.remove(holder, uuid);
    if (isBehindEdge(by) && folded === foldName(name)) return;
    for (const door of legs.doorsOf(uuid)) this.#kickFrom(door);
  }

  /** This side, whose session was over, says so itself. */
  forget(lease: ProxyLease, uuid: Uuid): void {
    this.#deps.legs.remove(lease, uuid);
  }

  /** Whom this process had when the other side ended their sessions, a moment ago. */
  overOf(lease: ProxyLease): Uuid[] {
    const over = this.#over.items().filter((leg) => leg.lease === lease && leg.isOver);
    return over.map(({ player }) => player.uuid);
  }

  /** The player is not there any more by this side, which had them: whether nobody else has them, so that they are offline. */
  left(lease: ProxyLease, uuid: Uuid): boolean {
    const { legs, online } = this.#deps;
    legs.remove(lease, uuid);
    const entry = online.get(uuid);
    if (entry === undefined) return false;
    const doors = legs.doorsOf(uuid);
    if (entry.lease !== lease.key) return this.#doorLeft(lease, entry, doors);
    // Of several connections only one was the one that the agent had.
    if (doors.length > 1) return !this.#goOnBy(doors, entry);
    this.#end(doors[0]);
    return true;
  }

  /** This process vouches for nobody any more: whether the player is offline by that. */
  lapsed(lease: ProxyLease, uuid: Uuid): boolean {
    const { legs, online, leases } = this.#deps;
    legs.remove(lease, uuid);
    const entry = online.get(uuid);
    if (entry?.lease !== lease.key) return false;
    const doors = legs.doorsOf(uuid).filter((door) => leases.withKey(door.lease.key) === door.lease);
    return !this.#goOnBy(doors, entry);
  }

  /** Whether the player is offline by that: they are not while another edge has them. */
  #doorLeft(lease: ProxyLease, entry: OnlineEntry, doors: readonly Leg[]): boolean {
    const { leases, legs } = this.#deps;
    const holder = leases.withKey(entry.lease);
    if (!isEdge(lease) || holder === undefined || !isBehindEdge(holder)) return false;
    const door = doors.at(-1);
    if (door === undefined) this.#end(legs.at(holder, entry.uuid));
    else this.#readdress(entry, door.player.ip);
    return door === undefined;
  }

  /** The agent's session goes on by the last of these edges; false where there is none. */
  #goOnBy(doors: readonly Leg[], entry: OnlineEntry): boolean {
    const [newest, ...others] = doors.toReversed();
    if (newest === undefined) return false;
    for (const door of others) this.#kickFrom(door);
    this.#passToEdge(newest, entry);
    return true;
  }

  /** Whether everybody whom this process has is there by another one as well. */
  isCovered(lease: ProxyLease): boolean {
    const { legs, online } = this.#deps;
    if (lease.players.size === 0 || legs.size === 0) return false;
    for (const uuid of lease.players) {
      const isElsewhere = online.get(uuid)?.lease !== lease.key;
      if (!isElsewhere && legs.doorsOf(uuid).length === 0) return false;
    }
    return true;
  }

  close(): void {
    this.#notBehind.close();
    for (const queue of [this.#lone, this.#over, this.#twoDoors]) queue.close();
  }

  #isOtherSide(lease: ProxyLease, entry: OnlineEntry): boolean {
    if (entry.lease === lease.key) return false;
    const holder = this.#deps.leases.withKey(entry.lease);
    if (holder === undefined) return false;
    return isEdge(lease) ? isBehindEdge(holder) : isBehindEdge(lease) && isEdge(holder);
  }

  #addDoor(lease: ProxyLease, player: ReportedPlayer, entry: OnlineEntry): void {
    const { legs, leases } = this.#deps;
    const { uuid } = player;
    legs.put(lease, player);
    const holder = leases.withKey(entry.lease);
    const agent = holder && legs.at(holder, uuid);
    if (agent !== undefined) {
      agent.hasDoor = true;
      agent.isAlone = false;
    }
    const doors = legs.doorsOf(uuid);
    this.#readdress(entry, doors.at(-1)?.player.ip ?? '');
    if (doors.length > 1) this.#twoDoors.add(uuid);
  }

  #addAgent(lease: ProxyLease, said: ReportedPlayer, entry: OnlineEntry, reportedAt: number): void {
    const { legs, leases, playerActors, playerLocations } = this.#deps;
    const { uuid, server, claim } = said;
    const holder = leases.withKey(entry.lease);
    const { name, ip, joinedAt } = entry;
    if (holder !== undefined)
      legs.put(holder, { uuid, name, ip, joinedAt, server: null, claim: entry.claim });
    legs.put(lease, said, reportedAt).hasDoor = true;
    playerActors.send(uuid, { type: 'presence.pass', presence: { lease: lease.key, claim } });
    if (server === null) return playerLocations.displaced(uuid);
    playerLocations.placed(uuid);
    if (entry.server !== server) playerActors.send(uuid, { type: 'presence.switch', server });
  }

  /** The agent is gone and the edge has the player: on which server, nobody says any more. */
  #passToEdge({ lease, player: { claim } }: Leg, { uuid }: OnlineEntry): void {
    const { legs, playerActors, playerLocations } = this.#deps;
    legs.remove(lease, uuid);
    playerActors.send(uuid, { type: 'presence.pass', presence: { lease: lease.key, claim } });
    if (!isConnected(lease.actor)) playerActors.send(uuid, { type: 'presence.lost' });
    playerLocations.displaced(uuid);
  }

  #readdress(entry: OnlineEntry, ip: string): void {
    if (ip !== '' && ip !== entry.ip) this.#deps.playtime.readdress(entry, ip);
  }

  /** The other side has ended the session: this one says so too, in a moment. */
  #end(leg: Leg | undefined): void {
    if (leg === undefined) return;
    leg.isOver = true;
    leg.lease.players.delete(leg.player.uuid);
    leg.lease.starts.delete(leg.player.uuid);
    this.#over.add(leg);
  }

  #stayedOver(leg: Leg): void {
    const { legs, leases, online, comeBack } = this.#deps;
    const { lease, player } = leg;
    const { uuid } = player;
    if (legs.at(lease, uuid) !== leg || !leg.isOver) return;
    if (leases.withKey(lease.key) !== lease) return legs.remove(lease, uuid);
    // What it says when it is back counts.
    if (!isConnected(lease.actor)) return this.#over.add(leg);
    legs.remove(lease, uuid);
    if (online.get(uuid) === undefined || this.isShared(lease, player))
      comeBack(lease, player, leg.startedAt);
  }

  #stayedAlone(leg: Leg): void {
    const { legs, online } = this.#deps;
    const { lease, player } = leg;
    const { uuid, name, ip } = player;
    const entry = online.get(uuid);
    if (legs.at(lease, uuid) !== leg || leg.isOver || leg.hasDoor || entry?.lease !== lease.key) return;
    leg.isAlone = true;
    this.#readdress(entry, ip);
    const detail =
      'This agent has behindEdge: true, and no edge has this player. Whoever does not come by an edge is an ordinary player; where nobody does, write behindEdge: false';
    this.#notBehind.note(lease.identity.name, { uuid, name, detail });
  }

  /** Two edges have the player for good: these are two clients, and the later one holds. */
  #closeFirstDoor(uuid: Uuid): void {
    const [, ...others] = this.#deps.legs.openDoorsOf(uuid).toReversed();
    for (const door of others) this.#kickFrom(door);
  }

  #kickFrom({ lease, player }: Leg): void {
    const { legs, kicks } = this.#deps;
    const { uuid } = player;
    lease.players.delete(uuid);
    legs.remove(lease, uuid);
    kicks.kickElsewhere(lease.key, player, () => legs.at(lease, uuid) === undefined);
  }
}
