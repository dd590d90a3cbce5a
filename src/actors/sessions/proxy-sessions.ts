import type { Admission } from '../../domain/admission.ts';
import { foldName } from '../../domain/player-name.ts';
import type { Party } from '../../domain/party.ts';
import { isMadeOfName, type Uuid } from '../../domain/uuid.ts';
import type { Admitted, AdmissionControl } from '../admission/admission-control.ts';
import { RESERVATION_MS } from '../admission/slot-reservations.ts';
import type { PlayerActors } from '../entities/player-actors.ts';
import type { IdentityResolver } from '../identity/identity-resolver.ts';
import type { UnprovedPlayers } from '../identity/unproved-players.ts';
import type { NameRegistry } from '../models/name-registry.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { PartyRegistry } from '../models/party-registry.ts';
import type { AgentIdentity, ClaimedLogin, Login, ProxySession, ReportedPlayer } from '../agents.ts';
import type { Clock } from '../../runtime/clock.ts';
import { FoldedLog } from '../../runtime/folded-log.ts';
import type { SlicedWork, WorkLane } from '../../runtime/limits/sliced-work.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ProxyClient } from '../ports.ts';
import { AgentLeases, type Lease, type LeaseFigures, type LeaseListener } from './agent-leases.ts';
import type { KickListener, ProxyClients } from './proxy-clients.ts';

/** What a player who joins a second time, by another proxy, reads on the first. */
const ELSEWHERE = 'You joined the network from another place';

/** What a player reads whose uuid is another player's, who is online. */
const NOT_YOURS = 'Somebody else is on the network with this account';
/** Joins of one proxy that were refused as somebody else's, and are remembered until the player has left. */
const MAX_IMPOSTORS = 10_000;
/** So many entries of a list are noted for what one join costs. */
const NOTED_PER_STEP = 200;

export interface ProxySessionsDeps {
  readonly names: NameRegistry;
  readonly resolver: IdentityResolver;
  readonly unprovedPlayers: UnprovedPlayers;
  readonly admissionControl: AdmissionControl;
  readonly playerActors: PlayerActors;
  readonly online: OnlinePlayers;
  readonly parties: PartyRegistry;
  readonly proxyClients: ProxyClients;
  readonly work: SlicedWork;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface ProxyLease extends Lease<ProxyClient> {
  readonly players: Set<Uuid>;
  /** Players who were refused when they joined and may still be on the proxy. A report cannot make them present. */
  readonly refused: Set<Uuid>;
  /** Who came under the uuid of another player, by uuid and name. They do not become present when that player leaves. */
  readonly impostors: Set<string>;
  /** What it reports is taken in order, and a long list over several turns. */
  readonly lane: WorkLane;
  /** Whether the servers behind an edge check accounts; null while nothing tells. */
  servers: ClaimedLogin['identity'] | null;
}

/**
 * What proxies report of their players. A player is online because a proxy says so, and only while that proxy is
 * connected or in its grace (docs/channel.md "Presence is a lease").
 */
export class ProxySessions implements LeaseListener<ProxyClient, ProxyLease>, KickListener {
  readonly #deps: ProxySessionsDeps;
  readonly #leases: AgentLeases<ProxyClient, ProxyLease>;
  readonly #refusals: FoldedLog;
  readonly #claims: FoldedLog;

  constructor(deps: ProxySessionsDeps) {
    const { clock, logger } = deps;
    this.#deps = deps;
    this.#leases = new AgentLeases({ role: 'proxy', listener: this, clock, logger });
    this.#refusals = new FoldedLog({ clock, logger, level: 'info', event: 'join.refused', by: 'proxy' });
    this.#claims = new FoldedLog({ clock, logger, level: 'warn', event: 'join.not-theirs', by: 'proxy' });
  }

  get figures(): LeaseFigures {
    return this.#leases;
  }

