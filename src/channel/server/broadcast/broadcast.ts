import type { ActiveBan, LoggedEvent, Network } from '../../../actors/network.ts';
import { motdInForce } from '../../../domain/text/motd.ts';
import { isUuid, type Uuid } from '../../../domain/uuid.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Logger } from '../../../runtime/logger.ts';
import type { MenuServer } from '../../protocol/coordinator-messages.ts';
import type { Feature } from '../../protocol/features.ts';
import { listFrames, RELAYED_PART_CHARACTERS } from '../../protocol/list-parts.ts';
import type { Role } from '../../protocol/message.ts';
import type { ProxyTexts } from '../../protocol/proxies/proxy-orders.ts';
import { GATHER_MS, Greeting } from './greeting.ts';
import { networkUpdates, SentList } from './sent-list.ts';
import { ServerFrames } from './server-frames.ts';
import { StatusFrames } from './status-frame.ts';

/** Those on which depends what a proxy is sent. */
const PROXY_FEATURES = ['claims', 'count', 'states'] as const satisfies readonly Feature[];

export interface BroadcastDeps {
  readonly network: Network;
  readonly clock: Clock;
  readonly logger: Logger;
  /** What proxies say to players; those that know `texts` are sent it. */
  readonly texts: ProxyTexts | undefined;
  /** Writes frames at once to every welcomed agent of a role: those that fit the features it knows. */
  readonly publish: (role: Role, framesFor: (features: ReadonlySet<Feature>) => readonly string[]) => void;
  /** The same for game servers whose messages proxies carry: frames that are short enough for that. */
  readonly publishRelayed: (frames: () => readonly string[]) => void;
}

/**
 * Sends agents what they must know of the network: everything after their welcome, differences afterwards. An event only
 * marks what has changed; the network is read when the frames are written. So agents always get the newest state, and
 * nothing is written inside the handler or actor that caused the event.
 */
export class Broadcast {
  readonly #deps: BroadcastDeps;
  readonly #menu: SentList<MenuServer>;
  readonly #servers: ServerFrames;
  readonly #status: StatusFrames;
  readonly #texts: readonly string[];
  readonly #backendGreeting: Greeting;
  readonly #relayedGreeting: Greeting;
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
    this.#servers = new ServerFrames(deps);
    this.#texts = deps.texts === undefined ? [] : [JSON.stringify({ type: 'texts', ...deps.texts })];
    this.#backendGreeting = new Greeting(deps.clock, () => this.#writeBackendGreeting());
    this.#relayedGreeting = new Greeting(deps.clock, () =>
      this.#writeBackendGreeting(RELAYED_PART_CHARACTERS),
    );
    this.#unsubscribe = [
      network.events.subscribe((entry) => this.#note(entry)),
      network.bans.onClaim((uuid) => this.#noteBan(uuid)),
    ];
  }

  /** What a proxy is sent after `welcome`, except the bans, which may be many: see `bans`. */
  proxyGreeting(features: ReadonlySet<Feature>): readonly string[] {
    const texts = features.has('texts') ? this.#texts : [];
    // Who may come in is true from the start, also just after it was changed.
    return [this.#status.write(), ...texts, ...this.#servers.greeting(features)];
  }

  /** What a backend is sent after `welcome`. */
  backendGreeting(): readonly string[] {
    return this.#backendGreeting.frames();
  }

  /** The same in parts that fit plugin messages. */
  relayedGreeting(): readonly string[] {
    return this.#relayedGreeting.frames();
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

  #writeBackendGreeting(maxCharacters?: number): string[] {
    const frame = {
      head: `"type":"network",${networkFacts(this.#deps.network)}`,
      key: 'servers',
      encode: JSON.stringify,
    };
    return [...listFrames<MenuServer>(frame, this.#menu.entries(), maxCharacters)];
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
    this.#servers.forget();
    const status = this.#status.changes();
    const servers = this.#isServersStale ? this.#servers.changes() : undefined;
    this.#isServersStale = false;
    if (status === undefined && servers === undefined) return;
    this.#publishToProxies((features) => {
      const news = features.has('count') ? status?.withCount : status?.whole();
      return [...(news === undefined ? [] : [news]), ...(servers?.(features) ?? [])];
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
    this.#relayedGreeting.forget();
    const facts = networkFacts(this.#deps.network);
    const { changed, removed } = this.#menu.changes();
    if (facts === this.#lastFacts && changed.length === 0 && removed.length === 0) return;
    this.#lastFacts = facts;
    const frames = [...networkUpdates(facts, { changed, removed })];
    this.#deps.publish('backend', () => frames);
    let short: readonly string[] | undefined;
    this.#deps.publishRelayed(
      () => (short ??= [...networkUpdates(facts, { changed, removed }, RELAYED_PART_CHARACTERS)]),
    );
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
