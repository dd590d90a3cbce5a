import type { Admission } from '../../domain/admission.ts';
import type { Party } from '../../domain/party.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { AdmissionControl } from '../admission/admission-control.ts';
import { actorsWithin, type RunningActors } from '../inspection/running-actors.ts';
import { isConnected, type ConnectionActor, spawnConnection } from '../entities/connection-actor.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { AgentIdentity, ProxySession, ReportedPlayer } from '../network.ts';
import type { PartyRegistry } from '../models/party-registry.ts';
import type { PlayerActors } from '../entities/player-actors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ProxyClient } from '../ports.ts';
import type { ProxyClients } from './proxy-clients.ts';
import { RESERVATION_MS } from '../admission/slot-reservations.ts';

/** What a player reads who comes in a second time by another proxy, on the first. */
const ELSEWHERE = 'You joined the network from another place';

export interface ProxySessionsDeps {
  readonly admissionControl: AdmissionControl;
  readonly actors: PlayerActors;
  readonly online: OnlinePlayers;
  readonly parties: PartyRegistry;
  readonly proxyClients: ProxyClients;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The turn of a session that never had one: nothing that it says counts. */
const OUTDATED = -1;

/** What one process of one proxy vouches for. */
interface Lease {
  readonly key: string;
  readonly identity: AgentIdentity;
  readonly link: ConnectionActor;
  readonly players: Set<Uuid>;
  /** Whom the door refused at a join, and who may be on the proxy still: a report that names them makes them no guests. */
  readonly refused: Set<Uuid>;
  client: ProxyClient;
  /** Grows with every link that comes or goes; the session of one that is gone no longer speaks for the lease. */
  turn: number;
}

/** Presence is a lease (CHANNEL): players are online because a proxy says so, and only as long as it is there. */
export class ProxySessions {
  readonly #deps: ProxySessionsDeps;
  readonly #proxySessions = new Map<string, Lease>();

  constructor(deps: ProxySessionsDeps) {
    this.#deps = deps;
  }

