import { within } from '../runtime/deadline.ts';
import type { AgentClient, Order } from '../channel/client/agent-client.ts';
import { AppError } from '../domain/errors.ts';
import type { ReportedState } from '../domain/server.ts';
import type { Uuid } from '../domain/uuid.ts';
import { type AgentDeps, FollowingAgent } from './managed-agent.ts';
import type { RconClient } from './rcon/rcon-client.ts';
import type { ServerConnectionSettings } from './server-connections.ts';
import type { PlayerRef, ServerManagement } from './server-management.ts';

/** Joins that come together are reported together. */
const REPORT_AFTER_MS = 50;
/** A frame holds so many players of a server. */
const MAX_REPORTED = 5_000;
const KICKS_AT_ONCE = 16;
const KICKS_LIMIT_MS = 10_000;
const MAX_DETAIL_LENGTH = 255;
const PREPARE_LIMIT_MS = 10_000;

/** What the operator says of a server. */
export interface ManagedServerProfile {
  readonly type: string;
  readonly gameName: string;
  /** Undefined: as many as the server says. */
  readonly maxPlayers: number | undefined;
  readonly address: string | undefined;
  readonly canRejoin?: boolean;
}

/** What stands beside the agent of a server and shares its link: menus and placeholders. */
export interface AgentCompanion {
  /** The server is up; it takes players once this has settled, whichever way. */
  prepare(): Promise<void>;
  /** The link from now on, which may not stand yet; null while the server is away. */
  linked(link: AgentClient | null): void;
  /** An order of the coordinator; answers false for one that is not about the companion. */
  receive(order: Order): boolean;
  left(uuid: Uuid): void;
}

/** What the game on a server says of itself. */
export interface GameReport {
  readonly state?: ReportedState;
  readonly gameName?: string;
  readonly canRejoin?: boolean;
  readonly maxPlayers?: number;
}

export interface ManagedServerOptions extends AgentDeps {
  readonly name: string;
  readonly profile: ManagedServerProfile;
  readonly doors: ServerConnectionSettings;
  /** Run over RCON in place of save and stop. */
  readonly rebootCommands: readonly string[] | undefined;
  /** How the coordinator is to reboot it; absent: as it is configured for all. */
  readonly rebootOverrides?: { readonly force?: boolean; readonly fallbacks?: string[] };
  readonly companion?: AgentCompanion;
}

/** Where a server's capacity is told by nobody. */
const DEFAULT_MAX_PLAYERS = 100;

/** The agent of a game server that has no plugin of ours: sees and steers it from outside. */
export class ManagedServer {
  readonly #options: ManagedServerOptions;
  readonly #agent: FollowingAgent;
  #reporting: unknown = null;
  #isRebooting = false;
  /** Grows with every time the server comes up or goes; what was begun for an earlier one no longer counts. */
  #turn = 0;
  #isReady = true;
  #game: GameReport = {};

