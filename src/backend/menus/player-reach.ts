import type { AgentClient } from '../../channel/client/agent-client.ts';
import { AppError } from '../../domain/errors.ts';
import type { HostPlayer, MenuHost } from './menu-host.ts';

/** To which servers a player can be moved. */
export type Reach =
  | { readonly kind: 'all' }
  | { readonly kind: 'some'; readonly servers: ReadonlySet<string> }
  /** To none; `reason` is text with colours. */
  | { readonly kind: 'none'; readonly reason: string };

const ALL: Reach = { kind: 'all' };

/**
 * Finds out where a player can be moved, for hosts whose players may come by an edge. An edge has not every server, and not every
 * version of the game can be sent to another one.
 */
export class PlayerReach {
  readonly #host: Pick<MenuHost, 'obstacle'>;
  readonly #coordinator: Pick<AgentClient, 'request' | 'supports'>;

  constructor(host: Pick<MenuHost, 'obstacle'>, coordinator: Pick<AgentClient, 'request' | 'supports'>) {
    this.#host = host;
    this.#coordinator = coordinator;
  }

  /** Whether it depends on the player: otherwise a proxy moves everybody to every server. */
  get varies(): boolean {
    return this.#host.obstacle !== undefined && this.#coordinator.supports('transfers');
  }

  /** Rejects as requests to the coordinator do, with `player_offline` for a player whom the network does not know. */
  async of(player: HostPlayer): Promise<Reach> {
    if (!this.varies) return ALL;
    const answer = await this.#coordinator.request({ type: 'player.reach', uuid: player.uuid });
    if (answer.type !== 'reach') throw new AppError('platform_unavailable');
    if (answer.servers === null) return ALL;
    const reason = this.#host.obstacle?.(player) ?? null;
    return reason === null ? { kind: 'some', servers: new Set(answer.servers) } : { kind: 'none', reason };
  }
}

/** Whether the player can be moved to this server. */
export function reaches(reach: Reach, server: string): boolean {
  return reach.kind === 'all' || (reach.kind === 'some' && reach.servers.has(server));
}