  /** A proxy connected and said who it is. */
  attach(identity: AgentIdentity, client: ProxyClient): ProxySession {
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
      resolve: (login) => {
        this.#learnServers(lease, login.identity);
        return this.#deps.resolver.resolve(login);
      },
      login: (login) => this.#login(lease, login),
      cancel: inOrder((uuid) => this.#cancel(lease, uuid)),
      join: inOrder(({ uuid, name, ip, server }) => this.#join(lease, uuid, name, ip, server)),
      switch: inOrder((uuid, server) => this.#switch(lease, uuid, server)),
      leave: inOrder((uuid) => this.#leave(lease, uuid)),
      sync: ifCurrent((players) => {
        // The report is here in time, however long it takes to be taken.
        lease.actor.send({ type: 'link.synced' });
        lease.lane.run(this.#sync(lease, players, isCurrent));
      }),
      parties: inOrder((parties: readonly Party[]) => this.#deps.parties.report(lease.key, parties)),
      lost: ifCurrent(() => this.#leases.lose(lease)),
    };
  }

  /** Ends a player's presence on the proxy that has them: they joined by another one, or are not there. */
  forget(uuid: Uuid): void {
    const entry = this.#deps.online.get(uuid);
    if (entry === undefined) return;
    this.#leaseOf(entry.lease)?.players.delete(uuid);
    this.#deps.playerActors.send(uuid, { type: 'presence.leave' });
  }

  /** The proxy says that it does not have the player: they are not online by it. */
  playerAbsent(lease: string, uuid: Uuid): void {
    if (this.#deps.online.get(uuid)?.lease === lease) this.forget(uuid);
  }

  /** Kicks a player from the proxy while a ban of theirs holds; does nothing when none does. */
  kickBanned(lease: string, uuid: Uuid): void {
    this.#kickBanned(lease, { uuid, name: '', proved: true });
  }

  /** Kicks others who are online under the name of a banned player, and are not proved to be somebody else. */
  async kickNamed(name: string, banned: Uuid): Promise<void> {
    const { online, names, logger } = this.#deps;
    const found = online.named(name).filter((entry) => entry.uuid !== banned);
    if (found.length === 0) return;
    // Memory may have forgotten the proof of a name.
    await names.load([name]).catch((error: unknown) => logger.warn({ event: 'names.not-read', err: error }));
    for (const { uuid, lease: at, name: shown } of found) {
      const lease = this.#leaseOf(at);
      if (lease === undefined || online.get(uuid)?.lease !== at) continue;
      // A session may last longer than a proof: who was proved when it began is no other now.
      const proved = this.#isProved(lease, uuid, shown) || names.wasProved(shown, uuid);
      this.#kickBanned(at, { uuid, name: shown, proved });
    }
  }

  close(): void {
    this.#leases.close();
    this.#refusals.close();
    this.#claims.close();
  }

  opened(lease: Lease<ProxyClient>): ProxyLease {
    const lane = this.#deps.work.lane();
    const nobody = { players: new Set<Uuid>(), refused: new Set<Uuid>(), impostors: new Set<string>() };
    return { ...lease, ...nobody, lane, servers: null };
  }

  connected({ key, client }: ProxyLease): void {
    this.#deps.proxyClients.add(key, client);
  }

  disconnected({ key, client }: ProxyLease): void {
    this.#deps.proxyClients.remove(key, client);
  }

  lost(lease: ProxyLease): void {
    lease.lane.run(this.#tellPlayers(lease, 'presence.lost'));
  }

  overdue(lease: ProxyLease): void {
    lease.client.close('the list of players did not come');
  }

  ended(lease: ProxyLease): void {
    lease.lane.run(this.#tellPlayers(lease, 'presence.leave'));
    this.#deps.parties.forget(lease.key);
  }

  /** All players whom this proxy vouches for; one who came back by another one meanwhile is that one's. */
  *#tellPlayers(lease: ProxyLease, type: 'presence.lost' | 'presence.leave'): Iterator<number> {
    const { online, playerActors } = this.#deps;
    for (const uuid of lease.players) {
      if (online.get(uuid)?.lease === lease.key) playerActors.send(uuid, { type });
      if (type === 'presence.leave') lease.players.delete(uuid);
      yield 1;
    }
  }

  #login(lease: ProxyLease, { uuid, name, ip, proved, claim = null }: Login): Admission {
    const { admissionControl, playerActors, clock } = this.#deps;
    const isProved = proved ?? this.#isProved(lease, uuid, name);
    const admission = admissionControl.login({ uuid, name, ip, proved: isProved, claim, lease: lease.key });
    // Only an actor that runs for another reason: to spawn one for every login would cost more than to decide it.
    if (admission.allow && playerActors.get(uuid) !== undefined) {
      playerActors.send(uuid, { type: 'presence.admit' });
      clock.setTimeout(() => playerActors.forgetAdmission(uuid), RESERVATION_MS);
    }
    return admission;
  }

  #cancel(lease: ProxyLease, uuid: Uuid): void {
    const { admissionControl, playerActors } = this.#deps;
    if (admissionControl.cancel(uuid, lease.key)) playerActors.forgetAdmission(uuid);
  }

  /**
   * Whether it is known that the name is this player's. Proxies authenticate, except where the uuid is one that servers
   * make of a name; at an edge it depends on who vouched for the name.
   */
  #isProved({ identity }: ProxyLease, uuid: Uuid, name: string): boolean {
    return identity.platform === 'edge' ? this.#deps.names.isProved(name, uuid) : !isMadeOfName(uuid);
  }

  #leaseOf(key: string): ProxyLease | undefined {
    for (const lease of this.#leases.values()) if (lease.key === key) return lease;
    return undefined;
  }

  #join(lease: ProxyLease, uuid: Uuid, name: string, ip: string, server: string | null): void {
    const player = { uuid, name, ip, server, joinedAt: this.#deps.clock.now() };
    const who = { uuid, name, proved: this.#isProved(lease, uuid, name) };
    if (this.#isSomebodyElse(lease, who)) return;
    const isKnown = lease.players.has(uuid) && this.#deps.online.get(uuid)?.name === name;
    if (!isKnown && this.#isRefused(lease, who)) return;
    this.#enter(lease, player);
    this.#noteName(lease, who);
  }

  /** Keeps whose the name is, and tells the edge where that is another player than it reports. */
  #noteName(lease: ProxyLease, { uuid, name, proved }: Admitted): void {
    const { names } = this.#deps;
    if (lease.identity.platform !== 'edge') {
      if (proved) void names.prove(name, uuid, 'agent');
      return;
    }
    const known = names.get(name);
    const isProved = known !== undefined && names.isProved(name, known.uuid);
    if (isProved && known.uuid !== uuid) lease.client.identify?.(name, known.uuid);
    else names.claim(name, uuid);
    // In networks without accounts every uuid is made of the name.
    if (lease.servers === null && !isMadeOfName(uuid)) this.#learnServers(lease, 'online');
    if (lease.servers === 'online') this.#deps.unprovedPlayers.add(name);
  }

  /** Where servers check accounts, those who were let in under a name that nobody has proved are asked about. */
  #learnServers(lease: ProxyLease, servers: ClaimedLogin['identity']): void {
    const { online, unprovedPlayers } = this.#deps;
    const isKnown = lease.servers === servers;
    lease.servers = servers;
    if (isKnown || servers !== 'online' || lease.identity.platform !== 'edge') return;
    for (const uuid of lease.players) {
      const entry = online.get(uuid);
      if (entry?.lease === lease.key) unprovedPlayers.add(entry.name);
    }
  }

  /**
   * Without a proof nobody takes the place of a player of another name: they are kicked. With one, they do, because the
   * other one's claim was false.
   */
  #isSomebodyElse(lease: ProxyLease, { uuid, name, proved }: Admitted): boolean {
    const { online, proxyClients } = this.#deps;
    const impostor = `${uuid} ${foldName(name)}`;
    if (proved) return false;
    const isOther = (): boolean => {
      const entry = online.get(uuid);
      return entry !== undefined && entry.folded !== foldName(name);
    };
    if (!isOther() && !lease.impostors.has(impostor)) return false;
    if (lease.impostors.size < MAX_IMPOSTORS) lease.impostors.add(impostor);
    this.#claims.note(lease.identity.name, { uuid, name });
    const isUnwelcome = (): boolean => isOther() || lease.impostors.has(impostor);
    proxyClients.kick(lease.key, uuid, NOT_YOURS, isUnwelcome, name);
    return true;
  }

  /** Decides once more, because something may have changed since the login; a player who is refused is kicked. */
  #isRefused(lease: ProxyLease, who: Admitted): boolean {
    const { admissionControl, proxyClients, online } = this.#deps;
    const { uuid, name } = who;
    const admission = admissionControl.join(who);
    if (admission.allow) {
      lease.refused.delete(uuid);
      return false;
    }
    const { code, message } = admission;
    this.#refusals.note(lease.identity.name, { uuid, name, code });
    const before = online.get(uuid);
    // Somebody of another name is there by the same uuid: only who is refused has to go.
    if (before?.lease === lease.key && before.folded !== foldName(name)) {
      proxyClients.kick(lease.key, uuid, message, () => true, name);
      return true;
    }
    lease.refused.add(uuid);
    proxyClients.kick(lease.key, uuid, message, () => online.get(uuid)?.lease !== lease.key);
    return true;
  }

  #kickBanned(lease: string, who: Admitted): void {
    const { admissionControl, proxyClients } = this.#deps;
    const message = admissionControl.banMessage(who);
    if (message === undefined) return;
    proxyClients.kick(lease, who.uuid, message, () => admissionControl.banMessage(who) !== undefined);
  }

  #enter(lease: ProxyLease, player: ReportedPlayer): void {
    const { online, admissionControl, playerActors, proxyClients } = this.#deps;
    const { uuid, name, ip, server, joinedAt } = player;
    const before = online.get(uuid);
    if (before?.lease === lease.key && before.folded === foldName(name)) {
      playerActors.resume(uuid);
      if (server !== null) this.#switch(lease, uuid, server);
      // A ban that was set while the proxy was away could not kick them.
      this.#kickBanned(lease.key, { uuid, name, proved: this.#isProved(lease, uuid, name) });
      return;
    }
    if (before !== undefined) {
      this.forget(uuid);
      if (before.lease !== lease.key) this.#kickElsewhere(before.lease, uuid);
      else if (lease.identity.platform === 'edge') {
        proxyClients.kick(
          lease.key,
          uuid,
          NOT_YOURS,
          () => online.get(uuid)?.name !== before.name,
          before.name,
        );
      }
    }
    lease.players.add(uuid);
    admissionControl.release(uuid);
    playerActors.enter(uuid, name, { lease: lease.key, ip, server, joinedAt });
    // The actor refuses a banned player, who is not present then.
    if (online.get(uuid)?.lease !== lease.key) lease.players.delete(uuid);
  }

  #kickElsewhere(lease: string, uuid: Uuid): void {
    const { proxyClients, online } = this.#deps;
    proxyClients.kick(lease, uuid, ELSEWHERE, () => online.get(uuid)?.lease !== lease);
  }

  #switch(lease: ProxyLease, uuid: Uuid, server: string): void {
    const entry = this.#deps.online.get(uuid);
    if (entry?.lease !== lease.key || entry.server === server) return;
    this.#deps.playerActors.send(uuid, { type: 'presence.switch', server });
  }

