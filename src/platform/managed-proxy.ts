import type { AgentClient, Order, Report } from '../channel/client/agent-client.ts';
import { AppError } from '../domain/errors.ts';
import type { Uuid } from '../domain/uuid.ts';
import { SlicedWork, type WorkLane } from '../runtime/limits/sliced-work.ts';
import { SYSTEM_TURNS, type Turns } from '../runtime/turns.ts';
import { type AgentDeps, ManagedAgent } from './managed-agent.ts';
import type { RosterEntry } from './roster.ts';
import type { ServerConnectionSettings } from './server-connections.ts';
import type { ServerManagement } from './server-management.ts';

/** More than any proxy holds; a list of as many fits a frame of the management protocol. */
const MAX_PROXY_PLAYERS = 20_000;

export interface ManagedProxyOptions extends AgentDeps {
  readonly name: string;
  readonly platform: 'modern' | 'legacy';
  readonly connections: ServerConnectionSettings;
  /** How much is reported in one turn of the event loop; those of the process when absent. */
  readonly turns?: Turns;
}

/**
 * The agent of a proxy that has no Portcullis plugin but speaks the management protocol (docs/game-protocols.md
 * "Management protocol"). It reports who joins and leaves, after the login, and kicks players whom the coordinator
 * refuses. It cannot decide a login, does not know addresses and servers, and cannot move players; the servers' own
 * agents report which server a player is on.
 */
export class ManagedProxy {
  readonly #agent: ManagedAgent;
  readonly #work: SlicedWork;
  readonly #reports: WorkLane;

  /** Begins to connect to the proxy at once. Throws a TypeError when there is no connection to it. */
  constructor({ platform, turns = SYSTEM_TURNS, ...options }: ManagedProxyOptions) {
    const { logger, name } = options;
    const failed = (error: unknown): void =>
      logger.error({ event: 'managed-proxy.not-reported', proxy: name, err: error });
    this.#work = new SlicedWork(turns, failed);
    this.#reports = this.#work.lane();
    this.#agent = new ManagedAgent({
      ...options,
      limit: MAX_PROXY_PLAYERS,
      hello: { role: 'proxy', platform },
      resync: (client) => this.#reports.run(this.#reportAll(client)),
      joined: (player) => this.#report({ type: 'player.join', ...reported(player) }),
      left: ({ uuid }) => this.#report({ type: 'player.leave', uuid }),
      receive: (order) => this.#receive(order),
    });
  }

  get management(): ServerManagement {
    return this.#agent.connections.management;
  }

  get closedReason(): string | undefined {
    return this.#agent.connections.closedReason;
  }

  close(): Promise<void> {
    this.#work.close();
    return this.#agent.close();
  }

  #report(frame: Report): void {
    this.#reports.run(() => void this.#agent.send(frame));
  }

  /** What changes while the parts are sent is reported after them. */
  *#reportAll(client: AgentClient): Iterator<number> {
    const players = this.#agent.roster.all();
    yield* client.sendPlayersInParts(
      players.map((player) => ({ ...reported(player), server: null, joinedAt: player.since })),
    );
  }

  #receive(order: Order): void | Promise<void> {
    switch (order.type) {
      case 'player.kick':
        return this.#kick(order.uuid, order.message);
      case 'player.send':
        throw new AppError('platform_unavailable', 'This proxy cannot move players');
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
