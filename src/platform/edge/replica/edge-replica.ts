import type { ActiveBan } from '../../../actors/network.ts';
import type { Order } from '../../../channel/client/agent-client.ts';
import { PartCollector } from '../../../channel/protocol/list-parts.ts';
import type { ProxyStatusResource } from '../../../domain/resources.ts';
import { foldName } from '../../../domain/player-name.ts';
import type { Uuid } from '../../../domain/uuid.ts';
import { NameIndex } from '../../../runtime/name-index.ts';
import { serverAddressText } from '../../server-address.ts';
import type { Upstream } from '../routes.ts';

/** Far more than any network has; a faulty coordinator must not exhaust the edge's memory. */
const MAX_BANS = 4_000_000;
/** Before every change. */
const NEVER = -1;

/**
 * The edge's copy of the network's status, bans and servers, kept up to date by the coordinator's messages: the edge
 * answers server lists from it, and decides logins while the coordinator is away.
 */
export class EdgeReplica {
  readonly #parts = new PartCollector<ActiveBan>(MAX_BANS);
  #status: ProxyStatusResource | null = null;
  #bans: Map<Uuid, ActiveBan> | null = null;
  #bannedNames = new NameIndex();
  #banVersion = 0;
  /** The changes that came while a list is being received; null when none is. */
  #meanwhile: Map<Uuid, ActiveBan | null> | null = null;
  /** At which change a ban was heard of; of bans that the first list had there is nothing. */
  #heardAt = new Map<Uuid, number>();
  #settingsAt = 0;
  #servers = new Map<string, string | null>();
  #changes = 0;

  /** Null until the coordinator has sent it, or the snapshot of an earlier run had it. */
  get status(): ProxyStatusResource | null {
    return this.#status;
  }

  get banVersion(): number {
    return this.#banVersion;
  }

  /** Grows with every change that a decision could depend on; the number of players is not one. */
  get changes(): number {
    return this.#changes;
  }

  /** The change with which the settings became what they are. */
  get settingsAt(): number {
    return this.#settingsAt;
  }

  /** Whether bans and status are known, so that logins can be decided without the coordinator. */
  get isComplete(): boolean {
    return this.#status !== null && this.#bans !== null;
  }

  /**
   * The ban that holds at `now` for who claims this uuid under this name. One that was set on a claim itself is not about
   * others who claim the uuid. With `since`, only one that was heard of after that change.
   */
  banOf(uuid: Uuid, name: string, now: number, since = NEVER): ActiveBan | undefined {
    const ban = this.#activeBan(uuid, now, since);
    return ban?.claimed === true && foldName(ban.name) !== foldName(name) ? undefined : ban;
  }

  /** A ban of this name that holds at `now`, compared without regard to case; `since` as above. */
  banOfName(name: string, now: number, since = NEVER): ActiveBan | undefined {
    for (const uuid of this.#bannedNames.of(name)) {
      const ban = this.#activeBan(uuid, now, since);
      if (ban !== undefined) return ban;
    }
    return undefined;
  }

  /** All bans as they were sent, expired ones included. */
  bans(): Iterable<ActiveBan> {
    return this.#bans?.values() ?? [];
  }

  /**
   * The upstream's name in the network, by its name or its address; null for none. Servers say their addresses themselves, so
   * one that two of them say is neither's.
   */
  serverOf({ name, host, port }: Upstream): string | null {
    if (name !== null) return this.#servers.has(name) ? name : null;
    const address = serverAddressText({ host, port });
    let found: string | null = null;
    for (const [server, known] of this.#servers) {
      if (known !== address) continue;
      if (found !== null) return null;
      found = server;
    }
    return found;
  }

  hasServer(server: string): boolean {
    return this.#servers.has(server);
  }