  #leave(lease: ProxyLease, uuid: Uuid): void {
    lease.refused.delete(uuid);
    for (const impostor of lease.impostors) if (impostor.startsWith(uuid)) lease.impostors.delete(impostor);
    if (lease.players.delete(uuid)) this.#deps.playerActors.send(uuid, { type: 'presence.leave' });
  }

  /**
   * Only differences become joins and leaves, and a player who is banned by now is refused. Of two sessions of one player
   * the later one counts, whichever proxy reports first.
   */
  *#sync(lease: ProxyLease, players: readonly ReportedPlayer[], isCurrent: () => boolean): Iterator<number> {
    yield* this.#forgetAbsent(lease, players);
    for (const player of players) {
      if (!isCurrent()) return;
      this.#enterReported(lease, player);
      yield 1;
    }
    void this.#noteNames(lease, players);
  }

  /** Everything about players whom the proxy no longer reports. */
  *#forgetAbsent(lease: ProxyLease, players: readonly ReportedPlayer[]): Generator<number, void> {
    const reported = new Set<Uuid>();
    const here = new Set<string>();
    for (const [at, { uuid, name }] of players.entries()) {
      reported.add(uuid);
      if (lease.impostors.size > 0) here.add(`${uuid} ${foldName(name)}`);
      if (at % NOTED_PER_STEP === 0) yield 1;
    }
    for (const impostor of lease.impostors) if (!here.has(impostor)) lease.impostors.delete(impostor);
    for (const uuid of lease.refused) if (!reported.has(uuid)) lease.refused.delete(uuid);
    for (const uuid of lease.players) {
      if (reported.has(uuid)) continue;
      this.#leave(lease, uuid);
      yield 1;
    }
  }

  #enterReported(lease: ProxyLease, player: ReportedPlayer): void {
    const { clock, online } = this.#deps;
    // A proxy whose clock is ahead must not make sessions that begin in the future.
    const joinedAt = Math.min(player.joinedAt, clock.now());
    const who = { ...player, proved: this.#isProved(lease, player.uuid, player.name) };
    if (this.#isSomebodyElse(lease, who)) return;
    if (lease.refused.has(player.uuid) && this.#isRefused(lease, who)) return;
    const other = online.get(player.uuid);
    const isSuperseded = other !== undefined && other.lease !== lease.key && other.joinedAt > joinedAt;
    if (isSuperseded) this.#kickElsewhere(lease.key, player.uuid);
    else this.#enter(lease, { ...player, joinedAt });
  }

  /** What the names of a whole report say, once it is known what the table has of them. Never rejects. */
  async #noteNames(lease: ProxyLease, players: readonly ReportedPlayer[]): Promise<void> {
    const { names, logger } = this.#deps;
    if (lease.identity.platform === 'edge' && players.length > 0) {
      try {
        await names.load(players.map(({ name }) => name));
      } catch (error) {
        logger.warn({ event: 'names.not-read', err: error });
        return;
      }
    }
    lease.lane.run(this.#noteReported(lease, players));
  }

  *#noteReported(lease: ProxyLease, players: readonly ReportedPlayer[]): Iterator<number> {
    for (const { uuid, name } of players) {
      if (this.#deps.online.get(uuid)?.lease !== lease.key) continue;
      const who = { uuid, name, proved: this.#isProved(lease, uuid, name) };
      this.#noteName(lease, who);
      if (!who.proved) this.#kickBanned(lease.key, who);
      yield 1;
    }
  }
}
