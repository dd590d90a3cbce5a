import { AgentClient, type Order } from '../channel/agent-client.ts';
import { AppError } from '../domain/errors.ts';
import type { Uuid } from '../domain/uuid.ts';
import type { ManagedAgentParts } from './managed-server.ts';
import { Roster, type RosterEntry } from './roster.ts';
import { type DoorSettings, openServerDoors, type ServerDoors } from './server-doors.ts';
import type { ServerManagement } from './server-management.ts';

export interface ManagedProxyOptions extends ManagedAgentParts {
  readonly name: string;
  readonly platform: 'modern' | 'legacy';
  readonly doors: DoorSettings;
  /** Players come through an edge, which reports them itself: this proxy is no agent then, and is only asked to kick. */
  readonly behindEdge: boolean;
}

/**
 * The agent of a proxy that has no plugin of ours but speaks the management protocol (PROTOCOLS.md §1.8): it tells who
 * joins and leaves, after the login, and kicks whom the coordinator refuses. It cannot gate a login, does not know
 * addresses and servers, and moves nobody; on which server players are is told by the servers' own agents.
 */
export class ManagedProxy {
  readonly #options: ManagedProxyOptions;
  readonly #roster: Roster;
  readonly #doors: ServerDoors;
  readonly #epoch: number;
  #client: AgentClient | null = null;
  #isClosed = false;

  /** Begins to look for the proxy at once. Throws a TypeError when there is no door to it. */
  constructor(options: ManagedProxyOptions) {
    this.#options = options;
    const { name, doors, clock } = options;
    this.#epoch = clock.now();
    this.#roster = new Roster(
      {
        up: () => this.#connect(),
        joined: (player) => this.#client?.send({ type: 'player.join', ...reported(player) }),
        left: ({ uuid }) => this.#client?.send({ type: 'player.leave', uuid }),
        down: () => void this.#disconnect(),
      },
      () => clock.now(),
    );
    const opened = openServerDoors(name, doors, this.#roster, options);
    if (opened === undefined) throw new TypeError(`there is no door to the proxy ${name}`);
    this.#doors = opened;
  }

  get management(): ServerManagement {
    return this.#doors.management;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#disconnect(), this.#doors.close()]);
  }

  #connect(): void {
    const { name, platform, behindEdge, coordinator, version, clock, logger, random } = this.#options;
    if (this.#isClosed || behindEdge) return;
    const client = new AgentClient({
      ...coordinator,
      hello: { role: 'proxy', name, platform, version, epoch: this.#epoch },
      clock,
      logger,
      random,
      resync: () => {
        const players = this.#roster.all();
        client.sendPlayers(
          players.map((player) => ({ ...reported(player), server: null, joinedAt: player.since })),
        );
      },
      receive: (order) => this.#obey(order),
    });
    this.#client = client;
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.close();
  }

  #obey(order: Order): void | Promise<void> {
    switch (order.type) {
      case 'player.kick':
        return this.#kick(order.uuid, order.message);
      case 'player.send':
        throw new AppError('platform_unavailable', 'This proxy moves nobody');
      case 'player.message': {
        const player = order.uuid === undefined ? undefined : this.#roster.get(order.uuid);
        return player === undefined ? undefined : this.management.message(player, order.message);
      }
      default:
        return undefined;
    }
  }

  async #kick(uuid: Uuid, message: string): Promise<void> {
    const player = this.#roster.get(uuid);
    if (player !== undefined && (await this.management.kick(player, message))) return;
    throw new AppError('player_not_found');
  }
}

function reported({ uuid, name }: RosterEntry): { uuid: Uuid; name: string; ip: string } {
  return { uuid, name, ip: '' };
}
