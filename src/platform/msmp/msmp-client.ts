import { backoffMs, type Random } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { AppError } from '../../domain/errors.ts';
import { gameText } from '../game-text.ts';
import type { PlayerRef, ServerManagement, ServerWatcher } from '../server-management.ts';
import { soleParam } from './json-rpc.ts';
import { readPlayer, readPlayers, readProtocolVersion, readStatus } from './payloads.ts';
import { RpcSocket, type TlsOptions } from './rpc-socket.ts';

const CALL_LIMIT_MS = 5_000;
/** Everything is written to disk before the answer comes. */
const SAVE_LIMIT_MS = 30_000;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 10_000;
/** A wrong secret does not become right by trying hard. */
const FIRST_SLOW_RETRY_MS = 15_000;
const LAST_SLOW_RETRY_MS = 60_000;
/** How often the whole truth is asked for; what the server tells by itself is never repeated (§1.7). */
const LOOK_EVERY_MS = 15_000;
/** So many looks in a row may fail before the connection counts as dead: a busy server answers late. */
const LOOKS_TO_LOSE = 2;
const KNOWN_MAJORS: ReadonlySet<string> = new Set(['1', '2', '3']);
const NOTICE = 'minecraft:notification/';

export interface MsmpOptions {
  /** Of the server, for the log. */
  readonly name: string;
  /** `ws://host:port` or `wss://host:port`. */
  readonly url: string;
  readonly secret: string;
  readonly tls?: TlsOptions;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
  readonly watcher: ServerWatcher;
}

/**
 * A client of the Minecraft Server Management Protocol, versions 1 to 3 (PROTOCOLS.md §1): of a game server of 1.21.9 or
 * later, or of a proxy that carries the plugin. Keeps a connection, comes back when it is lost, and then asks for the
 * whole truth before it believes single events.
 */
export class MsmpClient implements ServerManagement {
  readonly #options: MsmpOptions;
  #socket: RpcSocket | null = null;
  #isUp = false;
  #isStopping = false;
  #isClosed = false;
  #maxPlayers: number | undefined;
  #attempt = 0;
  #missed = 0;
  #timer: unknown = null;

  /** Begins to connect at once. Throws a SyntaxError for a url that is none. */
  constructor(options: MsmpOptions) {
    this.#options = options;
    this.#connect();
  }

