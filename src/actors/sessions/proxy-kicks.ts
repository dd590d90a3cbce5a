import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { Clock } from '../../runtime/clock.ts';
import { within } from '../../runtime/deadline.ts';
import { FoldedLog } from '../../runtime/folded-log.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ThinnedLog } from '../../runtime/thinned-log.ts';
import type { Admitted, AdmissionControl } from '../admission/admission-control.ts';
import type { BanClaims } from '../identity/bans/ban-claims.ts';
import type { BanIndex } from '../models/ban-index.ts';
import type { NameRegistry } from '../models/name-registry.ts';
import type { OnlineEntry } from '../models/online-entry.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import { isEdge, type Legs } from './behind-edge/legs.ts';
import type { PlayerLocations } from './locations/player-locations.ts';
import { KICK_WITHIN_MS, type ServerKicks } from './locations/server-kicks.ts';
import type { BorrowedUuids } from './borrowed-uuids.ts';
import type { LeaseNames } from './lease-names.ts';
import { ownClaim } from '../identity/own-claim.ts';
import type { ProxyClients } from './proxy-clients.ts';
import { impostorKey, noteRefusal, type ProxyLease, type ProxyLeases } from './proxy-lease.ts';

/** What a player who joins a second time, by another proxy, reads on the first. */
const ELSEWHERE = 'You joined the network from another place';
/** What a player reads whose uuid is another player's, who is online. */
const NOT_YOURS = 'Somebody else is on the network with this account';
/** Joins of one proxy that were refused as somebody else's, and are remembered until the player has left. */
const MAX_IMPOSTORS = 10_000;

export interface ProxyKicksDeps {
  readonly admissionControl: AdmissionControl;
  readonly names: NameRegistry;
  readonly banClaims: BanClaims;
  readonly borrowedUuids: BorrowedUuids;
  readonly index: BanIndex;
  readonly leaseNames: LeaseNames;
  readonly leases: ProxyLeases;
  readonly legs: Legs;
  readonly online: OnlinePlayers;
  readonly proxyClients: ProxyClients;
  readonly playerLocations: Pick<PlayerLocations, 'serversOf'>;
  readonly serverKicks: ServerKicks;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where it is said that names could not be read. */
  readonly namesNotRead: ThinnedLog;
}

/** Who must not be on a proxy and is kicked from it: what they read, and how long the reason holds. */
export class ProxyKicks {
  readonly #deps: ProxyKicksDeps;
  readonly #refusals: FoldedLog;
  readonly #claims: FoldedLog;

  constructor(deps: ProxyKicksDeps) {
    const { clock, logger } = deps;
    this.#deps = deps;
    this.#refusals = new FoldedLog({ clock, logger, level: 'info', event: 'join.refused', by: 'proxy' });
    this.#claims = new FoldedLog({ clock, logger, level: 'warn', event: 'join.not-theirs', by: 'proxy' });
  }

  /**
   * Without a proof nobody takes the place of a player of another name: they are kicked, and it returns true. With one,
   * they do, because the other one's claim was false.
   */
  refuseImpostor(lease: ProxyLease, { uuid, name, proved }: Admitted): boolean {
    const { online, proxyClients } = this.#deps;
    if (proved) return false;
    const impostor = impostorKey(uuid, name);
    const isOther = (): boolean => {
      const entry = online.get(uuid);
      return entry !== undefined && entry.folded !== foldName(name);
    };
    if (!isOther() && !lease.impostors.has(impostor)) return false;
    if (lease.impostors.size < MAX_IMPOSTORS) lease.impostors.add(impostor);
    this.#claims.note(lease.identity.name, { uuid, name });
    const isUnwelcome = (): boolean => isOther() || lease.impostors.has(impostor);
    void proxyClients.kick(lease.key, uuid, NOT_YOURS, isUnwelcome, name);
    return true;
  }

