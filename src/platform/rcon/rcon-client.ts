import { KeyedQueue } from '../../runtime/limits/keyed-queue.ts';
import { ConnectionFaults } from '../../runtime/connection-faults.ts';
import { gameText } from '../game-text.ts';
import type { PlatformDeps } from '../platform-deps.ts';
import { ReconnectPause } from '../reconnect-pause.ts';
import type { HostAndPort } from '../server-address.ts';
import type { Occupancy, PlayerRef, ServerManagement } from '../server-management.ts';
import { TrafficBound } from '../../runtime/limits/traffic-bound.ts';
import {
  GAME_LIST_COMMAND,
  isKickDone,
  kickCommand,
  LIST_COMMAND,
  operatorCommand,
  SAVE_COMMAND,
  STOP_COMMAND,
  tellCommands,
} from './commands.ts';
import { readPlayerList } from './player-list.ts';
import { RconConnection, RconError } from './rcon-connection.ts';

const RUN_LIMIT_MS = 5_000;
/** Saving and commands of the operator block the server's main thread. */
const SLOW_RUN_LIMIT_MS = 30_000;
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
}

/**
 * A client of the remote console (docs/game-protocols.md "RCON"). It connects when it is first needed and keeps the
 * connection; one request is under way at a time. After a failure every request fails until a backoff has passed.
 */
export class RconClient implements ServerManagement {
  readonly #options: RconOptions;
  readonly #queue = new KeyedQueue<'console'>();
  #connection: RconConnection | undefined;
  readonly #traffic: TrafficBound;
  readonly #faults: ConnectionFaults;
  readonly #pause: ReconnectPause;
  #notBefore = 0;
  #failure = new RconError('the console was closed');
  #isClosed = false;

  constructor(options: RconOptions) {
    this.#options = options;
    this.#traffic = new TrafficBound(TRAFFIC, options.clock);
    this.#faults = new ConnectionFaults('rcon', options);
    this.#pause = new ReconnectPause(RETRY, options);
  }

  async kick(player: PlayerRef, message: string): Promise<boolean> {
    return isKickDone(await this.#run(kickCommand(player, gameText(message))));
  }

  async message(target: PlayerRef | 'all', text: string): Promise<void> {
    for (const command of tellCommands(target, gameText(text))) await this.#run(command);
  }

  async save(): Promise<void> {
    await this.#run(SAVE_COMMAND, SLOW_RUN_LIMIT_MS);
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
        await this.#run(operatorCommand(command), SLOW_RUN_LIMIT_MS, () => (sent = true));
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

  /** Who is there and how many may be; an empty list where plugins hide it. */
  async occupancy(): Promise<Occupancy> {
    return (
      readPlayerList(await this.#run(LIST_COMMAND)) ??
      readPlayerList(await this.#run(GAME_LIST_COMMAND)) ?? { players: [], maxPlayers: undefined }
    );
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#connection?.close();
    this.#faults.close();
    return Promise.resolve();
  }

  #run(command: string, limitMs = RUN_LIMIT_MS, began: () => void = () => {}): Promise<string> {
    const { clock } = this.#options;
    const queuedAt = clock.elapsed();
    return this.#queue.run('console', async () => {
      if (clock.elapsed() - queuedAt > QUEUE_LIMIT_MS) throw new RconError('its console is busy');
      const connection = await this.#connected();
      began();
      return connection.run(command, limitMs);
    });
  }

  async #connected(): Promise<RconConnection> {
    if (this.#connection?.isOpen === true) return this.#connection;
    const { address, password, clock, name, logger } = this.#options;
    if (this.#isClosed || clock.elapsed() < this.#notBefore) throw this.#failure;
    try {
      this.#connection = await RconConnection.open({
        address,
        password,
        clock,
        traffic: this.#traffic,
        faults: this.#faults,
        exceeded: (error) => this.#exceeded(error),
      });
    } catch (error) {
      throw this.#waitAfter(error instanceof RconError ? error : new RconError('it cannot be reached'));
    }
    if (this.#isClosed) this.#connection.close();
    this.#pause.good();
    logger.info({ event: 'rcon.connected', server: name });
    return this.#connection;
  }

  #exceeded(failure: RconError): void {
    const { clock, logger, name } = this.#options;
    const wait = this.#pause.after('exceeded');
    this.#notBefore = clock.elapsed() + wait;
    this.#failure = failure;
    logger.warn({ event: 'rcon.exceeded', server: name, reason: failure.reason, retryInMs: wait });
  }

  #waitAfter(failure: RconError): RconError {
    if (failure.kind === 'exceeded') return failure;
    const { clock, logger, name } = this.#options;
    const wasRefused = failure.kind === 'password';
    this.#notBefore = clock.elapsed() + this.#pause.after(wasRefused ? 'refused' : 'lost');
    this.#failure = failure;
    if (wasRefused) logger.error({ event: 'rcon.wrong_password', server: name });
    else logger.debug({ event: 'rcon.unreachable', server: name, reason: failure.message });
    return failure;
  }
}
