import { within } from '../runtime/deadline.ts';
import type { AgentClient, Order } from '../channel/client/agent-client.ts';
import { MAX_SERVER_PLAYERS } from '../channel/protocol/agent-messages.ts';
import { AppError } from '../domain/errors.ts';
import { isPlayerName } from '../domain/player-name.ts';
import { DEFAULT_MAX_PLAYERS, type ReportedState } from '../domain/server.ts';
import type { Uuid } from '../domain/uuid.ts';
import { type AgentDeps, ManagedAgent } from './managed-agent.ts';
import type { RconClient } from './rcon/rcon-client.ts';
import type { ServerConnectionSettings } from './server-connections.ts';
import type { PlayerRef, ServerManagement } from './server-management.ts';

/** Joins that come within this time are reported together; a long list, which is reported whole, less often. */
const REPORT_AFTER_MS = 50;
const PLAYERS_PER_MS = 20;
const MAX_KICKS_AT_ONCE = 16;
/** A frame of 256 KiB holds so many players with their names, and more without. */
const MAX_NAMED_PLAYERS = 3_000;
const KICKS_WITHIN_MS = 10_000;
const MAX_DETAIL_LENGTH = 255;
const PREPARE_WITHIN_MS = 10_000;

/** What the operator has configured about a server. */
export interface ManagedServerProfile {
  readonly type: string;
  readonly gameName: string;
  /** Undefined: as many as the server reports. */
  readonly maxPlayers: number | undefined;
  readonly address: string | undefined;
  readonly canRejoin?: boolean;
}

/** What shares the agent's connection to the coordinator: menus and placeholders. */
export interface AgentExtension {
  /** The server is up; it takes players once this has settled, also by a rejection. */
  prepare(): Promise<void>;
  /** The client from now on, which may not be connected yet; null while the server is away. */
  clientChanged(client: AgentClient | null): void;
  /** An order of the coordinator; returns false for one that the extension does not handle. */
  receive(order: Order): boolean;
  left(uuid: Uuid): void;
  /** Whether it shows menus, by which players are offered the way back. */
  readonly hasMenus?: boolean;
}

/** What the game on a server reports about itself. */
export interface GameReport {
  readonly state?: ReportedState;
  readonly gameName?: string;
  readonly canRejoin?: boolean;
  readonly maxPlayers?: number;
}

export interface ManagedServerOptions extends AgentDeps {
  readonly name: string;
  readonly profile: ManagedServerProfile;
  readonly connections: ServerConnectionSettings;
  /** Which player of the network has a name, for servers that tell nothing else of their players. */
  readonly uuidOf?: (name: string) => Uuid | undefined;
  /** Run over RCON in place of save and stop. */
  readonly rebootCommands: readonly string[] | undefined;
  /** How the coordinator reboots this server; what is absent is as configured for all. */
  readonly rebootOverrides?: { readonly force?: boolean; readonly fallbacks?: string[] };
  readonly extension?: AgentExtension;
}

/** The agent of a game server that has no Portcullis plugin: it observes and controls the server from outside. */
export class ManagedServer {
  readonly #options: ManagedServerOptions;
  readonly #agent: ManagedAgent;
  #reporting: unknown = null;
  #isRebooting = false;
  /**
   * Grows whenever the server comes up or goes away; work that was begun for an earlier generation no longer counts.
   */
  #generation = 0;
  #isReady = true;
  #game: GameReport = {};

