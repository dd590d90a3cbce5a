import { AppError } from '../../domain/errors.ts';
import { type ClosedDoor, DoorLog, LEFT_ALONE } from '../door-log.ts';
import { gameText } from '../game-text.ts';
import type { PlatformDeps } from '../platform-deps.ts';
import { type EndOfConnection, ReconnectPause } from '../reconnect-pause.ts';
import type { PlayerRef, PlayerTarget, ServerListener, ServerManagement } from '../server-management.ts';
import { TrafficBound } from '../../runtime/limits/traffic-bound.ts';
import { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import { soleParam } from './json-rpc.ts';
import { readPlayer, readPlayers, readProtocolVersion, readStatus, type ServerStatus } from './payloads.ts';
import { RpcSocket, type TlsOptions } from './rpc-socket.ts';

const CALL_LIMIT_MS = 5_000;
/** The answer comes after everything is written to disk. */
const SAVE_LIMIT_MS = 30_000;
const RETRY = { firstMs: 500, maxMs: 10_000 };
/**
 * What a server may send (docs/decisions/0113). A proxy where 70 players a second come and go tells of 140; the list of
 * 20 000 players has one and a half megabytes.
 */
const TRAFFIC = {
  bytes: { burst: 32 * 1024 * 1024, perSecond: 2 * 1024 * 1024 },
  messages: { burst: 5_000, perSecond: 250 },
};
/**
 * How often the whole status is requested: the server sends every notification once, so one that is lost stays lost.
 */
const POLL_EVERY_MS = 15_000;
/** After so many polls in a row without a readable answer the connection counts as lost: a busy server answers late. */
const MAX_MISSED_POLLS = 2;
const KNOWN_MAJORS: ReadonlySet<string> = new Set(['1', '2', '3']);
const NOTIFICATION = 'minecraft:notification/';

export interface MsmpOptions extends PlatformDeps {
  /** Of the server, for the log. */
  readonly name: string;
  /** `ws://host:port` or `wss://host:port`. */
  readonly url: string;
  readonly secret: string;
  readonly tls?: TlsOptions;
  readonly listener: ServerListener;
}

/**
 * A client of the Minecraft Server Management Protocol, versions 1 to 3 (docs/game-protocols.md "Management protocol"):
 * of a game server of 1.21.9 or later, or of a proxy with the plugin. It keeps a connection, reconnects when it is
 * lost, and then requests the whole status before it trusts single notifications.
 */
export class MsmpClient implements ServerManagement {
  readonly #options: MsmpOptions;
  readonly #traffic: TrafficBound;
  readonly #faults: ConnectionFaults;
  readonly #pause: ReconnectPause;
  readonly #door: DoorLog;
  #socket: RpcSocket | null = null;
  #isUp = false;
  #isStopping = false;
  #isClosed = false;
  #maxPlayers: number | undefined;
  /** Of the protocol, as this connection says. */
  #version: string | undefined;
  #missed = 0;
  #isPolling = false;
  #timer: unknown = null;
  /** Requests the whole status, and again after a while. */
  readonly #poll: () => void;

  /** Begins to connect at once. Throws a SyntaxError for a url that is none. */
  constructor(options: MsmpOptions) {
    this.#options = options;
    const { name, clock, logger } = options;
    this.#door = new DoorLog({ name, clock, logger });
    this.#traffic = new TrafficBound(TRAFFIC, clock);
    this.#faults = new ConnectionFaults('msmp', options);
    this.#pause = new ReconnectPause(RETRY, options);
    this.#poll = this.#faults.guard(
      () => this.#socket?.drop('its connection was given up after an error of this program'),
      () => this.#requestStatus(),
    );
    this.#connect();
  }

  /** Why the server cannot be reached now, with what to check; undefined while it can. */
  get closedReason(): string | undefined {
    return this.#door.reason;
  }

  async kick(player: PlayerTarget, message: string): Promise<boolean> {
    const kick = { player: playerParam(player), message: { literal: gameText(message) } };
    return readPlayers(await this.#call('minecraft:players/kick', [kick])).length > 0;
  }

  async message(target: PlayerTarget | 'all', text: string): Promise<void> {
    const receivers = target === 'all' ? {} : { receivingPlayers: [playerParam(target)] };
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
    this.#faults.close();
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
      traffic: this.#traffic,
      faults: this.#faults,
      opened: () => this.#greet(socket),
      notified: (method, params) => this.#receive(method, params),
      closed: (reason, end) => this.#lost(reason, end),
    });
    this.#socket = socket;
    this.#isStopping = false;
    this.#missed = 0;
    this.#isPolling = false;
  }

  /** Both answers may be missing: proxies have no settings, and a server need not describe itself. */
  async #greet(socket: RpcSocket): Promise<void> {
    const [version, maxPlayers] = await Promise.all([
      this.#call('rpc.discover').then(readProtocolVersion, () => undefined),
      this.#call('minecraft:serversettings/max_players').catch(() => undefined),
    ]);
    if (this.#socket !== socket) return;
    this.#version = version;
    if (typeof maxPlayers === 'number' && Number.isSafeInteger(maxPlayers) && maxPlayers > 0) {
      this.#maxPlayers = maxPlayers;
    }
    await this.#requestStatus();
  }

  async #requestStatus(): Promise<void> {
    const { clock } = this.#options;
    const socket = this.#socket;
    // Without a socket the timer is the one that reconnects. One request at a time, however often the server starts.
    if (socket === null || this.#isPolling) return;
    this.#isPolling = true;
    clock.clearTimeout(this.#timer);
    const answer = await this.#call('minecraft:server/status').catch(() => undefined);
    if (this.#socket !== socket || this.#isClosed) return;
    this.#isPolling = false;
    const status = readStatus(answer);
    this.#missed = status === undefined ? this.#missed + 1 : 0;
    if (this.#missed >= MAX_MISSED_POLLS) return socket.drop('the server does not answer what can be read');
    if (status !== undefined) {
      this.#takeStatus(status);
      if (this.#pause.isTrusted) this.#noteOpen();
    }
    clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(this.#poll, POLL_EVERY_MS);
  }

  #noteOpen(): void {
    const version = this.#version ?? 'unknown';
    this.#door.opened(
      isKnown(this.#version)
        ? { event: 'msmp.connected', level: 'info', version }
        : { event: 'msmp.unknown_version', level: 'warn', version },
    );
  }

  #takeStatus(status: ServerStatus): void {
    if (this.#isStopping) return;
    if (!status.started) return this.#gone();
    this.#pause.good();
    // The server stays away for everybody until it lasts: one that comes and goes takes its players with it each time.
    if (!this.#pause.isTrusted) return;
    const { players } = status;
    const reason = this.#options.listener.observed({ players, maxPlayers: this.#maxPlayers });
    if (reason !== undefined) return this.#dropFor(reason);
    this.#isUp = true;
  }

  #receive(method: string, params: unknown): void {
    if (!method.startsWith(NOTIFICATION)) return;
    switch (method.slice(NOTIFICATION.length)) {
      case 'players/joined':
        return this.#withPlayer(params, (player) => this.#options.listener.joined(player));
      case 'players/left':
        return this.#withPlayer(params, (player) => this.#options.listener.left(player));
      case 'server/status':
        return this.#receiveStatus(soleParam(params));
      case 'server/started':
        return this.#poll();
      case 'server/stopping':
        // It goes on answering until its process ends.
        this.#isStopping = true;
        return this.#gone();
      default:
    }
  }

  #receiveStatus(param: unknown): void {
    const status = readStatus(param);
    if (status !== undefined) this.#takeStatus(status);
  }

  #dropFor(reason: string): void {
    this.#socket?.drop(reason, 'exceeded');
  }

  /** Players who join or leave before the first status are in that status. */
  #withPlayer(params: unknown, notify: (player: PlayerRef) => string | undefined): void {
    const player = readPlayer(soleParam(params));
    if (player === undefined || !this.#isUp) return;
    const reason = notify(player);
    if (reason !== undefined) this.#dropFor(reason);
  }

  #gone(): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    this.#options.listener.gone();
  }

  #lost(reason: string, end: EndOfConnection): void {
    const { clock, logger, name, url } = this.#options;
    clock.clearTimeout(this.#timer);
    this.#socket = null;
    const wasGood = this.#pause.isGood;
    const wait = this.#pause.after(end);
    // First, so that no error of what follows leaves the server without a connection.
    if (!this.#isClosed) this.#connectIn(wait);
    if (end === 'exceeded') {
      this.#door.shut({ event: 'msmp.exceeded', level: 'warn', reason, detail: LEFT_ALONE });
      logger.warn({ event: 'msmp.exceeded', server: name, reason, retryInMs: wait });
    } else if (!this.#isClosed) {
      const isFlapping = wasGood && this.#pause.isFlapping;
      this.#door.closed(isFlapping ? flappingDoor(reason) : doorAfter(reason, end, this.#isUp, url));
    }
    this.#gone();
  }

  #connectIn(milliseconds: number): void {
    const connect = this.#faults.guard(
      () => this.#connectIn(this.#pause.after('lost')),
      () => this.#connect(),
    );
    this.#timer = this.#options.clock.setTimeout(connect, milliseconds);
  }
}

