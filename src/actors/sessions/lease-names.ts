import { isMadeOfName, type Uuid } from '../../domain/uuid.ts';
import type { Admitted } from '../admission/admission-control.ts';
import type { ClaimedLogin } from '../agents.ts';
import type { ClaimedBans } from '../identity/bans/claimed-bans.ts';
import type { UnprovedPlayers } from '../identity/unproved-players.ts';
import type { BanIndex } from '../models/ban-index.ts';
import type { NameRegistry } from '../models/name-registry.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ProxyClients } from './proxy-clients.ts';
import type { ProxyLease } from './proxy-lease.ts';

export interface LeaseNamesDeps {
  readonly names: NameRegistry;
  readonly online: OnlinePlayers;
  readonly unprovedPlayers: UnprovedPlayers;
  readonly claimedBans: ClaimedBans;
  readonly index: BanIndex;
  readonly proxyClients: ProxyClients;
  readonly clock: Clock;
}

/** Whose the names are that a proxy reports. How much its word counts depends on who checks accounts there. */
export class LeaseNames {
  readonly #deps: LeaseNamesDeps;

  constructor(deps: LeaseNamesDeps) {
    this.#deps = deps;
  }

  /**
   * Whether it is known that the name is this player's. Proxies authenticate, except where the uuid is one that servers
   * make of a name; at an edge it depends on who vouched for the name.
   */
  isProved({ identity }: ProxyLease, uuid: Uuid, name: string): boolean {
    return identity.platform === 'edge' ? this.#deps.names.isProved(name, uuid) : !isMadeOfName(uuid);
  }

  /** Who is refused is not noted as present, and yet their name is theirs: banned, they may come by it to an edge that asks nobody. */
  noteRefused(lease: ProxyLease, uuid: Uuid, name: string): void {
    const isVouched = lease.identity.platform !== 'edge' && this.isProved(lease, uuid, name);
    if (isVouched) void this.#deps.names.prove(name, uuid, 'agent');
  }

  /** Keeps whose the name is, and tells the edge where that is another player than it reports. */
  note(lease: ProxyLease, { uuid, name, proved }: Admitted): void {
    const { names, index, proxyClients, clock } = this.#deps;
    if (lease.identity.platform !== 'edge') {
      if (proved) void names.prove(name, uuid, 'agent');
      return;
    }
    const known = names.get(name);
    const isProved = known !== undefined && names.isProved(name, known.uuid);
    const mayTell = lease.servers !== 'offline';
    if (mayTell && isProved && known.uuid !== uuid) proxyClients.identify(lease.key, name, known.uuid);
    // Whoever has the name of a ban is refused for it, and must not replace what the ban was set on.
    if (index.namedAt(name, clock.now()) === undefined) names.claim(name, uuid);
    else names.claimBeside(name, uuid);
    // In networks without accounts every uuid is made of the name.
    if (lease.servers === null && !isMadeOfName(uuid)) this.learnServers(lease, 'online');
    if (lease.servers === 'online') this.#deps.unprovedPlayers.add(name);
  }

  /** Where servers check accounts, somebody has the names under which others were banned by a claim. */
  expectNames({ servers }: ProxyLease): void {
    if (servers === 'online') this.#deps.claimedBans.begin();
  }

  /** Where servers check accounts, those who were let in under a name that nobody has proved are asked about. */
  learnServers(lease: ProxyLease, servers: ClaimedLogin['identity']): void {
    const { online, unprovedPlayers } = this.#deps;
    const isKnown = lease.servers === servers;
    lease.servers = servers;
    this.expectNames(lease);
    if (isKnown || servers !== 'online' || lease.identity.platform !== 'edge') return;
    for (const uuid of lease.players) {
      const entry = online.get(uuid);
      if (entry?.lease === lease.key) unprovedPlayers.add(entry.name);
    }
  }
}