  async kick(player: PlayerRef, message: string): Promise<boolean> {
    const kick = { player: { id: player.uuid }, message: { literal: gameText(message) } };
    return readPlayers(await this.#call('minecraft:players/kick', [kick])).length > 0;
  }

  async message(target: PlayerRef | 'all', text: string): Promise<void> {
    const receivers = target === 'all' ? {} : { receivingPlayers: [{ id: target.uuid }] };
    const message = { message: { literal: gameText(text) }, overlay: false, ...receivers };
    await this.#call('minecraft:server/system_message', message);
  }

  async save(): Promise<void> {
    const saving = await this.#call('minecraft:server/save', true, SAVE_LIMIT_MS);
    if (saving !== true) throw new AppError('platform_unavailable', 'The game server could not save');
  }

  /** A server that is gone before it could answer has stopped, too. */
  async stop(): Promise<void> {
    const socket = this.#socket;
    try {
      await this.#call('minecraft:server/stop');
    } catch (error) {
      if (socket === null || this.#socket === socket) throw error;
    }
  }

  async players(): Promise<PlayerRef[]> {
    return readPlayers(await this.#call('minecraft:players'));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#options.clock.clearTimeout(this.#timer);
    await this.#socket?.close();
  }

  #call(method: string, param?: unknown, limitMs?: number): Promise<unknown> {
    if (this.#socket !== null) return this.#socket.call(method, param, limitMs);
    return Promise.reject(new AppError('platform_unavailable', 'The game server is not connected'));
  }

  #connect(): void {
    const { url, secret, tls, clock } = this.#options;
    const socket: RpcSocket = new RpcSocket({
      limitMs: CALL_LIMIT_MS,
      url,
      secret,
      ...(tls === undefined ? {} : { tls }),
      clock,
      opened: () => void this.#greet(socket),
      noticed: (method, params) => this.#notice(method, params),
      closed: (why, unauthorized) => this.#lost(why, unauthorized),
    });
    this.#socket = socket;
    this.#isStopping = false;
    this.#missed = 0;
  }

  /** Proxies have no settings, and a server need not describe itself: only its status counts. */
  async #greet(socket: RpcSocket): Promise<void> {
    const [version, maxPlayers] = await Promise.all([
      this.#call('rpc.discover').then(readProtocolVersion, () => undefined),
      this.#call('minecraft:serversettings/max_players').catch(() => undefined),
    ]);
    if (this.#socket !== socket) return;
    const { name, logger } = this.#options;
    const fields = { server: name, version: version ?? 'not told' };
    if (isKnown(version)) logger.info({ event: 'msmp.connected', ...fields });
    else logger.warn({ event: 'msmp.unknown_version', ...fields });
    if (typeof maxPlayers === 'number' && Number.isSafeInteger(maxPlayers) && maxPlayers > 0) {
      this.#maxPlayers = maxPlayers;
    }
    await this.#look();
  }

  /** Asks for the whole truth, and again after a while. */
  async #look(): Promise<void> {
    const { clock } = this.#options;
    const socket = this.#socket;
    // The timer of a lost connection is the one that brings the next.
    if (socket === null) return;
    clock.clearTimeout(this.#timer);
    const status = await this.#call('minecraft:server/status').catch(() => undefined);
    if (this.#socket !== socket || this.#isClosed) return;
    this.#missed = status === undefined ? this.#missed + 1 : 0;
    if (this.#missed >= LOOKS_TO_LOSE) return socket.drop('the server does not answer');
    if (status !== undefined) this.#believe(status);
    clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(() => void this.#look(), LOOK_EVERY_MS);
  }

  #believe(value: unknown): void {
    const status = readStatus(value);
    if (status === undefined || this.#isStopping) return;
    if (!status.started) return this.#gone();
    this.#isUp = true;
    this.#attempt = 0;
    this.#options.watcher.seen({ players: status.players, maxPlayers: this.#maxPlayers });
  }

  #notice(method: string, params: unknown): void {
    if (!method.startsWith(NOTICE)) return;
    switch (method.slice(NOTICE.length)) {
      case 'players/joined':
        return this.#withPlayer(params, (player) => this.#options.watcher.joined(player));
      case 'players/left':
        return this.#withPlayer(params, (player) => this.#options.watcher.left(player));
      case 'server/status':
        return this.#believe(soleParam(params));
      case 'server/started':
        return void this.#look();
      case 'server/stopping':
        // It goes on answering until it is really gone.
        this.#isStopping = true;
        return this.#gone();
      default:
    }
  }

  /** What happens before the whole truth is known is part of it. */
  #withPlayer(params: unknown, tell: (player: PlayerRef) => void): void {
    const player = readPlayer(soleParam(params));
    if (player !== undefined && this.#isUp) tell(player);
  }

  #gone(): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    this.#options.watcher.gone();
  }

  #lost(why: string, unauthorized: boolean): void {
    const { clock, logger, random, name } = this.#options;
    clock.clearTimeout(this.#timer);
    this.#socket = null;
    const fields = { server: name, reason: why };
    if (unauthorized) logger.error({ event: 'msmp.wrong_secret', ...fields });
    else if (this.#isUp) logger.warn({ event: 'msmp.lost', ...fields });
    else logger.debug({ event: 'msmp.unreachable', ...fields });
    this.#gone();
    if (this.#isClosed) return;
    const wait = unauthorized
      ? backoffMs(this.#attempt, FIRST_SLOW_RETRY_MS, LAST_SLOW_RETRY_MS, random)
      : backoffMs(this.#attempt, FIRST_RETRY_MS, LAST_RETRY_MS, random);
    this.#attempt += 1;
    this.#timer = clock.setTimeout(() => this.#connect(), wait);
  }
}

function isKnown(version: string | undefined): boolean {
  return version !== undefined && KNOWN_MAJORS.has(version.split('.')[0] ?? '');
}
