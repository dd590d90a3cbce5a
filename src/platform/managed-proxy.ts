import type { Order } from '../channel/client/agent-client.ts';
import { AppError } from '../domain/errors.ts';
import type { Uuid } from '../domain/uuid.ts';
import { type AgentDeps, FollowingAgent } from './managed-agent.ts';
import type { RosterEntry } from './roster.ts';
import type { ServerConnectionSettings } from './server-connections.ts';
import type { ServerManagement } from './server-management.ts';

export interface ManagedProxyOptions extends AgentDeps {
  readonly name: string;
  readonly platform: 'modern' | 'legacy';
  readonly doors: ServerConnectionSettings;
  /** Players come through an edge, which reports them itself: this proxy is no agent then, and is only asked to kick. */
  readonly behindEdge: boolean;
}

/**
 * The agent of a proxy that has no plugin of ours but speaks the management protocol (PROTOCOLS.md §1.8): it tells who
 * joins and leaves, after the login, and kicks whom the coordinator refuses. It cannot gate a login, does not know
 * addresses and servers, and moves nobody; on which server players are is told by the servers' own agents.
 */
export class ManagedProxy {
  readonly #agent: FollowingAgent;

  /** Begins to look for the proxy at once. Throws a TypeError when there is no door to it. */
  constructor({ platform, behindEdge, ...options }: ManagedProxyOptions) {
    this.#agent = new FollowingAgent({
      ...options,
      hello: behindEdge ? undefined : { role: 'proxy', platform },
      resync: (client) => {
        const players = this.#agent.roster.all();
        client.sendPlayers(
          players.map((player) => ({ ...reported(player), server: null, joinedAt: player.since })),
        );
      },
      joined: (player) => this.#agent.send({ type: 'player.join', ...reported(player) }),
      left: ({ uuid }) => this.#agent.send({ type: 'player.leave', uuid }),
      receive: (order) => this.#obey(order),
    });
  }

  get management(): ServerManagement {
    return this.#agent.doors.management;
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  #obey(order: Order): void | Promise<void> {
    switch (order.type) {
      case 'player.kick':
        return this.#kick(order.uuid, order.message);
      case 'player.send':
        throw new AppError('platform_unavailable', 'This proxy moves nobody');
      case 'player.message': {
        const player = order.uuid === undefined ? undefined : this.#agent.roster.get(order.uuid);
        return player === undefined ? undefined : this.management.message(player, order.message);
      }
      default:
        return undefined;
    }
  }

  async #kick(uuid: Uuid, message: string): Promise<void> {
    const player = this.#agent.roster.get(uuid);
    if (player !== undefined && (await this.management.kick(player, message))) return;
    throw new AppError('player_not_found');
  }
}

function reported({ uuid, name }: RosterEntry): { uuid: Uuid; name: string; ip: string } {
  return { uuid, name, ip: '' };
}