  /**
   * Decides a join once more, because something may have changed since the login. True for a player who is refused: they
   * are kicked. Whose session goes on by another uuid is refused for a ban only.
   */
  refuseJoin(lease: ProxyLease, who: Admitted, goesOn = false): boolean {
    const { admissionControl, proxyClients, online } = this.#deps;
    const { uuid, name } = who;
    const admission = goesOn ? admissionControl.rejoin(who) : admissionControl.join(who);
    if (admission.allow) {
      lease.refused.delete(uuid);
      return false;
    }
    const { code, message } = admission;
    this.#refusals.note(lease.identity.name, { uuid, name, code });
    const before = online.get(uuid);
    const isShared = before?.lease === lease.key && before.folded !== foldName(name);
    const isByUuid = code !== 'banned' || this.#isUuidBanned(uuid);
    // No list judges others anew who are there by the same uuid.
    if (!isShared && isByUuid) noteRefusal(lease, uuid);
    // Others may be there by the same uuid: only who is refused has to go.
    void proxyClients.kick(lease.key, uuid, message, () => !this.#isThere(lease.key, who), name);
    return true;
  }

  /**
   * Kicks a player while a ban of theirs holds; does nothing when none does. Who has the banned uuid only because others said so
   * goes on without it.
   */
  kickBanned(lease: string, who: Admitted): void {
    const { admissionControl, proxyClients } = this.#deps;
    const message = admissionControl.banMessage(who);
    if (message === undefined) return;
    const { uuid, name } = who;
    const isBanned = (): boolean => admissionControl.banMessage(who) !== undefined;
    const close = (at: string): Promise<boolean> => proxyClients.kick(at, uuid, message, isBanned, name);
    const kick = (): void => this.#afterWords(lease, { uuid, name }, message, close);
    if (this.#isOfAnother(lease, who)) void this.#takeBack(lease, who).then((isDone) => isDone || kick());
    else kick();
  }

  /** Kicks an online player for the maintenance that an admin has begun. The caller does not wait. */
  kickForMaintenance({ lease, uuid, name }: OnlineEntry, message: string): void {
    const { online, legs, leases, proxyClients } = this.#deps;
    const isThere = (at: string): boolean => {
      const door = leases.withKey(at);
      return online.get(uuid)?.lease === at || (door !== undefined && legs.at(door, uuid) !== undefined);
    };
    const close = (at: string): Promise<boolean> => proxyClients.kick(at, uuid, message, () => isThere(at));
    this.#afterWords(lease, { uuid, name }, message, close);
  }

  /**
   * Closes once somebody has said why, where somebody can: the agent behind the edge, or else the server. What they answer is not
   * believed: the edge closes in any case.
   */
  #afterWords(
    lease: string,
    player: Pick<Admitted, 'uuid' | 'name'>,
    message: string,
    close: (at: string) => Promise<boolean>,
  ): void {
    const doors = this.#deps.legs.openDoorsOf(player.uuid).map((door) => door.lease.key);
    if (doors.length > 0 && !doors.includes(lease))
      void this.#afterAgent(lease, doors, player, message, close);
    else if (this.#isEdge(lease)) this.#afterServer(player, message, () => void close(lease));
    else void close(lease);
  }

  /** Never rejects. */
  async #afterAgent(
    agent: string,
    doors: readonly string[],
    player: Pick<Admitted, 'uuid' | 'name'>,
    message: string,
    close: (at: string) => Promise<boolean>,
  ): Promise<void> {
    const closeDoors = (): void => {
      for (const door of doors) void close(door);
    };
    if (await this.#byAgent(close(agent))) closeDoors();
    else this.#afterServer(player, message, closeDoors);
  }

  #afterServer(player: Pick<Admitted, 'uuid' | 'name'>, message: string, close: () => void): void {
    const said = this.#kickByServer(player, message);
    if (said === undefined) close();
    else void said.then(close);
  }

  /** The agent or server behind the edge says to a player why they have to go; undefined where none can. */
  kickByServer(
    lease: string,
    player: Pick<Admitted, 'uuid' | 'name'>,
    message: string,
  ): Promise<boolean> | undefined {
    const { legs, proxyClients } = this.#deps;
    if (this.#isEdge(lease)) return this.#kickByServer(player, message);
    // Other proxies say it themselves, and may take the player whom a server kicks to another server.
    if (legs.openDoorsOf(player.uuid).length === 0) return undefined;
    const kick = proxyClients.of(lease)?.kick(player.uuid, message) ?? Promise.resolve(false);
    return this.#byAgent(kick.then((outcome) => outcome === true)).then(
      async (isDone) => isDone || ((await this.#kickByServer(player, message)) ?? false),
    );
  }

  #kickByServer(player: Pick<Admitted, 'uuid' | 'name'>, message: string): Promise<boolean> | undefined {
    const { playerLocations, serverKicks } = this.#deps;
    return serverKicks.kick(player, playerLocations.serversOf(player.uuid), message);
  }

  /** Whether the agent has kicked in time. Never rejects. */
  #byAgent(kick: Promise<boolean>): Promise<boolean> {
    const detail = 'The agent did not kick in time';
    return within(this.#deps.clock, KICK_WITHIN_MS, kick, 'platform_unavailable', detail).catch(() => false);
  }

  #isEdge(key: string): boolean {
    const lease = this.#deps.leases.withKey(key);
    return lease !== undefined && isEdge(lease);
  }

  /** A login of the banned player may be past the door: a server can say why it ends, before the edge has heard of the ban. */
  sayBanned({ uuid, name }: Pick<Admitted, 'uuid' | 'name'>): void {
    const { admissionControl, serverKicks, online } = this.#deps;
    if (admissionControl.loginsOf(uuid).length === 0) return;
    const message = admissionControl.banMessage({ uuid, name, proved: true });
    // Whoever is online under the name is another.
    const by = online.named(name).length > 0 ? {} : { name };
    if (message !== undefined) void serverKicks.kick({ uuid, ...by }, [], message);
  }

  /** Whether the ban of the uuid may be about somebody else than who is here by it: they came under another name. */
  #isOfAnother(lease: string, { uuid, name, claim }: Admitted): boolean {
    const { index, banClaims, borrowedUuids, clock } = this.#deps;
    const now = clock.now();
    const ban = index.activeAt(uuid, now);
    if (ban === undefined || foldName(ban.name) === foldName(name)) return false;
    return (claim !== uuid || banClaims.isOfAnother(uuid, name)) && borrowedUuids.areAt(lease);
  }