  /** Begins to look for the server at once. Throws a TypeError when there is no door to it. */
  constructor(options: ManagedServerOptions) {
    this.#options = options;
    this.#agent = new FollowingAgent({
      ...options,
      hello: { role: 'backend', platform: 'server' },
      resync: () => this.#reportAll(),
      joined: () => this.#reportSoon(),
      left: ({ uuid }) => {
        options.companion?.left(uuid);
        this.#reportSoon();
      },
      receive: (order) => this.#obey(order),
      linked: (link) => this.#linked(link),
    });
  }

  get management(): ServerManagement {
    return this.#agent.doors.management;
  }

  /** The remote console, where there is one. */
  get console(): RconClient | undefined {
    return this.#agent.doors.console;
  }

  /** Everybody on the server. */
  players(): readonly PlayerRef[] {
    return this.#agent.roster.all();
  }

  player(uuid: Uuid): PlayerRef | undefined {
    return this.#agent.roster.get(uuid);
  }

  /** The game said something of itself; it holds until the server goes away. */
  reportGame(report: GameReport): void {
    this.#game = { ...this.#game, ...report };
    this.#reportUpdate();
  }

  close(): Promise<void> {
    this.#options.clock.clearTimeout(this.#reporting);
    return this.#agent.close();
  }

  #linked(link: AgentClient | null): void {
    const { companion } = this.#options;
    this.#turn += 1;
    this.#game = {};
    if (companion === undefined) return;
    this.#isReady = false;
    companion.linked(link);
    if (link !== null) void this.#prepare(companion, this.#turn);
  }

  /** The server is STARTING until what players are to find there is ready; what cannot be made so holds nobody up. */
  async #prepare(companion: AgentCompanion, turn: number): Promise<void> {
    const { clock, logger, name } = this.#options;
    const detail = 'The menus were not ready in time';
    await within(clock, PREPARE_LIMIT_MS, companion.prepare(), 'platform_unavailable', detail).catch(
      (error: unknown) => logger.warn({ event: 'managed-server.not-prepared', server: name, err: error }),
    );
    if (turn !== this.#turn) return;
    this.#isReady = true;
    this.#reportUpdate();
  }

  #reportUpdate(): void {
    this.#agent.send({ type: 'server.update', ...this.#ownWords(), ...this.#census() });
  }

  #ownWords() {
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
      ...this.#ownWords(),
      ...(rebootOverrides === undefined ? {} : { reboot: rebootOverrides }),
      ...(profile.address === undefined ? {} : { address: profile.address }),
      ...this.#census(),
    });
  }

  #reportSoon(): void {
    this.#reporting ??= this.#options.clock.setTimeout(() => {
      this.#reporting = null;
      this.#agent.send({ type: 'server.update', ...this.#census() });
    }, REPORT_AFTER_MS);
  }

  #census() {
    const maxPlayers = this.#game.maxPlayers ?? this.#options.profile.maxPlayers;
    const players = this.#agent.roster.all().map(({ uuid }) => uuid);
    return {
      maxPlayers: maxPlayers ?? this.#agent.roster.maxPlayers ?? DEFAULT_MAX_PLAYERS,
      players: players.slice(0, MAX_REPORTED),
    };
  }

  #obey(order: Order): void | Promise<void> {
    if (this.#options.companion?.receive(order) === true) return;
    if (order.type === 'player.offer') return this.#offer(order);
    if (order.type === 'player.message') return this.management.message('all', order.message);
    if (order.type !== 'reboot') return;
    if (this.#isRebooting) throw new AppError('server_restarting');
    this.#isRebooting = true;
    void this.#reboot(order).finally(() => {
      this.#isRebooting = false;
    });
  }

  /** Without menus an offer is words. */
  async #offer({ uuid, message }: Extract<Order, { type: 'player.offer' }>): Promise<void> {
    const player = this.player(uuid);
    if (player !== undefined) await this.management.message(player, message);
  }

  async #reboot(order: Extract<Order, { type: 'reboot' }>): Promise<void> {
    const { clock, logger, name } = this.#options;
    const tell = (phase: 'countdown' | 'saving' | 'stopping' | 'failed', detail?: string): void => {
      const more = detail === undefined ? {} : { detail: detail.slice(0, MAX_DETAIL_LENGTH) };
      this.#agent.send({ type: 'reboot.progress', reboot: order.reboot, phase, ...more });
    };
    try {
      if (order.countdownSeconds > 0) {
        tell('countdown');
        await new Promise<void>((resolve) => {
          clock.setTimeout(resolve, order.countdownSeconds * 1_000);
        });
      }
      await this.#sendAway(order.message);
      await this.#stop(tell);
      this.#agent.doors.expectAway();
    } catch (error) {
      logger.warn({ event: 'managed-server.reboot-failed', server: name, err: error });
      tell('failed', error instanceof AppError ? error.message : 'The game server could not be stopped');
    }
  }

  async #stop(tell: (phase: 'saving' | 'stopping') => void): Promise<void> {
    const { rebootCommands } = this.#options;
    const { console } = this.#agent.doors;
    if (rebootCommands !== undefined && console !== undefined) {
      tell('stopping');
      return console.runConfigured(rebootCommands);
    }
    tell('saving');
    await this.management.save();
    tell('stopping');
    await this.management.stop();
  }

  /** Who is still there reads why, instead of what the game says by itself. Nobody's staying holds the stop up. */
  async #sendAway(message: string): Promise<void> {
    const kicks = async (): Promise<void> => {
      const players = this.#agent.roster.all();
      for (let from = 0; from < players.length; from += KICKS_AT_ONCE) {
        const some = players.slice(from, from + KICKS_AT_ONCE);
        await Promise.allSettled(some.map((player) => this.management.kick(player, message)));
      }
    };
    const detail = 'Players were not sent away in time';
    await within(this.#options.clock, KICKS_LIMIT_MS, kicks(), 'platform_unavailable', detail).catch(
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
