import type { NetworkStatusResource } from '../../domain/resources.ts';
import type { ProxySettings } from '../../domain/proxy-status.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { AgentIdentity } from '../agents.ts';
import type { ProxyListener } from '../entities/proxy-actor.ts';
import { EncodedOnce } from '../models/encoded-once.ts';
import type { WritableEventLog } from '../models/event-log.ts';
import type { OnlinePlayers } from '../models/online-players.ts';
import { Outages, type Standing } from '../models/outages.ts';
import type { Encoded, StatusDirectory } from '../network.ts';
import type { Closures } from './closures.ts';
import type { HeadCount } from './head-count.ts';

/** When a machine stops, hundreds of agents may be lost in one moment: they are one event. */
const GATHER_MS = 200;

export interface NetworkStatusDeps {
  readonly closures: Closures;
  readonly headCount: HeadCount;
  readonly online: OnlinePlayers;
  readonly events: WritableEventLog;
  readonly clock: Clock;
  readonly instanceId: string;
}

/** Whether players can join, and since when they cannot: what is connected, what was lost, and what is closed. */
export class NetworkStatus implements StatusDirectory, ProxyListener {
  readonly proxies: Outages;
  readonly servers: Outages;
  /** The connected edges that lead somewhere, also to servers which nobody here knows. */
  readonly #edges = new Set<string>();
  readonly #deps: NetworkStatusDeps;
  readonly #encoded: EncodedOnce;
  #version = 0;
  #written = '';
  #announced = '';
  #timer: unknown;
  #isClosed = false;

  constructor(deps: NetworkStatusDeps) {
    this.#deps = deps;
    this.#encoded = new EncodedOnce(deps.instanceId, () => this.current());
    const changed = (): void => this.#gather();
    this.proxies = new Outages(deps.clock, changed);
    this.servers = new Outages(deps.clock, changed);
    deps.headCount.subscribe(changed);
    // Where no server is known, somebody who is online shows that players can join (`#leadsElsewhere`).
    deps.events.subscribe(({ event: { type } }) => {
      const bound = type === 'player_join' ? 1 : type === 'player_leave' ? 0 : null;
      if (bound !== null && deps.online.count === bound) changed();
    });
  }

  /** What is known so far was announced to nobody: whoever comes now reads it. */
  open(): void {
    this.#stopTimer();
    this.#announced = JSON.stringify(this.current());
  }

  /** A proxy or an edge connected, or was lost. An edge that leads nowhere is no way into the network, so it is never missed. */
  noteProxy({ name, platform, leadsNowhere = false }: AgentIdentity, standing: Standing): void {
    if (platform === 'edge' && !leadsNowhere && standing === 'up') this.#edges.add(name);
    else this.#edges.delete(name);
    this.proxies.note(name, leadsNowhere ? 'away' : standing);
  }

  /** Whether the players who are known are all who are online. */
  isCounted(): boolean {
    return this.proxies.figures().up > 0 && this.#deps.headCount.isWhole();
  }

  /** Whether players get to servers that nobody here knows. */
  #leadsElsewhere(): boolean {
    return this.#edges.size > 0 || this.#deps.online.count > 0;
  }

  current(): NetworkStatusResource {
    const { closures } = this.#deps;
    const proxies = this.proxies.figures();
    const { known, up: online, lost, since } = this.servers.figures();
    return {
      proxies: { connected: proxies.up, lost: proxies.lost, since: proxies.since },
      servers: { known, online, lost, since: known === 0 ? null : since },
      playable: proxies.up > 0 && (online > 0 || (known === 0 && this.#leadsElsewhere())),
      counted: this.isCounted(),
      ...closures.times,
    };
  }

  encoded(): Encoded {
    const now = JSON.stringify(this.current());
    if (now !== this.#written) this.#version += 1;
    this.#written = now;
    return this.#encoded.at(this.#version);
  }

  /** The settings have changed. Announced at once, so that nobody reads of a closure without its time. */
  settingsChanged(settings: ProxySettings): void {
    if (this.#deps.closures.follow(settings)) this.#announce();
  }

  /** Agents that are lost from now on are lost because this process ends. */
  close(): void {
    this.#isClosed = true;
    this.#stopTimer();
  }

  #stopTimer(): void {
    this.#deps.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #gather(): void {
    if (this.#isClosed) return;
    this.#timer ??= this.#deps.clock.setTimeout(() => {
      this.#timer = undefined;
      this.#announce();
    }, GATHER_MS);
  }

  #announce(): void {
    const data = this.current();
    const text = JSON.stringify(data);
    if (text === this.#announced) return;
    this.#announced = text;
    this.#deps.events.append({ type: 'status_update', data });
  }
}