function flappingDoor(reason: string): ClosedDoor {
  return {
    event: 'msmp.flapping',
    level: 'warn',
    reason: `it answers and closes again and again (${reason})`,
    detail:
      'It counts as away until a connection has lasted for 10 s. Check the log of the server, and that nothing between ends the connections to management.url',
  };
}

function doorAfter(reason: string, end: EndOfConnection, wasUp: boolean, url: string): ClosedDoor {
  if (end === 'refused') {
    const detail =
      'Set management.secret of this server to the management-server-secret of its server.properties';
    return { event: 'msmp.wrong_secret', level: 'error', reason, detail };
  }
  if (wasUp)
    return { event: 'msmp.lost', level: 'warn', reason, detail: 'It is tried again', isSudden: true };
  const detail =
    'Check that the server runs with management-server-enabled=true, and the host, the port and ws:// or wss:// of management.url';
  return { event: 'msmp.unreachable', level: 'warn', reason: `${url}: ${reason}`, detail };
}

/** One of the two is enough, and with both the id decides. */
function playerParam({ uuid, name }: PlayerTarget): { readonly id: string } | { readonly name: string } {
  return uuid === undefined ? { name } : { id: uuid };
}

function isKnown(version: string | undefined): boolean {
  return version !== undefined && KNOWN_MAJORS.has(version.split('.')[0] ?? '');
}