  /** Never rejects. False for who is banned all the same. */
  #takeBack(lease: string, { uuid, name, claim = null }: Admitted): Promise<boolean> {
    const { admissionControl, borrowedUuids } = this.#deps;
    const isFree = (found: Uuid): boolean =>
      admissionControl.banMessage({ uuid: found, name, proved: false, claim }) === undefined;
    return borrowedUuids.takeBack(lease, { uuid, name, claim }, isFree);
  }

  #isUuidBanned(uuid: Uuid): boolean {
    const { index, banClaims, clock } = this.#deps;
    return index.activeAt(uuid, clock.now()) !== undefined && !banClaims.has(uuid);
  }

  #isThere(lease: string, { uuid, name }: Pick<Admitted, 'uuid' | 'name'>): boolean {
    const entry = this.#deps.online.get(uuid);
    return entry?.lease === lease && entry.folded === foldName(name);
  }

  /** Whether the name of somebody who is online is proved, by what memory knows. */
  isProved({ lease: at, uuid, name }: OnlineEntry): boolean {
    const { leases, leaseNames, names } = this.#deps;
    const lease = leases.withKey(at);
    return lease !== undefined && (leaseNames.isProved(lease, uuid, name) || names.wasProved(name, uuid));
  }

  /** Kicks others who are online under the name of a banned player, and are not proved to be somebody else. */
  async kickNamed(name: string, banned: Uuid): Promise<void> {
    const { leases, online, names, namesNotRead } = this.#deps;
    const found = online.named(name).filter((entry) => entry.uuid !== banned);
    if (found.length === 0) return;
    // Memory may have forgotten the proof of a name.
    await names.load([name]).catch((error: unknown) => namesNotRead.note('proxy-kicks', { err: error }));
    for (const entry of found) {
      const { uuid, lease: at, name: shown, claim } = entry;
      if (leases.withKey(at) === undefined || online.get(uuid)?.lease !== at) continue;
      // A session may last longer than a proof: who was proved when it began is no other now.
      const proved = this.isProved(entry);
      this.kickBanned(at, { uuid, name: shown, proved, claim: ownClaim({ uuid, claim }) });
    }
  }

  /** Kicks a player from this proxy, because their later session is on another one, while they are not online by this one. */
  kickElsewhere(
    lease: string,
    { uuid, name }: Pick<Admitted, 'uuid' | 'name'>,
    isElsewhere = (): boolean => this.#deps.online.get(uuid)?.lease !== lease,
  ): void {
    void this.#deps.proxyClients.kick(lease, uuid, ELSEWHERE, isElsewhere, name);
  }

  /**
   * Another player has come by the uuid of this one, with a proof: this one goes on without it, and is kicked only where that
   * cannot be. Never rejects.
   */
  async replace(before: OnlineEntry, by: ProxyLease): Promise<void> {
    const { proxyClients, borrowedUuids } = this.#deps;
    const { lease, uuid, name } = before;
    const isHere = lease === by.key;
    // A proxy that checks accounts itself knows a player by one name at a time.
    if (isHere && by.identity.platform !== 'edge') return;
    const isDone = await borrowedUuids.takeBack(lease, { uuid, name, claim: ownClaim(before) }, () => true);
    if (isDone) return;
    this.#deps.leases.withKey(lease)?.renamed.kicked(name, this.#deps.clock.elapsed());
    const message = isHere ? NOT_YOURS : ELSEWHERE;
    void proxyClients.kick(lease, uuid, message, () => !this.#isThere(lease, before), name);
  }

  close(): void {
    this.#refusals.close();
    this.#claims.close();
  }
}
