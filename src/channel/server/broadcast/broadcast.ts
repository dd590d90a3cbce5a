import type { ActiveBan, LoggedEvent, Network } from '../../../actors/network.ts';
import { motdInForce } from '../../../domain/text/motd.ts';
import { isUuid, type Uuid } from '../../../domain/uuid.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Logger } from '../../../runtime/logger.ts';
import type { AddressEntry, MenuServer } from '../../protocol/coordinator-messages.ts';
import type { Feature } from '../../protocol/features.ts';
import { listFrames } from '../../protocol/list-parts.ts';
import type { Role } from '../../protocol/message.ts';
import { networkUpdates, SentList } from './sent-list.ts';
import { StatusFrames } from './status-frame.ts';

/** Changes are collected for this long, so that many joins at once cost each agent ten writes a second. */
const GATHER_MS = 100;
/** Those on which depends what a proxy is sent. */
const PROXY_FEATURES = ['claims', 'count'] as const satisfies readonly Feature[];

export interface BroadcastDeps {
  readonly network: Network;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Writes frames at once to every welcomed agent of a role: those that fit the features it knows. */
  readonly publish: (role: Role, framesFor: (features: ReadonlySet<Feature>) => readonly string[]) => void;
}

/**
 * Sends agents what they must know of the network: everything after their welcome, differences afterwards. An event only
 * marks what has changed; the network is read when the frames are written. So agents always get the newest state, and
 * nothing is written inside the handler or actor that caused the event.
 */
export class Broadcast {
  readonly #deps: BroadcastDeps;
  readonly #menu: SentList<MenuServer>;
  readonly #addresses: SentList<AddressEntry>;
  readonly #status: StatusFrames;
  readonly #proxyGreeting: Greeting;
  readonly #backendGreeting: Greeting;
  readonly #unsubscribe: (() => void)[];
  #changedBans = new Set<Uuid>();
  #isServersStale = false;
  #lastFacts = '';
  #timer: unknown = null;
  #urgentTimer: unknown = null;

