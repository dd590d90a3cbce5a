import type { Clock } from '../../../runtime/clock.ts';
import type { Logger } from '../../../runtime/logger.ts';
import { AppError } from '../../../domain/errors.ts';
import type { TextRun } from '../../../domain/text/text.ts';
import type { Uuid } from '../../../domain/uuid.ts';
import type { HostPlayer, MenuListener, MenuHost } from '../../menus/menu-host.ts';
import type { MenuView } from '../../menus/menu-view.ts';
import { chatCommands, plainTellCommand, tellCommand } from './chat.ts';
import { MORE, readClickCode } from './click-code.ts';
import { isPlayerAbsent, isNotUnderstood, readScore, readUuids } from './console-answers.ts';
import {
  CLICKS,
  enableAllCommand,
  findCommand,
  type Objective,
  OBJECTIVES,
  resetCommands,
  scoreCommand,
  setupCommands,
  transferCommand,
} from './console-commands.ts';
import { dialogCommands } from './dialog.ts';

/** Triggers are enabled again after this many polls, and when a player has joined. */
const POLLS_TO_ENABLE = 20;
const NO_TRIGGERS =
  'This server does not know the scoreboard objectives of /trigger (vanilla and Paper from 1.13 on do), so players cannot open menus: set menus.host to "channel" with a plugin that shows them, or to "off"';
const NO_TELLRAW =
  'This server does not know tellraw: lines for a player go by `tell`, without colours, and menus in the chat cannot be shown';

export interface ConsoleHostOptions {
  /** Runs a command of the game server and resolves with its output; rejects with AppError `platform_unavailable`. */
  readonly run: (command: string) => Promise<string>;
  /** The players on the server. */
  readonly players: () => readonly HostPlayer[];
  /** `auto`: dialogs where the server has them (1.21.6 and later), else the chat. */
  readonly style: 'auto' | 'dialog' | 'chat';
  /** Servers to which the game itself transfers players. */
  readonly transfers: ReadonlyMap<string, { readonly host: string; readonly port: number }>;
  /** How often commands and clicks are polled, in milliseconds. */
  readonly lookEveryMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A menu that needs several dialogs. */
interface DialogScreens {
  readonly showing: number;
  readonly commands: readonly string[];
  at: number;
}

/**
 * Menus of a game server without a plugin, through its console (1.13 and later): commands are triggers that players set
 * (`/trigger games`) and that are polled; menus are dialogs, or clickable lines of the chat.
 */
export class ConsoleHost implements MenuHost {
  /** A dialog that is shown again scrolls to its start, and the chat would fill with menus. */
  readonly refreshes = false;
  readonly #options: ConsoleHostOptions;
  readonly #screens = new Map<Uuid, DialogScreens>();
  #listener: MenuListener | null = null;
  #known: ReadonlySet<Uuid> = new Set();
  #polls = 0;
  #timer: unknown = null;
  #isPrepared = false;
  /** Whether players can open menus and click. */
  #hasTriggers = true;
  #hasTellraw = true;
  #isDialog: boolean;
  #isClosed = false;

  constructor(options: ConsoleHostOptions) {
    this.#options = options;
    this.#isDialog = options.style !== 'chat';
  }

  async open(listener: MenuListener): Promise<void> {
    this.#listener = listener;
    this.#pollLater();
  }

  /** The server is up, perhaps with another world or version: creates the triggers. */
  async prepare(): Promise<void> {
    this.#isPrepared = false;
    this.#isDialog = this.#options.style !== 'chat';
    this.#hasTellraw = true;
    this.#hasTriggers = await this.#setUp();
    if (!this.#hasTriggers) this.#options.logger.warn({ event: 'console.no-triggers', detail: NO_TRIGGERS });
    this.#isPrepared = true;
  }

  /** False on a server that does not know the first command: then the others are not sent. */
  async #setUp(): Promise<boolean> {
    for (const [at, command] of setupCommands().entries()) {
      const answer = await this.#run(command);
      if (at === 0 && isNotUnderstood(answer)) return false;
    }
    return true;
  }

  async show(player: HostPlayer, showing: number, view: MenuView): Promise<void> {
    if (this.#isDialog) {
      const commands = dialogCommands(player.uuid, showing, view);
      const [first = ''] = commands;
      const answer = await this.#run(first);
      if (isPlayerAbsent(answer)) throw absent(player);
      if (!isNotUnderstood(answer) || this.#options.style === 'dialog') {
        this.#screens.set(player.uuid, { showing, commands, at: 0 });
        return;
      }
      this.#options.logger.info({ event: 'console.no-dialogs' });
      this.#isDialog = false;
    }
    for (const command of chatCommands(player.uuid, showing, view)) {
      const answer = await this.#run(command);
      if (isPlayerAbsent(answer)) throw absent(player);
      if (isNotUnderstood(answer)) {
        this.#noteNoTellraw();
        throw new AppError('platform_unavailable', 'The server has no command that shows a menu');
      }
    }
  }