  /** Begins to connect to the server at once. Throws a TypeError when there is no connection to it. */
  constructor(options: ManagedServerOptions) {
    this.#options = options;
    this.#agent = new ManagedAgent({
      ...options,
      limit: MAX_SERVER_PLAYERS,
      hello: { role: 'backend', platform: 'server' },
      menus: options.extension?.hasMenus === true,
      resync: () => this.#reportAll(),
      joined: () => this.#reportSoon(),
      unknownChanged: () => this.#reportSoon(),
      left: ({ uuid }) => {
        options.extension?.left(uuid);
        this.#reportSoon();
      },
      receive: (order) => this.#receive(order),
      clientChanged: (client) => this.#clientChanged(client),
    });
  }

  get management(): ServerManagement {
    return this.#agent.connections.management;
  }

  get closedReason(): string | undefined {
    return this.#agent.connections.closedReason;
  }

  /** The remote console, where there is one. */
  get console(): RconClient | undefined {
    return this.#agent.connections.console;
  }

  /** Everybody on the server. */
  players(): readonly PlayerRef[] {
    return this.#agent.roster.all();
  }

  player(uuid: Uuid): PlayerRef | undefined {
    return this.#agent.roster.get(uuid);
  }

  /** Takes over what the game reports; it holds until the server goes away. */
  reportGame(report: GameReport): void {
    this.#game = { ...this.#game, ...report };
    this.#reportUpdate();
  }

  close(): Promise<void> {
    this.#options.clock.clearTimeout(this.#reporting);
    return this.#agent.close();
  }

  #clientChanged(client: AgentClient | null): void {
    const { extension } = this.#options;
    this.#generation += 1;
    this.#game = {};
    if (extension === undefined) return;
    this.#isReady = false;
    extension.clientChanged(client);
    if (client !== null) void this.#prepare(extension, this.#generation);
  }

  /** The server is STARTING until its menus are ready; menus that fail must not keep players out. */
  async #prepare(extension: AgentExtension, generation: number): Promise<void> {
    const { clock, logger, name } = this.#options;
    const detail = 'The menus were not ready in time';
    await within(clock, PREPARE_WITHIN_MS, extension.prepare(), 'platform_unavailable', detail).catch(
      (error: unknown) => logger.warn({ event: 'managed-server.not-prepared', server: name, err: error }),
    );
    if (generation !== this.#generation) return;
    this.#isReady = true;
    this.#reportUpdate();
  }

  #reportUpdate(): void {
    this.#agent.send({ type: 'server.update', ...this.#gameState(), ...this.#playerList() });
  }

  #gameState() {
    const { profile } = this.#options;
    const state: ReportedState = this.#isReady ? (this.#game.state ?? 'IDLE') : 'STARTING';
    return {
      gameName: this.#game.gameName ?? profile.gameName,
      canRejoin: this.#game.canRejoin ?? profile.canRejoin ?? false,
      state,
    };
  }

  #reportAll(): void {
    const { name, profile, rebootOverrides } = this.#options;
    this.#agent.send({
      type: 'server',
      serverType: profile.type,
      serverId: name,
      gameData: '',
      ...this.#gameState(),
      ...(rebootOverrides === undefined ? {} : { reboot: rebootOverrides }),
      ...(profile.address === undefined ? {} : { address: profile.address }),
      ...this.#playerList(),
    });
  }

  #reportSoon(): void {
    const wait = REPORT_AFTER_MS + Math.floor(this.#agent.roster.size / PLAYERS_PER_MS);
    this.#reporting ??= this.#options.clock.setTimeout(() => {
      this.#reporting = null;
      this.#agent.send({ type: 'server.update', ...this.#playerList() });
    }, wait);
  }

  #playerList() {
    const maxPlayers = this.#game.maxPlayers ?? this.#options.profile.maxPlayers;
    const players = this.#agent.roster.all().slice(0, MAX_SERVER_PLAYERS);
    // Names that no player can have say nothing, and would make the frame a wrong one; too many would not fit into it.
    const isNamed =
      this.#agent.supports('identity') &&
      players.length <= MAX_NAMED_PLAYERS &&
      players.every(({ name, isByName }) => isByName !== true && isPlayerName(name));
    return {
      maxPlayers: maxPlayers ?? this.#agent.roster.maxPlayers ?? DEFAULT_MAX_PLAYERS,
      players: players.map(({ uuid }) => uuid),
      ...(isNamed ? { names: players.map(({ name }) => name) } : {}),
      ...(this.#agent.supports('occupancy') ? { playersUnknown: this.#unknown() } : {}),
    };
  }

  #unknown(): string | null {
    return this.#agent.roster.unknown?.slice(0, MAX_DETAIL_LENGTH) ?? null;
  }

  #receive(order: Order): void | Promise<void> {
    if (this.#options.extension?.receive(order) === true) return;
    if (order.type === 'player.offer') return this.#offer(order);
    if (order.type === 'player.message') return this.management.message('all', order.message);
    if (order.type !== 'reboot') return;
    if (this.#isRebooting) throw new AppError('server_restarting');
    this.#isRebooting = true;
    void this.#reboot(order).finally(() => {
      this.#isRebooting = false;
    });
  }

  /** Without menus an offer is a chat message. */
  async #offer({ uuid, message }: Extract<Order, { type: 'player.offer' }>): Promise<void> {
    const player = this.player(uuid);
    if (player !== undefined) await this.management.message(player, message);
  }

  async #reboot(order: Extract<Order, { type: 'reboot' }>): Promise<void> {
    const { clock, logger, name } = this.#options;
    const report = (phase: 'countdown' | 'saving' | 'stopping' | 'failed', detail?: string): void => {
      const more = detail === undefined ? {} : { detail: detail.slice(0, MAX_DETAIL_LENGTH) };
      this.#agent.send({ type: 'reboot.progress', reboot: order.reboot, phase, ...more });
    };
    try {
      if (order.countdownSeconds > 0) {
        report('countdown');
        await new Promise<void>((resolve) => {
          clock.setTimeout(resolve, order.countdownSeconds * 1_000);
        });
      }
      await this.#kickPlayers(order.message);
      await this.#stop(report);
      this.#agent.connections.expectAway();
    } catch (error) {
      logger.warn({ event: 'managed-server.reboot-failed', server: name, err: error });
      report('failed', error instanceof AppError ? error.message : 'The game server could not be stopped');
    }
  }

  async #stop(report: (phase: 'saving' | 'stopping') => void): Promise<void> {
    const { rebootCommands } = this.#options;
    const { console } = this.#agent.connections;
    if (rebootCommands !== undefined && console !== undefined) {
      report('stopping');
      return console.runConfigured(rebootCommands);
    }
    report('saving');
    await this.management.save();
    report('stopping');
    await this.management.stop();
  }

  /**
   * Players who are still there read the reason instead of the game's own message. A kick that fails does not delay the
   * stop.
   */
  async #kickPlayers(message: string): Promise<void> {
    const kicks = async (): Promise<void> => {
      const players = this.#agent.roster.all();
      for (let from = 0; from < players.length; from += MAX_KICKS_AT_ONCE) {
        const batch = players.slice(from, from + MAX_KICKS_AT_ONCE);
        await Promise.allSettled(batch.map((player) => this.management.kick(player, message)));
      }
    };
    const detail = 'The players were not kicked in time';
    await within(this.#options.clock, KICKS_WITHIN_MS, kicks(), 'platform_unavailable', detail).catch(
      (error: unknown) => {
        this.#options.logger.warn({
          event: 'managed-server.kicks-slow',
          server: this.#options.name,
          err: error,
        });
      },
    );
  }
}
