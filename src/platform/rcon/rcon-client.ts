import type { Uuid } from '../../domain/uuid.ts';
import { KeyedQueue } from '../../runtime/limits/keyed-queue.ts';
import { ConnectionFaults } from '../../runtime/faults/connection-faults.ts';
import { DoorLog, LEFT_ALONE } from '../door-log.ts';
import { gameText } from '../game-text.ts';
import type { PlatformDeps } from '../platform-deps.ts';
import { ReconnectPause } from '../reconnect-pause.ts';
import { type HostAndPort, serverAddressText } from '../server-address.ts';
import type { Occupancy, PlayerRef, PlayerTarget, ServerManagement } from '../server-management.ts';
import { TrafficBound } from '../../runtime/limits/traffic-bound.ts';
import {
  isKickDone,
  isNotUnderstood,
  kickCommand,
  LIST_COMMANDS,
  operatorCommand,
  SAVE_COMMAND,
  sayCommands,
  STOP_COMMAND,
  tellCommands,
} from './commands.ts';
import { type ConsoleList, isWhole, occupancyOf, readPlayerList, unreadOccupancy } from './player-list.ts';
import { RconConnection, RconError, type RunLimits } from './rcon-connection.ts';

const RUN: RunLimits = { limitMs: 5_000 };
/** Of commands that print nothing. */
const SILENT_RUN: RunLimits = { limitMs: 5_000, quietMs: 500 };
/** Saving and commands of the operator block the server's main thread. */
const SLOW_RUN: RunLimits = { limitMs: 30_000, quietOnceOmittedMs: 5_000 };
/** A server that is asked to stop may do so without a word; whether it has done it is seen by others. */
const LAST_RUN: RunLimits = { limitMs: 30_000, quietMs: 5_000 };
const SILENT_COMMAND = /^(?:minecraft:)?(?:say|tellraw|tell|msg|title) /;
const MAX_SHOWN = 200;
const NO_LIST = { command: undefined, isBest: false };
/** A command that has waited longer in the queue is out of date. */
const QUEUE_LIMIT_MS = 10_000;
const RETRY = { firstMs: 250, maxMs: 5_000 };
/**
 * What a server may send (docs/decisions/0113), asked for or not: an answer has at most three megabytes, in packets of
 * four kilobytes.
 */
const TRAFFIC = {
  bytes: { burst: 16 * 1024 * 1024, perSecond: 1024 * 1024 },
  messages: { burst: 5_000, perSecond: 500 },
};

export interface RconOptions extends PlatformDeps {
  /** Of the server, for the log. */
  readonly name: string;
  readonly address: HostAndPort;
  readonly password: string;
  /** Which player of the network has this name; undefined for nobody, and for several. */
  readonly uuidOf?: (name: string) => Uuid | undefined;
  /** Called when a connection that took the password has ended. */
  readonly lost?: () => void;
}

/**
 * A client of the remote console (docs/game-protocols.md "RCON"). It connects when it is first needed and keeps the
 * connection; one request is under way at a time. After a failure every request fails until a backoff has passed.
 */
export class RconClient implements ServerManagement {
  readonly #options: RconOptions;
  readonly #queue = new KeyedQueue<'console'>();
  readonly #door: DoorLog;
  #connection: RconConnection | undefined;
  #knowsTellraw = true;
  #saidTellraw = false;
  /** The command that lists most; `isBest` once all were tried with players on the server. */
  #list: { readonly command: string | undefined; readonly isBest: boolean } = NO_LIST;
  readonly #traffic: TrafficBound;
  readonly #faults: ConnectionFaults;
  readonly #pause: ReconnectPause;
  #notBefore = 0;
  #failure = new RconError('the console was closed');
  #isClosed = false;

  constructor(options: RconOptions) {
    this.#options = options;
    const { name, clock, logger } = options;
    this.#door = new DoorLog({ name, clock, logger });
    this.#traffic = new TrafficBound(TRAFFIC, clock);
    this.#faults = new ConnectionFaults('rcon', options);
    this.#pause = new ReconnectPause(RETRY, options);
  }

