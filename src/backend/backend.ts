import type { AgentClient, Order } from '../channel/client/agent-client.ts';
import { AppError } from '../domain/errors.ts';
import type { Uuid } from '../domain/uuid.ts';
import type { Random } from '../runtime/backoff.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import type { HostPlayer, MenuHost } from './menus/menu-host.ts';
import { MenuService, type MenuTemplates, type MenuTexts } from './menu-service.ts';
import { NetworkReplica } from './network-replica.ts';
import type { PlaceholderSource } from './placeholders/placeholders.ts';
import { PlayerFactsCache } from './player-facts-cache.ts';
import { RebootSchedule } from './reboot-schedule.ts';

/** What the operator configures of menus and reboots. */
export interface BackendSettings {
  readonly templates: MenuTemplates;
  readonly texts: MenuTexts;
  readonly allowed: { readonly ban: readonly string[]; readonly reboot: readonly string[] };
  readonly reasons: readonly string[];
  readonly schedule: { readonly patterns: readonly string[]; readonly timezone: string };
}

export interface BackendOptions {
  /** Name of this server in the network. */
  readonly server: string;
  readonly settings: BackendSettings;
  /** Undefined for no menus. */
  readonly host: MenuHost | undefined;
  /** The player with this uuid, if they are on this server. */
  readonly playerOn: (uuid: Uuid) => HostPlayer | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}

/**
 * What the backend role adds to the agent of a game server: menus, placeholders and the schedule of reboots. The agent
 * hands over its connection to the coordinator by `linked`, and passes on the orders that it gets.
 */
export class Backend {
  /** The values of placeholders, without a request. */
  readonly source: PlaceholderSource;
  readonly #options: BackendOptions;
  readonly #replica: NetworkReplica;
  readonly #menus: MenuService | undefined;
  readonly #schedule: RebootSchedule;
  #client: AgentClient | null = null;

  constructor(options: BackendOptions) {
    this.#options = options;
    const { server, host, settings, clock, logger, random } = options;
    const { schedule, ...menus } = settings;
    const request: AgentClient['request'] = (agentRequest) => this.#request(agentRequest);
    const players = new PlayerFactsCache({
      request: async (uuid) => {
        const answer = await request({ type: 'player.facts', uuid });
        if (answer.type !== 'facts') throw new AppError('platform_unavailable');
        return answer;
      },
      clock,
    });
    const replica = new NetworkReplica(() => this.#menus?.refresh());
    this.#replica = replica;
    this.source = {
      get facts() {
        return replica.facts;
      },
      server: (name) => replica.server(name),
      servers: () => replica.servers(),
      factsOf: (uuid) => players.factsOf(uuid),
    };
    const source = this.source;
    this.#menus =
      host &&
      new MenuService({
        server,
        host,
        coordinator: { request, supports: (feature) => this.#client?.supports(feature) === true },
        source,
        ...menus,
        clock,
        logger,
        random,
      });
    this.#schedule = new RebootSchedule({
      ...schedule,
      reboot: async () => {
        await request({ type: 'server.restart', by: null });
      },
      clock,
      logger,
      random,
    });
  }

  get hasMenus(): boolean {
    return this.#menus !== undefined;
  }

  /** Opens the menu host; may be called again after a failure, and does nothing without menus. */
  async open(): Promise<void> {
    await this.#menus?.open();
  }

  /** Takes the client of the coordinator, which may not be connected yet; null while there is none. */
  linked(client: AgentClient | null): void {
    this.#client = client;
  }

  /** Takes an order of the coordinator; returns false for one that is not about menus and placeholders. */
  receive(order: Order): boolean {
    if (this.#replica.receive(order)) return true;
    if (order.type !== 'player.offer') return false;
    const player = this.#options.playerOn(order.uuid);
    if (player === undefined || this.#menus === undefined) return false;
    this.#menus.offer(player, order.server, order.message);
    return true;
  }

  /** A player is no longer on the server. */
  left(uuid: Uuid): void {
    this.#menus?.left(uuid);
  }

  async close(): Promise<void> {
    this.#schedule.close();
    await this.#menus?.close();
  }

  #request: AgentClient['request'] = async (request) => {
    if (this.#client === null) {
      throw new AppError('platform_unavailable', 'The coordinator is not connected');
    }
    return this.#client.request(request);
  };
}
