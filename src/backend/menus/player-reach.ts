import { LRUCache } from 'lru-cache';
import type { AgentClient } from '../../channel/client/agent-client.ts';
import { AppError } from '../../domain/errors.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { HostPlayer, MenuHost } from './menu-host.ts';

/** To which servers a player can be moved. */
export type Reach =
  | { readonly kind: 'all' }
  | { readonly kind: 'some'; readonly servers: ReadonlySet<string> }
  /** To none; `reason` is text with colours. */
  | { readonly kind: 'none'; readonly reason: string };

const ALL: Reach = { kind: 'all' };
/** Short, because the addresses of servers change, and long enough that who asks without a pause costs the coordinator little. */
const KEPT_MS = 5_000;
/** A player who has just joined may not be known yet. */
const FAILURE_KEPT_MS = 2_000;
/** More than any server has players. */
const MAX_KEPT = 5_000;

/** A question to the coordinator; the names of servers, or null for every one. */
interface Asked {
  readonly answer: Promise<readonly string[] | null>;
  /** Until when it counts, by `Clock.elapsed()`. */
  until: number;
}

/**
 * Finds out where a player can be moved, for hosts whose players may come by an edge. An edge has not every server, and not every
 * version of the game can be sent to another one. What the coordinator answers is kept for some seconds: all players of a server
 * share what it may ask.
 */
export class PlayerReach {
  readonly #host: Pick<MenuHost, 'obstacle'>;
  readonly #coordinator: Pick<AgentClient, 'request' | 'supports'>;
  readonly #clock: Clock;
  readonly #asked = new LRUCache<Uuid, Asked>({ max: MAX_KEPT });

  constructor(
    host: Pick<MenuHost, 'obstacle'>,
    coordinator: Pick<AgentClient, 'request' | 'supports'>,
    clock: Clock,
  ) {
    this.#host = host;
    this.#coordinator = coordinator;
    this.#clock = clock;
  }

  /** Whether it depends on the player: otherwise a proxy moves everybody to every server. */
  get varies(): boolean {
    return this.#host.obstacle !== undefined && this.#coordinator.supports('transfers');
  }

  /** Rejects as requests to the coordinator do, with `player_offline` for a player whom the network does not know. */
  async of(player: HostPlayer): Promise<Reach> {
    if (!this.varies) return ALL;
    const servers = await this.#ask(player.uuid);
    if (servers === null) return ALL;
    const reason = this.#host.obstacle?.(player) ?? null;
    return reason === null ? { kind: 'some', servers: new Set(servers) } : { kind: 'none', reason };
  }

  /** What was answered about this player counts no longer: they have left, or were not moved where it said. */
  forget(uuid: Uuid): void {
    this.#asked.delete(uuid);
  }

  #ask(uuid: Uuid): Promise<readonly string[] | null> {
    const now = this.#clock.elapsed();
    const before = this.#asked.get(uuid);
    if (before !== undefined && now < before.until) return before.answer;
    const asked: Asked = { answer: this.#request(uuid), until: now + KEPT_MS };
    asked.answer.catch(() => {
      asked.until = now + FAILURE_KEPT_MS;
    });
    this.#asked.set(uuid, asked);
    return asked.answer;
  }

  async #request(uuid: Uuid): Promise<readonly string[] | null> {
    const answer = await this.#coordinator.request({ type: 'player.reach', uuid });
    if (answer.type !== 'reach') throw new AppError('platform_unavailable');
    return answer.servers;
  }
}

/** Whether the player can be moved to this server. */
export function reaches(reach: Reach, server: string): boolean {
  return reach.kind === 'all' || (reach.kind === 'some' && reach.servers.has(server));
}
