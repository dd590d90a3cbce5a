import type { Admission } from '../../domain/admission.ts';
import type { Party } from '../../domain/party.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { AdmissionControl } from '../admission/admission-control.ts';
import { RESERVATION_MS } from '../admission/slot-reservations.ts';
import type { PlayerActors } from '../entities/player-actors.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { PartyRegistry } from '../models/party-registry.ts';
import type { AgentIdentity, ProxySession, ReportedPlayer } from '../network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ProxyClient } from '../ports.ts';
import { AgentLeases, type Lease, type LeaseFigures, type LeaseListener } from './agent-leases.ts';
import type { KickListener, ProxyClients } from './proxy-clients.ts';

/** What a player who joins a second time, by another proxy, reads on the first. */
const ELSEWHERE = 'You joined the network from another place';

export interface ProxySessionsDeps {
  readonly admissionControl: AdmissionControl;
  readonly playerActors: PlayerActors;
  readonly online: OnlinePlayers;
  readonly parties: PartyRegistry;
  readonly proxyClients: ProxyClients;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface ProxyLease extends Lease<ProxyClient> {
  readonly players: Set<Uuid>;
  /** Players who were refused when they joined and may still be on the proxy. A report cannot make them present. */
  readonly refused: Set<Uuid>;
}

/**
 * What proxies report of their players. A player is online because a proxy says so, and only while that proxy is
 * connected or in its grace (docs/channel.md "Presence is a lease").
 */
export class ProxySessions implements LeaseListener<ProxyClient, ProxyLease>, KickListener {
  readonly #deps: ProxySessionsDeps;
  readonly #leases: AgentLeases<ProxyClient, ProxyLease>;

  constructor(deps: ProxySessionsDeps) {
    const { clock, logger } = deps;
    this.#deps = deps;
    this.#leases = new AgentLeases({ role: 'proxy', listener: this, clock, logger });
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
    return {
      id,
      login: ({ uuid, name, ip }) => this.#login(lease, uuid, name, ip),
      cancel: ifCurrent((uuid) => this.#cancel(lease, uuid)),
      join: ifCurrent(({ uuid, name, ip, server }) => this.#join(lease, uuid, name, ip, server)),
      switch: ifCurrent((uuid, server) => this.#switch(lease, uuid, server)),
      leave: ifCurrent((uuid) => this.#leave(lease, uuid)),
      sync: ifCurrent((players) => this.#sync(lease, players)),
      parties: ifCurrent((parties: readonly Party[]) => this.#deps.parties.report(lease.key, parties)),
      lost: ifCurrent(() => this.#leases.lose(lease)),
    };
  }

  /** Ends a player's presence on the proxy that has them: they joined by another one, or are not there. */
  forget(uuid: Uuid): void {
    const entry = this.#deps.online.get(uuid);
    if (entry === undefined) return;
    for (const lease of this.#leases.values()) if (lease.key === entry.lease) lease.players.delete(uuid);
    this.#deps.playerActors.send(uuid, { type: 'presence.leave' });
  }

  /** The proxy says that it does not have the player: they are not online by it. */
  playerAbsent(lease: string, uuid: Uuid): void {
    if (this.#deps.online.get(uuid)?.lease === lease) this.forget(uuid);
  }

  /** Kicks a player from the proxy while a ban of theirs holds; does nothing when none does. */
  kickBanned(lease: string, uuid: Uuid): void {
    const { admissionControl, proxyClients } = this.#deps;
    const message = admissionControl.banMessage(uuid);
    if (message === undefined) return;
    proxyClients.kick(lease, uuid, message, () => admissionControl.banMessage(uuid) !== undefined);
  }

  close(): void {
    this.#leases.close();
  }

  opened(lease: Lease<ProxyClient>): ProxyLease {
    return { ...lease, players: new Set(), refused: new Set() };
  }

  connected({ key, client }: ProxyLease): void {
    this.#deps.proxyClients.add(key, client);
  }

  disconnected({ key, client }: ProxyLease): void {
    this.#deps.proxyClients.remove(key, client);
  }

  lost(lease: ProxyLease): void {
    for (const uuid of lease.players) this.#deps.playerActors.send(uuid, { type: 'presence.lost' });
  }

  overdue(lease: ProxyLease): void {
    lease.client.close('the list of players did not come');
  }

  ended(lease: ProxyLease): void {
    for (const uuid of lease.players) this.#deps.playerActors.send(uuid, { type: 'presence.leave' });
    lease.players.clear();
    this.#deps.parties.forget(lease.key);
  }

  #login(lease: ProxyLease, uuid: Uuid, name: string, ip: string): Admission {
    const { admissionControl, playerActors, clock } = this.#deps;
    const admission = admissionControl.login({ uuid, name, ip, lease: lease.key });
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

  #join(lease: ProxyLease, uuid: Uuid, name: string, ip: string, server: string | null): void {
    if (!lease.players.has(uuid) && this.#isRefused(lease, uuid, name)) return;
    this.#enter(lease, { uuid, name, ip, server, joinedAt: this.#deps.clock.now() });
  }

  /** Decides once more, because something may have changed since the login; a player who is refused is kicked. */
  #isRefused(lease: ProxyLease, uuid: Uuid, name: string): boolean {
    const { admissionControl, proxyClients, online, logger } = this.#deps;
    const admission = admissionControl.join(uuid, name);
    if (admission.allow) {
      lease.refused.delete(uuid);
      return false;
    }
    const { code, message } = admission;
    logger.info({ event: 'join.refused', uuid, name, code, proxy: lease.identity.name });
    lease.refused.add(uuid);
    proxyClients.kick(lease.key, uuid, message, () => online.get(uuid)?.lease !== lease.key);
    return true;
  }

  #enter(lease: ProxyLease, player: ReportedPlayer): void {
    const { online, admissionControl, playerActors } = this.#deps;
    const { uuid, name, ip, server, joinedAt } = player;
    const before = online.get(uuid);
    if (before?.lease === lease.key) {
      playerActors.resume(uuid);
      if (server !== null) this.#switch(lease, uuid, server);
      // A ban that was set while the proxy was away could not kick them.
      this.kickBanned(lease.key, uuid);
      return;
    }
    if (before !== undefined) {
      this.forget(uuid);
      this.#kickElsewhere(before.lease, uuid);
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
    if (lease.players.delete(uuid)) this.#deps.playerActors.send(uuid, { type: 'presence.leave' });
  }

  /**
   * Only differences become joins and leaves, and a player who is banned by now is refused. Of two sessions of one player
   * the later one counts, whichever proxy reports first.
   */
  #sync(lease: ProxyLease, players: readonly ReportedPlayer[]): void {
    const reported = new Set(players.map((player) => player.uuid));
    for (const uuid of lease.players) if (!reported.has(uuid)) this.#leave(lease, uuid);
    for (const uuid of lease.refused) if (!reported.has(uuid)) lease.refused.delete(uuid);
    const now = this.#deps.clock.now();
    for (const player of players) {
      // A proxy whose clock is ahead must not make sessions that begin in the future.
      const joinedAt = Math.min(player.joinedAt, now);
      if (lease.refused.has(player.uuid) && this.#isRefused(lease, player.uuid, player.name)) continue;
      const other = this.#deps.online.get(player.uuid);
      const isSuperseded = other !== undefined && other.lease !== lease.key && other.joinedAt > joinedAt;
      if (isSuperseded) this.#kickElsewhere(lease.key, player.uuid);
      else this.#enter(lease, { ...player, joinedAt });
    }
    lease.actor.send({ type: 'link.synced' });
  }
}
