import type { Admission } from '../../domain/admission.ts';
import type { BanAuthor } from '../../domain/ban.ts';
import { AppError } from '../../domain/errors.ts';
import type { ConnectedProxy, OwnServer, ServerDifferences } from '../../domain/resources.ts';
import type { Party } from '../../domain/party.ts';
import { foldName } from '../../domain/player-name.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { AdmissionControl } from '../admission/admission-control.ts';
import { RESERVATION_MS } from '../admission/slot-reservations.ts';
import type { PlayerActors } from '../entities/player-actors.ts';
import type { ClaimedBans } from '../identity/bans/claimed-bans.ts';
import type { IdentityResolver } from '../identity/identity-resolver.ts';
import type { NameOwnership } from '../identity/name-ownership.ts';
import type { StoreReadings } from '../identity/store-readings.ts';
import type { UnprovedPlayers } from '../identity/unproved-players.ts';
import type { BanClaims } from '../identity/bans/ban-claims.ts';
import type { BanIndex } from '../models/ban-index.ts';
import type { NameRegistry } from '../models/name-registry.ts';
import type { OnlineEntry } from '../models/online-entry.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { Playtime } from '../models/playtime.ts';
import type { Standing } from '../models/outages.ts';
import type { PartyRegistry } from '../parties/party-registry.ts';
import type {
  AgentIdentity,
  ClaimedLogin,
  Login,
  ProxySession,
  ReportedPlayer,
  ResolvedLogin,
} from '../agents.ts';
import type { Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { SlicedWork } from '../../runtime/limits/sliced-work.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ThinnedLog } from '../../runtime/thinned-log.ts';
import type { ProxiesDirectory } from '../network.ts';
import type { ProxyClient } from '../ports.ts';
import type { ServerKicks } from './locations/server-kicks.ts';
import { AgentLeases, type Lease, type LeaseFigures, type LeaseListener } from './agent-leases.ts';
import { EdgeLogins } from './behind-edge/edge-logins.ts';
import { isBehindEdge, isEdge, Legs } from './behind-edge/legs.ts';
import { SharedSessions, type SharedSessionsDeps } from './behind-edge/shared-sessions.ts';
import { BorrowedUuids } from './borrowed-uuids.ts';
import { ClaimChecks } from './claim-checks.ts';
import { EdgeIdentities } from './edge-identities.ts';
import { LeaseNames } from './lease-names.ts';
import { LoginsUnderWay } from '../identity/logins/logins-under-way.ts';
import { PlayerLists } from './player-lists.ts';
import type { PlayerLocations } from './locations/player-locations.ts';
import type { ProxyClientListener, ProxyClients } from './proxy-clients.ts';
import { ProxyKicks } from './proxy-kicks.ts';
import { ownClaim } from '../identity/own-claim.ts';
import { connectedProxyOf, openProxyLease, type ProxyLease, type ProxyLeases } from './proxy-lease.ts';
import { ProxyPresence } from './proxy-presence.ts';

/** Who has to know which proxies have reported all their players. */
interface ProxyCount {
  reported(name: string, players: ReadonlySet<Uuid>): void;
  /** It has ended as it should: its players are gone with it. */
  settle(name: string): void;
  /** Its grace is over; the players whom it still has are no longer online. */
  ended(name: string): void;
}

/** What proxies say of their own servers. */
interface OwnServerReports {
  report(lease: string, proxy: string, servers: readonly OwnServer[]): void;
  forget(lease: string): void;
  differencesOf(lease: string): ServerDifferences | null;
}

export interface ProxySessionsDeps {
  /** What the servers behind all edges do with accounts; undefined: edges are not compared. */
  readonly edgeIdentity: ClaimedLogin['identity'] | undefined;
  readonly names: NameRegistry;
  readonly resolver: IdentityResolver;
  readonly ownership: NameOwnership;
  readonly readings: StoreReadings;
  readonly index: BanIndex;
  readonly banClaims: BanClaims;
  readonly unprovedPlayers: UnprovedPlayers;
  readonly claimedBans: ClaimedBans;
  readonly admissionControl: AdmissionControl;
  readonly playerActors: PlayerActors;
  readonly online: OnlinePlayers;
  readonly playtime: Pick<Playtime, 'readdress'>;
  readonly parties: PartyRegistry;
  readonly ownServers: OwnServerReports;
  readonly proxyClients: ProxyClients;
  readonly status: { noteProxy(identity: AgentIdentity, standing: Standing): void };
  readonly headCount: ProxyCount;
  readonly serverKicks: ServerKicks;
  readonly playerLocations: PlayerLocations;
  readonly work: SlicedWork;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly namesNotRead: ThinnedLog;
  readonly random: Random;
}

/** A player as they are shown, and what their client sent where that is another uuid. */
type Shown = Pick<ReportedPlayer, 'uuid' | 'name' | 'claim'>;

/**
 * What proxies report of their players. A player is online because a proxy says so, and only while that proxy is
 * connected or in its grace (docs/channel.md "Presence is a lease").
 */
export class ProxySessions
  implements LeaseListener<ProxyClient, ProxyLease>, ProxyClientListener, ProxiesDirectory
{
  readonly #deps: ProxySessionsDeps;
  readonly #leases: ProxyLeases;
  readonly #edgeIdentities: EdgeIdentities;
  readonly #leaseNames: LeaseNames;
  readonly #loginsUnderWay: LoginsUnderWay;
  readonly #claimChecks: ClaimChecks;
  readonly #legs = new Legs();
  readonly #edgeLogins: EdgeLogins;
  readonly #shared: SharedSessions;
  readonly #kicks: ProxyKicks;
  readonly #presence: ProxyPresence;
  readonly #lists: PlayerLists;

  constructor(deps: ProxySessionsDeps) {
    const { clock, logger } = deps;
    this.#deps = deps;
    this.#leases = new AgentLeases({ role: 'proxy', listener: this, clock, logger });
    this.#edgeIdentities = new EdgeIdentities({ expected: deps.edgeIdentity, clock, logger });
    this.#leaseNames = new LeaseNames(deps);
    this.#loginsUnderWay = new LoginsUnderWay(clock, deps.readings);
    this.#claimChecks = new ClaimChecks(deps);
    this.#edgeLogins = new EdgeLogins(deps);
    const own = { leases: this.#leases, leaseNames: this.#leaseNames, claimChecks: this.#claimChecks };
    const common = { ...deps, ...own, legs: this.#legs, edgeLogins: this.#edgeLogins };
    this.#kicks = new ProxyKicks({ ...common, borrowedUuids: new BorrowedUuids(common) });
    const comeBack: SharedSessionsDeps['comeBack'] = (lease, ...player) =>
      lease.lane.run(() => this.#presence.comeBack(lease, ...player));
    this.#shared = new SharedSessions({ ...common, kicks: this.#kicks, comeBack });
    const tools = { ...common, kicks: this.#kicks, shared: this.#shared };
    this.#presence = new ProxyPresence(tools);
    this.#lists = new PlayerLists({ ...tools, presence: this.#presence });
  }

  get figures(): LeaseFigures {
    return this.#leases;
  }

  list(): readonly ConnectedProxy[] {
    const { ownServers } = this.#deps;
    return Array.from(this.#leases.values(), (lease) =>
      connectedProxyOf(lease, ownServers.differencesOf(lease.key)),
    ).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** A proxy connected and said who it is. Throws `not_permitted` for an edge that does not go with the others. */
  attach(identity: AgentIdentity, client: ProxyClient): ProxySession {
    this.#edgeIdentities.assertExpected(identity);
    const { id, lease, isCurrent } = this.#leases.attach(identity, client);
    const ifCurrent = <A extends unknown[]>(act: (...given: A) => void) => {
      return (...given: A): void => {
        if (isCurrent()) act(...given);
      };
    };
    const inOrder = <A extends unknown[]>(act: (...given: A) => void) => {
      const actIfCurrent = ifCurrent(act);
      return (...given: A): void => lease.lane.run(() => actIfCurrent(...given));
    };
    return {
      id,
      resolve: async (login) => {
        this.#edgeIdentities.assertLogin(identity, login.identity);
        this.#leaseNames.learnServers(lease, login.identity);
        const resolved = await this.#resolve(identity.name, login);
        this.#claimChecks.resolved(lease, resolved.uuid, login.name);
        return resolved;
      },
      login: (login) => this.#login(lease, login),
      cancel: inOrder((uuid) => this.#cancel(lease, uuid)),
      join: inOrder((player) => this.#presence.join(lease, player)),
      switch: inOrder((uuid, server, at?: number) => this.#presence.switch(lease, uuid, server, at)),
      leave: inOrder((uuid, joinedAt?: number) => this.#presence.leave(lease, uuid, joinedAt)),
      sync: ifCurrent((players) => {
        // The report is here in time, however long it takes to be taken.
        lease.actor.send({ type: 'link.synced' });
        lease.lane.run(this.#lists.take(lease, players, isCurrent));
        const counted = ifCurrent(() => this.#counted(lease));
        lease.lane.run(counted);
      }),
      ownServers: ifCurrent((servers: readonly OwnServer[]) =>
        this.#deps.ownServers.report(lease.key, identity.name, servers),
      ),
      hasPlayersOn: (server) => this.#hasPlayersOn(lease.key, server),
      authorOf: (by) => this.#authorOf(lease, by),
      parties: ifCurrent((parties: readonly Party[]) => this.#deps.parties.report(lease.key, parties)),
      lost: ifCurrent((ended?: boolean) => {
        if (ended === true) this.#deps.headCount.settle(lease.identity.name);
        this.#leases.lose(lease);
      }),
    };
  }

  /** The proxy says that it does not have the player: they are not online by it. With a name, only who is shown by that. */
  playerAbsent(lease: string, uuid: Uuid, name?: string): void {
    const at = this.#leases.withKey(lease);
    const entry = this.#deps.online.get(uuid);
    if (at === undefined || (name !== undefined && entry?.folded !== foldName(name))) return;
    this.#presence.absent(at, uuid);
  }

  /** The edge is told now who the player of this name is, and may report them by another uuid. */
  identifying(lease: string, name: string, uuid: Uuid): void {
    this.#leases.withKey(lease)?.renamed.told(name, uuid, this.#deps.clock.elapsed());
  }

  /** An admin throws this player out: who waits at the edge under the same name does not go on in their place. */
  thrownOut({ uuid, lease, name }: Pick<OnlineEntry, 'uuid' | 'lease' | 'name'>): void {
    const now = this.#deps.clock.elapsed();
    this.#leases.withKey(lease)?.renamed.kicked(name, now);
    for (const door of this.#legs.doorsOf(uuid)) door.lease.renamed.kicked(name, now);
  }

  /** Which of these leases are of agents behind an edge. */
  bySide(leases: readonly string[]): { readonly agents: string[]; readonly others: string[] } {
    const isAgent = (key: string): boolean => {
      const lease = this.#leases.withKey(key);
      return lease !== undefined && isBehindEdge(lease);
    };
    return { agents: leases.filter(isAgent), others: leases.filter((key) => !isAgent(key)) };
  }

  /** Where the connection of an online player is closed: at the edges that have them, or else at their proxy. */
  closersOf({ uuid, lease }: Pick<OnlineEntry, 'uuid' | 'lease'>): string[] {
    const doors = this.#legs.openDoorsOf(uuid).map((door) => door.lease.key);
    return doors.length > 0 ? doors : [lease];
  }

  /** Kicks an online player for the maintenance that an admin has begun. The caller does not wait. */
  kickForMaintenance(entry: OnlineEntry, message: string): void {
    this.thrownOut(entry);
    this.#kicks.kickForMaintenance(entry, message);
  }

  /** Kicks a player from the proxy while a ban of theirs holds; does nothing when none does. */
  kickBanned(lease: string, { uuid, name, claim }: Shown): void {
    this.#kicks.kickBanned(lease, { uuid, name, proved: true, claim: ownClaim({ uuid, claim }) });
  }

  /** The agent or server behind the edge says to this player why they have to go; undefined where none can, or they are at a proxy. */
  kickByServer(entry: OnlineEntry, message: string): Promise<boolean> | undefined {
    return this.#kicks.kickByServer(entry.lease, entry, message);
  }

  /** Somebody was banned who is not online, but may be logging in. */
  sayBanned(who: Pick<Shown, 'uuid' | 'name'>): void {
    this.#kicks.sayBanned(who);
  }

  /** Kicks others who are online under the name of a banned player, and are not proved to be somebody else. */
  async kickNamed(name: string, banned: Uuid): Promise<void> {
    await this.#kicks.kickNamed(name, banned);
  }

  close(): void {
    this.#leases.close();
    this.#claimChecks.close();
    this.#lists.close();
    this.#shared.close();
    this.#edgeIdentities.close();
    this.#kicks.close();
  }

  opened(lease: Lease<ProxyClient>): ProxyLease {
    return openProxyLease(lease, this.#deps.work.lane());
  }

  connected(lease: ProxyLease): void {
    this.#deps.proxyClients.add(lease.key, lease.client);
    this.#deps.status.noteProxy(lease.identity, 'up');
    this.#leaseNames.expectNames(lease);
  }

  disconnected(lease: ProxyLease): void {
    const { key, client, held, renamed } = lease;
    // The next connection reports them again.
    held.clear();
    renamed.clear();
    this.#deps.proxyClients.remove(key, client);
    this.#deps.status.noteProxy(lease.identity, 'lost');
  }

  lost(lease: ProxyLease): void {
    lease.lane.run(this.#presence.lose(lease));
  }

  overdue(lease: ProxyLease): void {
    lease.client.close('the list of players did not come');
  }

  ended(lease: ProxyLease): void {
    if (this.#shared.isCovered(lease)) this.#deps.headCount.settle(lease.identity.name);
    this.#deps.headCount.ended(lease.identity.name);
    lease.lane.run(this.#presence.end(lease));
    this.#deps.parties.forget(lease.key);
    this.#deps.ownServers.forget(lease.key);
  }

  #hasPlayersOn(key: string, server: string): boolean {
    for (const { lease } of this.#deps.online.on(server)) if (lease === key) return true;
    return false;
  }

  #authorOf({ key, identity }: ProxyLease, by: { readonly uuid: Uuid } | null): BanAuthor {
    if (by === null) return { via: 'menu', name: `console of ${identity.name}`, uuid: null };
    const entry = this.#deps.online.get(by.uuid);
    if (entry?.lease !== key)
      throw new AppError('not_permitted', `This player is not on the proxy ${identity.name}`);
    return { via: 'menu', name: entry.name, uuid: entry.uuid };
  }

  /** All its players are known. */
  #counted({ identity, players }: ProxyLease): void {
    if (identity.leadsNowhere !== true) this.#deps.headCount.reported(identity.name, players);
  }

  async #resolve(edge: string, login: ClaimedLogin): Promise<ResolvedLogin> {
    const { resolver } = this.#deps;
    // It costs nothing, so no flood of others may hold it up.
    const remembered = resolver.remembered(login);
    if (remembered !== undefined) return remembered;
    return await this.#loginsUnderWay.run(edge, login.ip, (turn) => resolver.resolve(login, turn));
  }

  #login(lease: ProxyLease, { uuid, name, ip, proved, claim = null }: Login): Admission {
    const { admissionControl, playerActors, resolver, clock } = this.#deps;
    const isProved = proved ?? this.#leaseNames.isProved(lease, uuid, name);
    const from = this.#edgeLogins.addressOf(lease, { uuid, name, ip });
    const admission = admissionControl.login({
      uuid,
      name,
      ip: from,
      proved: isProved,
      claim,
      lease: lease.key,
    });
    if (admission.allow && isEdge(lease)) this.#edgeLogins.note(lease.key, uuid, name, ip);
    if (!admission.allow && isProved) {
      void resolver.vouched(uuid, name);
      this.#leaseNames.noteRefused(lease, uuid, name);
    }
    // Only an actor that runs for another reason: to spawn one for every login would cost more than to decide it.
    if (admission.allow && playerActors.get(uuid) !== undefined) {
      playerActors.send(uuid, { type: 'presence.admit' });
      clock.setTimeout(() => playerActors.forgetAdmission(uuid), RESERVATION_MS);
    }
    return admission;
  }

  #cancel(lease: ProxyLease, uuid: Uuid): void {
    const { admissionControl, playerActors } = this.#deps;
    const holder = this.#edgeLogins.holderOf(lease.key, uuid);
    if (admissionControl.cancel(holder, lease.key)) playerActors.forgetAdmission(holder);
  }
}