  constructor(deps: BroadcastDeps) {
    this.#deps = deps;
    const { network } = deps;
    this.#status = new StatusFrames(deps);
    this.#menu = new SentList(() => menuServers(network));
    this.#addresses = new SentList(() => serverAddresses(network));
    this.#proxyGreeting = new Greeting(deps.clock, () => this.#writeProxyGreeting());
    this.#backendGreeting = new Greeting(deps.clock, () => this.#writeBackendGreeting());
    this.#unsubscribe = [
      network.events.subscribe((entry) => this.#note(entry)),
      network.bans.onClaim((uuid) => this.#noteBan(uuid)),
    ];
  }

  /** What a proxy is sent after `welcome`, except the bans, which may be many: see `bans`. */
  proxyGreeting(): readonly string[] {
    // Who may come in is true from the start, also just after it was changed.
    return [this.#status.write(), ...this.#proxyGreeting.frames()];
  }

  /** What a backend is sent after `welcome`. */
  backendGreeting(): readonly string[] {
    return this.#backendGreeting.frames();
  }

  /** All active bans, read while they are written; what changes meanwhile is sent as `ban.add` and `ban.remove`. */
  bans(features: ReadonlySet<Feature>): Iterator<string> {
    const head = `"type":"bans","version":${this.#deps.network.bans.version}`;
    const frame = { head, key: 'bans', encode: (ban: ActiveBan) => JSON.stringify(banFor(features, ban)) };
    return listFrames<ActiveBan>(frame, this.#deps.network.bans.active());
  }

  close(): void {
    for (const stop of this.#unsubscribe) stop();
    for (const timer of [this.#timer, this.#urgentTimer]) this.#deps.clock.clearTimeout(timer);
  }

  #note(entry: LoggedEvent): void {
    const { event } = entry;
    if (event.type === 'player_history') return;
    if (event.type === 'ban_update' && isUuid(event.data.uuid)) this.#noteBan(event.data.uuid);
    if (event.type === 'server_update') this.#isServersStale = true;
    // Who may come in. Players who come and go change the status without this event.
    if (event.type === 'proxy_update') this.#writeNextTurn();
    this.#writeSoon();
  }

  #noteBan(uuid: Uuid): void {
    this.#changedBans.add(uuid);
    this.#writeNextTurn();
  }

  /**
   * For what decides who may come in: gathered for longer, a proxy that goes on alone, because the coordinator is killed just after
   * the change was answered, would let them in.
   */
  #writeNextTurn(): void {
    this.#urgentTimer ??= this.#deps.clock.setTimeout(() => this.#writeUrgent(), 0);
  }

  #writeSoon(): void {
    this.#timer ??= this.#deps.clock.setTimeout(() => this.#write(), GATHER_MS);
  }

  #writeProxyGreeting(): string[] {
    const servers = { head: '"type":"servers"', key: 'servers', encode: JSON.stringify };
    return [...listFrames<AddressEntry>(servers, this.#addresses.entries())];
  }

  #writeBackendGreeting(): string[] {
    const frame = {
      head: `"type":"network",${networkFacts(this.#deps.network)}`,
      key: 'servers',
      encode: JSON.stringify,
    };
    return [...listFrames<MenuServer>(frame, this.#menu.entries())];
  }

  #write(): void {
    this.#timer = null;
    this.#safely(() => {
      this.#updateProxies();
      this.#updateBackends();
    });
  }

  #writeUrgent(): void {
    this.#urgentTimer = null;
    this.#safely(() => {
      this.#updateBans();
      this.#updateProxies();
    });
  }

  #safely(update: () => void): void {
    try {
      update();
    } catch (error) {
      this.#deps.logger.error({ event: 'channel.broadcast_failed', err: error });
    }
  }

  #updateProxies(): void {
    // What is told now to those who are here, who comes later must find in the greeting.
    this.#proxyGreeting.forget();
    const status = this.#status.changes();
    const servers: string[] = [];
    if (this.#isServersStale) this.#addAddresses(servers);
    if (status === undefined && servers.length === 0) return;
    this.#publishToProxies((features) => {
      const news = features.has('count') ? status?.withCount : status?.whole();
      return news === undefined ? servers : [news, ...servers];
    });
  }

  #updateBans(): void {
    const changed = this.#changedBans;
    if (changed.size === 0) return;
    this.#changedBans = new Set();
    this.#publishToProxies((features) => this.#banFrames(changed, features));
  }

  /** Frames are written once for all that know the same features. */
  #publishToProxies(framesFor: (features: ReadonlySet<Feature>) => readonly string[]): void {
    const written = new Map<string, readonly string[]>();
    this.#deps.publish('proxy', (features) => {
      const key = PROXY_FEATURES.filter((one) => features.has(one)).join();
      const frames = written.get(key) ?? framesFor(features);
      written.set(key, frames);
      return frames;
    });
  }

  #updateBackends(): void {
    this.#backendGreeting.forget();
    const facts = networkFacts(this.#deps.network);
    const { changed, removed } = this.#menu.changes();
    if (facts === this.#lastFacts && changed.length === 0 && removed.length === 0) return;
    this.#lastFacts = facts;
    const frames = [...networkUpdates(facts, { changed, removed })];
    this.#deps.publish('backend', () => frames);
  }

  #addAddresses(frames: string[]): void {
    this.#isServersStale = false;
    const { changed, removed } = this.#addresses.changes();
    for (const entry of changed) frames.push(`{"type":"server.add","server":${entry}}`);
    for (const name of removed) frames.push(JSON.stringify({ type: 'server.remove', name }));
  }

  #banFrames(changed: ReadonlySet<Uuid>, features: ReadonlySet<Feature>): string[] {
    const { bans } = this.#deps.network;
    return Array.from(changed, (uuid) => {
      const ban = bans.activeOf(uuid);
      const change =
        ban === undefined ? { type: 'ban.remove', uuid } : { type: 'ban.add', ban: banFor(features, ban) };
      return JSON.stringify({ ...change, version: bans.version });
    });
  }
}

/**
 * The frames for an agent that comes, written once for all that come while the changes since are gathered: whoever gets older ones is
 * here when these changes are sent.
 */
class Greeting {
  readonly #clock: Clock;
  readonly #write: () => readonly string[];
  #frames: readonly string[] = [];
  #until = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, write: () => readonly string[]) {
    this.#clock = clock;
    this.#write = write;
  }

  frames(): readonly string[] {
    if (this.#clock.elapsed() >= this.#until) {
      this.#frames = this.#write();
      this.#until = this.#clock.elapsed() + GATHER_MS;
    }
    return this.#frames;
  }

  forget(): void {
    this.#frames = [];
    this.#until = Number.NEGATIVE_INFINITY;
  }
}

/** An agent that does not know the feature refuses a ban with its key. */
function banFor(features: ReadonlySet<Feature>, ban: ActiveBan): ActiveBan {
  if (ban.claimed === undefined || features.has('claims')) return ban;
  const { uuid, name, expires, reason, banId } = ban;
  return { uuid, name, expires, reason, banId };
}

/** The keys that `network` and `network.update` have in common, as JSON text without braces. */
function networkFacts(network: Network): string {
  const current = network.proxy.current();
  const { onlinePlayers, maxPlayers, maintenance } = current;
  const motd = JSON.stringify(motdInForce(current));
  return `"onlinePlayers":${onlinePlayers},"maxPlayers":${maxPlayers},"maintenance":${maintenance},"motd":${motd}`;
}

function menuServers(network: Network): MenuServer[] {
  return network.servers.all().map((server) => ({
    name: server.name,
    type: server.type,
    state: server.state,
    players: server.players,
    maxPlayers: server.maxPlayers,
    gameName: server.gameName,
    canRejoin: server.canRejoin,
  }));
}

function serverAddresses(network: Network): AddressEntry[] {
  return network.servers.all().map(({ name, type }) => {
    return { name, type, address: network.servers.get(name).address };
  });
}