  async kick(player: PlayerTarget, message: string): Promise<boolean> {
    return isKickDone(await this.#run(kickCommand(player, gameText(message))));
  }

  /** Why the console cannot be used now, with what to check; undefined while it can. */
  get closedReason(): string | undefined {
    return this.#door.reason;
  }

  /** Whether a connection is open that took the password. */
  get isConnected(): boolean {
    return this.#connection?.isOpen === true;
  }

  async message(target: PlayerTarget | 'all', text: string): Promise<void> {
    const words = gameText(text);
    if (this.#knowsTellraw) {
      for (const command of tellCommands(target, words)) {
        if (!this.#isUnknown(await this.#run(command, SILENT_RUN))) continue;
        this.#knowsTellraw = false;
        break;
      }
      if (this.#knowsTellraw) return;
    }
    for (const command of sayCommands(target, words)) await this.#run(command, SILENT_RUN);
  }

  async save(): Promise<void> {
    await this.#run(SAVE_COMMAND, SLOW_RUN);
  }

  stop(): Promise<void> {
    return this.runConfigured([STOP_COMMAND]);
  }

  /**
   * Runs commands of the operator in their order. The connection may end with the last of them, as after `stop`: a
   * server that is gone before it could answer has done it.
   */
  async runConfigured(commands: readonly string[]): Promise<void> {
    const last = commands.length - 1;
    for (const [at, command] of commands.entries()) {
      let sent = false;
      try {
        await this.#run(operatorCommand(command), limitsOf(command, at === last), () => (sent = true));
      } catch (error) {
        const isDone = at === last && sent && error instanceof RconError && error.kind === 'gone';
        if (!isDone) throw error;
      }
    }
  }

  /** Runs a command and returns what the console printed. */
  run(command: string): Promise<string> {
    return this.#run(operatorCommand(command));
  }

  async players(): Promise<PlayerRef[]> {
    return [...(await this.occupancy()).players];
  }

  /** Who is there and how many may be, as far as the console tells. */
  async occupancy(): Promise<Occupancy> {
    const { uuidOf = () => undefined } = this.#options;
    const { command } = this.#list;
    const known = command === undefined ? undefined : readPlayerList(await this.#run(command));
    if (known !== undefined && (isWhole(known) || this.#list.isBest)) return occupancyOf(known, uuidOf);
    let best: ConsoleList | undefined;
    let answer = '';
    for (const asked of LIST_COMMANDS) {
      const printed = await this.#run(asked);
      const list = readPlayerList(printed);
      // What the game's own command prints where a plugin has replaced it says less than the plugin.
      if (answer === '' || isNotUnderstood(answer)) answer = printed;
      if (list === undefined || (best !== undefined && !isWhole(list))) continue;
      best = list;
      this.#list = { command: asked, isBest: false };
      if (isWhole(list)) return occupancyOf(list, uuidOf);
    }
    this.#list = { ...this.#list, isBest: best !== undefined };
    return best === undefined ? unreadOccupancy(answer) : occupancyOf(best, uuidOf);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#connection?.close();
    this.#faults.close();
    return Promise.resolve();
  }

  #isUnknown(answer: string): boolean {
    if (!isNotUnderstood(answer)) return false;
    if (this.#saidTellraw) return true;
    this.#saidTellraw = true;
    const { logger, name } = this.#options;
    const detail =
      'Its console does not know tellraw: messages are sent with say and tell, without their form';
    logger.warn({ event: 'rcon.no_tellraw', server: name, answer: answer.slice(0, MAX_SHOWN), detail });
    return true;
  }

  #run(command: string, limits = RUN, began: () => void = () => {}): Promise<string> {
    const { clock } = this.#options;
    const queuedAt = clock.elapsed();
    return this.#queue.run('console', async () => {
      if (clock.elapsed() - queuedAt > QUEUE_LIMIT_MS) throw new RconError('its console is busy');
      const connection = await this.#connected();
      began();
      try {
        const answer = await connection.run(command, limits);
        if (connection.hasAnswered) this.#answered();
        return answer;
      } catch (error) {
        throw error instanceof RconError ? this.#broken(connection, error) : error;
      }
    });
  }

  #answered(): void {
    this.#pause.good();
    this.#door.opened({ event: 'rcon.connected', level: 'info' });
  }

  /** One that answered before may just be busy, and is asked again; one that never did is left alone for a while. */
  #broken(connection: RconConnection, failure: RconError): RconError {
    if (failure.kind === 'exceeded' || this.#isClosed) return failure;
    if (!connection.hasAnswered) this.#waitFor('lost', failure);
    this.#door.closed({
      event: 'rcon.unusable',
      level: 'warn',
      reason: failure.reason,
      detail: 'Something answers at rcon.address that is no working console: see docs/platforms.md "RCON"',
    });
    return failure;
  }

  async #connected(): Promise<RconConnection> {
    if (this.#connection?.isOpen === true) return this.#connection;
    const { address, password, clock } = this.#options;
    if (this.#isClosed || clock.elapsed() < this.#notBefore) throw this.#failure;
    try {
      this.#connection = await RconConnection.open({
        address,
        password,
        clock,
        traffic: this.#traffic,
        faults: this.#faults,
        exceeded: (error) => this.#exceeded(error),
        ended: () => this.#options.lost?.(),
      });
    } catch (error) {
      throw this.#waitAfter(error instanceof RconError ? error : new RconError('it cannot be reached'));
    }
    // It may be another server now.
    this.#knowsTellraw = true;
    this.#list = NO_LIST;
    if (this.#isClosed) this.#connection.close();
    return this.#connection;
  }

  #exceeded(failure: RconError): void {
    const { clock, logger, name } = this.#options;
    const wait = this.#pause.after('exceeded');
    this.#notBefore = clock.elapsed() + wait;
    this.#failure = failure;
    this.#door.shut({ event: 'rcon.exceeded', level: 'warn', reason: failure.reason, detail: LEFT_ALONE });
    logger.warn({ event: 'rcon.exceeded', server: name, reason: failure.reason, retryInMs: wait });
  }

  #waitAfter(failure: RconError): RconError {
    if (failure.kind === 'exceeded') return failure;
    const wasRefused = failure.kind === 'password';
    this.#waitFor(wasRefused ? 'refused' : 'lost', failure);
    if (wasRefused) {
      const detail = 'Set the password of this server to the rcon.password of its server.properties';
      const { reason } = failure;
      this.#door.closed({ event: 'rcon.wrong_password', level: 'error', reason, detail });
      return failure;
    }
    const at = serverAddressText(this.#options.address);
    this.#door.closed({
      event: 'rcon.unreachable',
      level: 'warn',
      reason: `${at}: ${failure.reason}`,
      detail: 'Check that the server runs with enable-rcon=true, and its rcon.port',
    });
    return failure;
  }

  #waitFor(end: 'refused' | 'lost', failure: RconError): void {
    this.#notBefore = this.#options.clock.elapsed() + this.#pause.after(end);
    this.#failure = failure;
  }
}

function limitsOf(command: string, isLast: boolean): RunLimits {
  if (isLast) return LAST_RUN;
  return SILENT_COMMAND.test(operatorCommand(command)) ? SILENT_RUN : SLOW_RUN;
}
