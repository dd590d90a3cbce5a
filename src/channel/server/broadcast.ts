import type { ActiveBan, LoggedEvent, Network } from '../../actors/network.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { motdInForce } from '../../domain/text/motd.ts';
import { isUuid, type Uuid } from '../../domain/uuid.ts';
import type { AddressEntry, MenuServer } from '../protocol/coordinator-messages.ts';
import { listFrames } from '../protocol/list-parts.ts';
import type { Role } from '../protocol/message.ts';
import { SentList } from './sent-list.ts';

/** Changes are gathered this long, in milliseconds, so that a storm of joins costs each agent ten writes a second. */
const GATHER_MS = 100;

/** Writes these frames at once to every greeted agent of a role. */
export type Publish = (role: Role, frames: readonly string[]) => void;

/**
 * Tells agents what they need to know: everything when they come, differences afterwards. It listens to the event log,
 * only marks what is stale there, and reads the network anew when it writes: so what is sent is always the newest, and
 * never written from within the handler or actor that caused the event.
 */
export class Broadcast {
  readonly #network: Network;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #publish: Publish;
  readonly #menu: SentList<MenuServer>;
  readonly #addresses: SentList<AddressEntry>;
  readonly #unsubscribe: () => void;
  #changedBans = new Set<Uuid>();
  #serversStale = false;
  #status = '';
  #facts = '';
  #timer: unknown = null;

  constructor(network: Network, clock: Clock, log: Logger, publish: Publish) {
    this.#network = network;
    this.#clock = clock;
    this.#log = log;
    this.#publish = publish;
    this.#menu = new SentList(() => menuServers(network));
    this.#addresses = new SentList(() => addressBook(network));
    this.#unsubscribe = network.events.subscribe((entry) => this.#note(entry));
  }

  /** What a proxy is told after `welcome`, but the bans, which may be many: see `bans`. */
  proxyGreeting(): string[] {
    const servers = { head: '"type":"servers"', key: 'servers', encode: JSON.stringify };
    return [statusFrame(this.#network), ...listFrames<AddressEntry>(servers, this.#addresses.entries())];
  }

  /** What a backend is told after `welcome`. */
  backendGreeting(): string[] {
    const frame = {
      head: `"type":"network",${networkFacts(this.#network)}`,
      key: 'servers',
      encode: JSON.stringify,
    };
    return [...listFrames<MenuServer>(frame, this.#menu.entries())];
  }

  /** All active bans, read while they are written: what changes meanwhile goes out as `ban.add` and `ban.remove`. */
  bans(): Iterator<string> {
    const head = `"type":"bans","version":${this.#network.bans.version}`;
    const frame = { head, key: 'bans', encode: JSON.stringify };
    return listFrames<ActiveBan>(frame, this.#network.bans.active());
  }

  close(): void {
    this.#unsubscribe();
    this.#clock.clearTimeout(this.#timer);
  }

  #note(entry: LoggedEvent): void {
    const { event } = entry;
    if (event.type === 'player_history') return;
    if (event.type === 'ban_update' && isUuid(event.data.uuid)) this.#changedBans.add(event.data.uuid);
    if (event.type === 'server_update') this.#serversStale = true;
    this.#timer ??= this.#clock.setTimeout(() => this.#write(), GATHER_MS);
  }

  #write(): void {
    this.#timer = null;
    try {
      this.#tellProxies();
      this.#tellBackends();
    } catch (error) {
      this.#log.error({ event: 'channel.broadcast_failed', error });
    }
  }

  #tellProxies(): void {
    const frames: string[] = [];
    const status = statusFrame(this.#network);
    if (status !== this.#status) frames.push(status);
    this.#status = status;
    if (this.#serversStale) this.#pushAddresses(frames);
    this.#pushBans(frames);
    if (frames.length > 0) this.#publish('proxy', frames);
  }

  #tellBackends(): void {
    const facts = networkFacts(this.#network);
    const { changed, removed } = this.#menu.changes();
    if (facts === this.#facts && changed.length === 0 && removed.length === 0) return;
    this.#facts = facts;
    const gone = JSON.stringify(removed);
    this.#publish('backend', [
      `{"type":"network.update","servers":[${changed.join()}],"removed":${gone},${facts}}`,
    ]);
  }

  #pushAddresses(frames: string[]): void {
    this.#serversStale = false;
    const { changed, removed } = this.#addresses.changes();
    for (const entry of changed) frames.push(`{"type":"server.add","server":${entry}}`);
    for (const name of removed) frames.push(JSON.stringify({ type: 'server.remove', name }));
  }

  #pushBans(frames: string[]): void {
    const { bans } = this.#network;
    for (const uuid of this.#changedBans) {
      const ban = bans.activeOf(uuid);
      const change = ban === undefined ? { type: 'ban.remove', uuid } : { type: 'ban.add', ban };
      frames.push(JSON.stringify({ ...change, version: bans.version }));
    }
    this.#changedBans = new Set();
  }
}

function statusFrame(network: Network): string {
  return JSON.stringify({ type: 'status', status: network.proxy.current() });
}

/** The keys that `network` and `network.update` share, as JSON text without braces. */
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

function addressBook(network: Network): AddressEntry[] {
  return network.servers.all().map(({ name, type }) => {
    return { name, type, address: network.servers.get(name).address };
  });
}