  get linked(): number {
    let up = 0;
    for (const lease of this.#proxySessions.values()) if (isConnected(lease.link)) up += 1;
    return up;
  }

  get count(): number {
    return this.#proxySessions.size;
  }

  /** For the inspector. */
  get running(): RunningActors {
    return actorsWithin(this.#proxySessions, ({ link }) => link);
  }

  /** A proxy has greeted. A process older than the known one of this name is sent away. */
  attach(identity: AgentIdentity, client: ProxyClient): ProxySession {
    const known = this.#proxySessions.get(identity.name);
    if (known !== undefined && identity.epoch < known.identity.epoch) {
      client.close('a newer process has this name');
      return this.#sessionOf(known, OUTDATED);
    }
    if (known !== undefined && identity.epoch === known.identity.epoch) return this.#resume(known, client);
    if (known !== undefined) {
      known.client.close('a newer process took this name');
      known.link.send({ type: 'link.replaced' });
    }
    const lease = this.#begin(identity, client);
    this.#proxySessions.set(identity.name, lease);
    this.#deps.proxyClients.open(lease.key, client);
    return this.#sessionOf(lease, lease.turn);
  }

  /** Takes a player's presence off whoever vouches for it; called when they are found online elsewhere or gone. */
  forget(uuid: Uuid): void {
    const entry = this.#deps.online.get(uuid);
    if (entry === undefined) return;
    for (const lease of this.#proxySessions.values())
      if (lease.key === entry.lease) lease.players.delete(uuid);
    this.#deps.actors.tell(uuid, { type: 'presence.leave' });
  }

  close(): void {
    for (const lease of this.#proxySessions.values()) lease.link.stop();
    this.#proxySessions.clear();
  }

  #begin(identity: AgentIdentity, client: ProxyClient): Lease {
    const { clock, logger } = this.#deps;
    const { name, platform, epoch } = identity;
    const link = spawnConnection(
      { role: 'proxy', name, platform, epoch },
      {
        overdue: () => lease.client.close('the list of players did not come'),
        closed: () => this.#end(lease),
        died: () => {
          lease.client.close('the lease was lost');
          this.#end(lease);
        },
      },
      clock,
      logger,
    );
    const lease: Lease = {
      key: `${name}#${epoch}`,
      identity,
      link,
      players: new Set(),
      refused: new Set(),
      client,
      turn: 1,
    };
    logger.info({ event: 'link.opened', role: 'proxy', name, platform, version: identity.version });
    return lease;
  }

  #resume(lease: Lease, client: ProxyClient): ProxySession {
    if (lease.client !== client) lease.client.close('the same process opened another link');
    if (isConnected(lease.link)) this.#lose(lease);
    this.#deps.proxyClients.shut(lease.key, lease.client);
    lease.client = client;
    lease.turn += 1;
    this.#deps.proxyClients.open(lease.key, client);
    lease.link.send({ type: 'link.resumed' });
    return this.#sessionOf(lease, lease.turn);
  }

  #lose(lease: Lease): void {
    lease.turn += 1;
    this.#deps.proxyClients.shut(lease.key, lease.client);
    lease.link.send({ type: 'link.lost' });
    for (const uuid of lease.players) this.#deps.actors.tell(uuid, { type: 'presence.lost' });
  }

  #end(lease: Lease): void {
    lease.turn += 1;
    this.#deps.proxyClients.shut(lease.key, lease.client);
    if (this.#proxySessions.get(lease.identity.name) === lease)
      this.#proxySessions.delete(lease.identity.name);
    for (const uuid of lease.players) this.#deps.actors.tell(uuid, { type: 'presence.leave' });
    lease.players.clear();
    this.#deps.parties.forget(lease.key);
  }

  #sessionOf(lease: Lease, turn: number): ProxySession {
    const whileLive = <A extends unknown[]>(act: (...given: A) => void) => {
      return (...given: A): void => {
        if (lease.turn === turn) act(...given);
      };
    };
    return {
      id: `${lease.key}.${turn}`,
      login: ({ uuid, name }) => this.#login(uuid, name),
      join: whileLive(({ uuid, name, ip, server }) => this.#join(lease, uuid, name, ip, server)),
      switch: whileLive((uuid, server) => this.#switch(lease, uuid, server)),
      leave: whileLive((uuid) => this.#leave(lease, uuid)),
      sync: whileLive((players) => this.#sync(lease, players)),
      parties: whileLive((parties: readonly Party[]) => this.#deps.parties.report(lease.key, parties)),
      lost: whileLive(() => this.#lose(lease)),
    };
  }

  #login(uuid: Uuid, name: string): Admission {
    const { admissionControl, actors, clock } = this.#deps;
    const admission = admissionControl.login(uuid, name);
    // Only an actor that lives for another reason hears of it: raising one for every login would cost more than deciding.
    if (admission.allow && actors.get(uuid) !== undefined) {
      actors.tell(uuid, { type: 'presence.admit' });
      clock.setTimeout(() => actors.forgetAdmission(uuid), RESERVATION_MS);
    }
    return admission;
  }

  #join(lease: Lease, uuid: Uuid, name: string, ip: string, server: string | null): void {
    if (!lease.players.has(uuid) && this.#isRefused(lease, uuid, name)) return;
    this.#enter(lease, { uuid, name, ip, server, joinedAt: this.#deps.clock.now() });
  }

  /** Asks at the door once more, because something may have changed since the login; who may not come in is sent away. */
  #isRefused(lease: Lease, uuid: Uuid, name: string): boolean {
    const { admissionControl, proxyClients, online, logger } = this.#deps;
    const admission = admissionControl.join(uuid, name);
    if (admission.allow) {
      lease.refused.delete(uuid);
      return false;
    }
    const { code, message } = admission;
    logger.info({ event: 'join.refused', uuid, name, code, proxy: lease.identity.name });
    lease.refused.add(uuid);
    proxyClients.expel(lease.key, uuid, message, () => online.get(uuid)?.lease !== lease.key);
    return true;
  }

  #enter(lease: Lease, player: ReportedPlayer): void {
    const { online, admissionControl, actors } = this.#deps;
    const { uuid, name, ip, server, joinedAt } = player;
    const before = online.get(uuid);
    if (before?.lease === lease.key) {
      actors.resume(uuid);
      if (server !== null) this.#switch(lease, uuid, server);
      this.#expelBanned(lease, uuid);
      return;
    }
    if (before !== undefined) {
      this.forget(uuid);
      this.#expelElsewhere(before.lease, uuid);
    }
    lease.players.add(uuid);
    admissionControl.release(uuid);
    actors.enter(uuid, name, { lease: lease.key, ip, server, joinedAt });
    // The actor refuses who is banned; then there is no presence to vouch for.
    if (online.get(uuid)?.lease !== lease.key) lease.players.delete(uuid);
  }

  /** A ban that came while the line was down found no door to kick by. */
  #expelBanned(lease: Lease, uuid: Uuid): void {
    const { admissionControl, proxyClients } = this.#deps;
    const message = admissionControl.banMessage(uuid);
    if (message === undefined) return;
    proxyClients.expel(lease.key, uuid, message, () => admissionControl.banMessage(uuid) !== undefined);
  }

  #expelElsewhere(lease: string, uuid: Uuid): void {
    const { proxyClients, online } = this.#deps;
    proxyClients.expel(lease, uuid, ELSEWHERE, () => online.get(uuid)?.lease !== lease);
  }

  #switch(lease: Lease, uuid: Uuid, server: string): void {
    const entry = this.#deps.online.get(uuid);
    if (entry?.lease !== lease.key || entry.server === server) return;
    this.#deps.actors.tell(uuid, { type: 'presence.switch', server });
  }

  #leave(lease: Lease, uuid: Uuid): void {
    lease.refused.delete(uuid);
    if (lease.players.delete(uuid)) this.#deps.actors.tell(uuid, { type: 'presence.leave' });
  }

  /**
   * Only differences become joins and leaves; who is banned by now is refused at this door too. Of two sessions of one
   * player the later one holds, whichever proxy reports first.
   */
  #sync(lease: Lease, players: readonly ReportedPlayer[]): void {
    const there = new Set(players.map((player) => player.uuid));
    for (const uuid of lease.players) if (!there.has(uuid)) this.#leave(lease, uuid);
    for (const uuid of lease.refused) if (!there.has(uuid)) lease.refused.delete(uuid);
    const now = this.#deps.clock.now();
    for (const player of players) {
      // A proxy whose clock is ahead must not make sessions that begin in the future.
      const joinedAt = Math.min(player.joinedAt, now);
      if (lease.refused.has(player.uuid) && this.#isRefused(lease, player.uuid, player.name)) continue;
      const other = this.#deps.online.get(player.uuid);
      const isSuperseded = other !== undefined && other.lease !== lease.key && other.joinedAt > joinedAt;
      if (isSuperseded) this.#expelElsewhere(lease.key, player.uuid);
      else this.#enter(lease, { ...player, joinedAt });
    }
    lease.link.send({ type: 'link.synced' });
  }
}