  /** Applies a message of the coordinator; false for one that is about something else. */
  apply(order: Order): boolean {
    switch (order.type) {
      case 'status':
        if (!sameSettings(this.#status, order.status)) {
          this.#changes += 1;
          this.#settingsAt = this.#changes;
        }
        this.#status = order.status;
        return true;
      case 'status.count':
        if (this.#status !== null) this.#status = { ...this.#status, onlinePlayers: order.onlinePlayers };
        return true;
      case 'bans':
        this.#applyBans(order);
        return true;
      case 'ban.add':
        this.#setBan(order.ban.uuid, order.ban, order.version);
        return true;
      case 'ban.remove':
        this.#setBan(order.uuid, null, order.version);
        return true;
      case 'servers':
        if (order.part === undefined || order.part === 1) this.#servers = new Map();
        for (const { name, address } of order.servers) this.#servers.set(name, address);
        return true;
      case 'server.add':
        this.#servers.set(order.server.name, order.server.address);
        return true;
      case 'server.remove':
        this.#servers.delete(order.name);
        return true;
      default:
        return false;
    }
  }

  #activeBan(uuid: Uuid, now: number, since: number): ActiveBan | undefined {
    if ((this.#heardAt.get(uuid) ?? 0) <= since) return undefined;
    const ban = this.#bans?.get(uuid);
    return ban !== undefined && (ban.expires === 0 || now < ban.expires) ? ban : undefined;
  }

  #applyBans(order: Extract<Order, { type: 'bans' }>): void {
    if (order.part === undefined || order.part === 1) this.#meanwhile = new Map();
    const whole = this.#parts.add(order, order.bans);
    if (whole === 'waiting') return;
    const meanwhile = this.#meanwhile ?? new Map<Uuid, ActiveBan | null>();
    this.#meanwhile = null;
    // An incomplete list is not used: the one before still holds, and the next connection brings a new one.
    if (whole === 'broken') return;
    const before = this.#bans;
    this.#bans = new Map(whole.map((ban) => [ban.uuid, ban]));
    this.#noteHeard(before, this.#bans, this.#changes + 1);
    this.#bannedNames = new NameIndex();
    for (const ban of this.#bans.values()) this.#bannedNames.add(ban.name, ban.uuid);
    this.#banVersion = order.version;
    this.#changes += 1;
    for (const [uuid, ban] of meanwhile) this.#setBan(uuid, ban, this.#banVersion);
  }

  /** Of a list that comes again only what is new in it was heard of now. */
  #noteHeard(
    before: ReadonlyMap<Uuid, ActiveBan> | null,
    bans: ReadonlyMap<Uuid, ActiveBan>,
    change: number,
  ): void {
    for (const uuid of this.#heardAt.keys()) if (!bans.has(uuid)) this.#heardAt.delete(uuid);
    if (before === null) return;
    for (const ban of bans.values()) {
      const known = before.get(ban.uuid);
      const isKnown = known?.banId === ban.banId && known.claimed === ban.claimed;
      if (!isKnown) this.#heardAt.set(ban.uuid, change);
    }
  }

  #setBan(uuid: Uuid, ban: ActiveBan | null, version: number): void {
    this.#meanwhile?.set(uuid, ban);
    this.#banVersion = Math.max(this.#banVersion, version);
    if (this.#bans === null) return;
    this.#changes += 1;
    const before = this.#bans.get(uuid);
    if (before !== undefined) this.#bannedNames.delete(before.name, uuid);
    if (ban === null) {
      this.#bans.delete(uuid);
      this.#heardAt.delete(uuid);
    } else {
      this.#bans.set(uuid, ban);
      this.#heardAt.set(uuid, this.#changes);
      this.#bannedNames.add(ban.name, uuid);
    }
  }
}

function sameSettings(before: ProxyStatusResource | null, now: ProxyStatusResource): boolean {
  return before !== null && settingsText(before) === settingsText(now);
}

function settingsText(status: ProxyStatusResource): string {
  return JSON.stringify({ ...status, onlinePlayers: 0 });
}
