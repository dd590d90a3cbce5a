import type { ActiveBan } from '../../../actors/network.ts';
import type { Order } from '../../../channel/client/agent-client.ts';
import { PartCollector } from '../../../channel/protocol/list-parts.ts';
import { foldName } from '../../../domain/player-name.ts';
import type { ProxyStatusResource } from '../../../domain/resources.ts';
import type { Uuid } from '../../../domain/uuid.ts';
import type { Upstream } from '../routes.ts';

/** Far more than any network has; a coordinator that lost its mind must not take the edge with it. */
const MAX_BANS = 4_000_000;

/**
 * What the coordinator last said of the network, kept up to date by its messages, so that the edge can show a status
 * without asking and can decide logins while the coordinator is away.
 */
export class EdgeReplica {
  readonly #parts = new PartCollector<ActiveBan>(MAX_BANS);
  #status: ProxyStatusResource | null = null;
  #bans: Map<Uuid, ActiveBan> | null = null;
  #bannedNames = new Map<string, Uuid>();
  #banVersion = 0;
  /** What changed while a list is being received; null when none is. */
  #meanwhile: Map<Uuid, ActiveBan | null> | null = null;
  #servers = new Map<string, string | null>();
  #changes = 0;

  /** Null until the coordinator, or the file of an earlier run, has told. */
  get status(): ProxyStatusResource | null {
    return this.#status;
  }

  get banVersion(): number {
    return this.#banVersion;
  }

  /** Grows with every change that decisions could depend on; counts of players do not count. */
  get changes(): number {
    return this.#changes;
  }

  /** Whether there is enough to decide logins alone. */
  get isComplete(): boolean {
    return this.#status !== null && this.#bans !== null;
  }

  /** The ban that holds for this player at `now`. */
  banOf(uuid: Uuid, now: number): ActiveBan | undefined {
    const ban = this.#bans?.get(uuid);
    return ban !== undefined && (ban.expires === 0 || now < ban.expires) ? ban : undefined;
  }

  /** The banned player of this name, compared without regard to case. */
  bannedOfName(name: string, now: number): Uuid | undefined {
    const uuid = this.#bannedNames.get(foldName(name));
    return uuid !== undefined && this.banOf(uuid, now) !== undefined ? uuid : undefined;
  }

  /** All bans as they were told, those that have run out included. */
  bans(): Iterable<ActiveBan> {
    return this.#bans?.values() ?? [];
  }

  /** The name under which the network knows a server or proxy that players are passed on to; null for none. */
  serverOf({ name, host, port }: Upstream): string | null {
    if (name !== null) return this.#servers.has(name) ? name : null;
    const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
    for (const [server, known] of this.#servers) if (known === address) return server;
    return null;
  }

  /** Takes over what a message of the coordinator says; false for one that says nothing of the network. */
  apply(order: Order): boolean {
    switch (order.type) {
      case 'status':
        if (!sameSettings(this.#status, order.status)) this.#changes += 1;
        this.#status = order.status;
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

  #applyBans(order: Extract<Order, { type: 'bans' }>): void {
    if (order.part === undefined || order.part === 1) this.#meanwhile = new Map();
    const whole = this.#parts.add(order, order.bans);
    if (whole === 'waiting') return;
    const meanwhile = this.#meanwhile ?? new Map<Uuid, ActiveBan | null>();
    this.#meanwhile = null;
    // A list that came broken is no list: the one before still holds, and the next link brings a new one.
    if (whole === 'broken') return;
    this.#bans = new Map(whole.map((ban) => [ban.uuid, ban]));
    this.#bannedNames = new Map(whole.map((ban) => [foldName(ban.name), ban.uuid]));
    this.#banVersion = order.version;
    this.#changes += 1;
    for (const [uuid, ban] of meanwhile) this.#setBan(uuid, ban, this.#banVersion);
  }

  #setBan(uuid: Uuid, ban: ActiveBan | null, version: number): void {
    this.#meanwhile?.set(uuid, ban);
    this.#banVersion = Math.max(this.#banVersion, version);
    if (this.#bans === null) return;
    this.#changes += 1;
    const before = this.#bans.get(uuid);
    const named = before === undefined ? '' : foldName(before.name);
    if (this.#bannedNames.get(named) === uuid) this.#bannedNames.delete(named);
    if (ban === null) this.#bans.delete(uuid);
    else {
      this.#bans.set(uuid, ban);
      this.#bannedNames.set(foldName(ban.name), uuid);
    }
  }
}

function sameSettings(before: ProxyStatusResource | null, now: ProxyStatusResource): boolean {
  return before !== null && settingsText(before) === settingsText(now);
}

function settingsText(status: ProxyStatusResource): string {
  return JSON.stringify({ ...status, onlinePlayers: 0 });
}