  async hide({ uuid }: HostPlayer): Promise<void> {
    const hadDialog = this.#screens.delete(uuid);
    if (hadDialog) await this.#run(`dialog clear ${uuid}`);
  }

  async tell(player: HostPlayer, words: readonly TextRun[]): Promise<void> {
    if (this.#hasTellraw) {
      const answer = await this.#run(tellCommand(player.uuid, words));
      if (isPlayerAbsent(answer)) throw absent(player);
      if (!isNotUnderstood(answer)) return;
      this.#noteNoTellraw();
    }
    // Not `say`, which everybody would read.
    const command = plainTellCommand(player, words);
    if (command === undefined || isNotUnderstood(await this.#run(command))) {
      throw new AppError('platform_unavailable', 'The server has no command that tells a player something');
    }
  }

  #noteNoTellraw(): void {
    if (this.#hasTellraw) this.#options.logger.warn({ event: 'console.no-tellraw', detail: NO_TELLRAW });
    this.#hasTellraw = false;
  }

  async move(player: HostPlayer, server: string): Promise<boolean> {
    const target = this.#options.transfers.get(server);
    if (target === undefined) return false;
    const answer = await this.#run(transferCommand(player.uuid, target.host, target.port));
    if (isPlayerAbsent(answer)) throw absent(player);
    return !isNotUnderstood(answer);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#options.clock.clearTimeout(this.#timer);
    this.#screens.clear();
  }

  #run(command: string): Promise<string> {
    if (this.#isClosed) {
      return Promise.reject(new AppError('platform_unavailable', 'The menus of this server are closed'));
    }
    return this.#options.run(command);
  }

  #pollLater(): void {
    if (this.#isClosed) return;
    const { clock, lookEveryMs } = this.#options;
    this.#timer = clock.setTimeout(() => void this.#poll(), lookEveryMs);
  }

  /** Polls all triggers. A server that does not answer is polled again; `ManagedServer` notices when it is gone. */
  async #poll(): Promise<void> {
    try {
      const players = new Map(this.#options.players().map((player) => [player.uuid, player]));
      this.#notePlayers(players);
      if (players.size > 0) {
        if (!this.#isPrepared) await this.prepare();
        if (this.#hasTriggers) await this.#readAllTriggers(players);
      }
    } catch (error) {
      if (!(error instanceof AppError))
        this.#options.logger.error({ event: 'console.look-failed', err: error });
    }
    this.#pollLater();
  }

  async #readAllTriggers(players: ReadonlyMap<Uuid, HostPlayer>): Promise<void> {
    await this.#enableTriggers();
    for (const objective of OBJECTIVES) await this.#readTriggers(objective, players);
  }

  #notePlayers(players: ReadonlyMap<Uuid, HostPlayer>): void {
    const known = this.#known;
    this.#known = new Set(players.keys());
    if ([...players.keys()].some((uuid) => !known.has(uuid))) this.#polls = 0;
    for (const uuid of known) {
      if (players.has(uuid)) continue;
      this.#screens.delete(uuid);
      this.#listener?.left(uuid);
    }
  }

  async #enableTriggers(): Promise<void> {
    if (this.#polls === 0) for (const objective of OBJECTIVES) await this.#run(enableAllCommand(objective));
    this.#polls = (this.#polls + 1) % POLLS_TO_ENABLE;
  }

  async #readTriggers(objective: Objective, players: ReadonlyMap<Uuid, HostPlayer>): Promise<void> {
    for (const uuid of readUuids(await this.#run(findCommand(objective)))) {
      const player = players.get(uuid);
      // A player who has just joined is not known yet: their trigger stays for the next poll.
      if (player === undefined) continue;
      const score =
        objective === CLICKS ? readScore(await this.#run(scoreCommand(uuid, objective))) : undefined;
      for (const command of resetCommands(uuid, objective)) await this.#run(command);
      if (objective !== CLICKS) this.#listener?.command(player, objective, '');
      else if (score !== undefined) await this.#click(player, score);
    }
  }

  async #click(player: HostPlayer, score: number): Promise<void> {
    const code = readClickCode(score);
    if (code === undefined) return;
    if (code.slot !== MORE) return this.#listener?.click(player, code.showing, code.slot);
    const screens = this.#screens.get(player.uuid);
    // Of a menu that is no longer shown: whoever numbers the menus answers it.
    if (screens?.showing !== code.showing) return this.#listener?.click(player, code.showing, code.slot);
    screens.at = (screens.at + 1) % screens.commands.length;
    await this.#run(screens.commands[screens.at] ?? '');
  }
}

function absent({ name }: HostPlayer): AppError {
  return new AppError('platform_unavailable', `${name} is not on the server`);
}
