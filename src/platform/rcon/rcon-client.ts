import { backoffMs, type Random } from '../../runtime/backoff.ts';
import { KeyedQueue } from '../../runtime/keyed-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { gameText } from '../game-text.ts';
import type { HostAndPort } from '../server-address.ts';
import type { PlayerRef, ServerManagement, Sighting } from '../server-management.ts';
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
/** Saving and commands of the operator hold the server's main thread up. */
const SLOW_RUN_LIMIT_MS = 30_000;
/** What has waited longer for its turn is not worth doing any more. */
const TURN_LIMIT_MS = 10_000;
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5_000;
/** A wrong password does not become right by trying hard. */
const FIRST_SLOW_RETRY_MS = 15_000;
const LAST_SLOW_RETRY_MS = 60_000;

export interface RconOptions {
  /** Of the server, for the log. */
  readonly name: string;
  readonly address: HostAndPort;
  readonly password: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: Random;
}

/**
 * A client of the remote console (PROTOCOLS.md §6). Connects when it is first needed and keeps the connection; one
 * request is under way at a time. After a failure nothing is tried until a backoff has passed.
 */
export class RconClient implements ServerManagement {
  readonly #options: RconOptions;
  readonly #lanes = new KeyedQueue<'console'>();
  #connection: RconConnection | undefined;
  #attempt = 0;
  #notBefore = 0;
  #trouble = new RconError('the console was closed');
  #isClosed = false;

  constructor(options: RconOptions) {
    this.#options = options;
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

  /** Runs a command and answers what the console printed. */
  run(command: string): Promise<string> {
    return this.#run(operatorCommand(command));
  }

  async players(): Promise<PlayerRef[]> {
    return [...(await this.look()).players];
  }

  /** Who is there and how many may be; nobody, where plugins hide it. */
  async look(): Promise<Sighting> {
    return (
      readPlayerList(await this.#run(LIST_COMMAND)) ??
      readPlayerList(await this.#run(GAME_LIST_COMMAND)) ?? { players: [], maxPlayers: undefined }
    );
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#connection?.close();
    return Promise.resolve();
  }

  #run(command: string, limitMs = RUN_LIMIT_MS, began: () => void = () => {}): Promise<string> {
    const { clock } = this.#options;
    const asked = clock.now();
    return this.#lanes.run('console', async () => {
      if (clock.now() - asked > TURN_LIMIT_MS) throw new RconError('its console is busy');
      const connection = await this.#connected();
      began();
      return connection.run(command, limitMs);
    });
  }

  async #connected(): Promise<RconConnection> {
    if (this.#connection?.isOpen === true) return this.#connection;
    const { address, password, clock, name, logger } = this.#options;
    if (this.#isClosed || clock.now() < this.#notBefore) throw this.#trouble;
    try {
      this.#connection = await RconConnection.open(address, password, clock);
    } catch (error) {
      throw this.#waitAfter(error instanceof RconError ? error : new RconError('it cannot be reached'));
    }
    if (this.#isClosed) this.#connection.close();
    this.#attempt = 0;
    logger.info({ event: 'rcon.connected', server: name });
    return this.#connection;
  }

  #waitAfter(trouble: RconError): RconError {
    const { clock, logger, random, name } = this.#options;
    const [first, last] =
      trouble.kind === 'password'
        ? [FIRST_SLOW_RETRY_MS, LAST_SLOW_RETRY_MS]
        : [FIRST_RETRY_MS, LAST_RETRY_MS];
    this.#notBefore = clock.now() + backoffMs(this.#attempt, first, last, random);
    this.#attempt += 1;
    this.#trouble = trouble;
    if (trouble.kind === 'password') logger.error({ event: 'rcon.wrong_password', server: name });
    else logger.debug({ event: 'rcon.unreachable', server: name, reason: trouble.message });
    return trouble;
  }
}
