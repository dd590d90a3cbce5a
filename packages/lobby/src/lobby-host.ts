import type { HostPlayer, MenuListener, MenuHost } from '../../../src/backend/menus/menu-host.ts';
import type { MenuView } from '../../../src/backend/menus/menu-view.ts';
import { AppError } from '../../../src/domain/errors.ts';
import type { TextRun } from '../../../src/domain/text/text.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { type LobbyEvents, LobbyServer, type LobbyServerOptions } from './game/lobby-server.ts';
import type { LobbyPlayer } from './game/lobby-player.ts';

/** What the lobby's game server and menus are made with. */
export interface LobbyHostOptions extends LobbyServerOptions {
  /** The message with which players are kicked when the lobby stops. */
  readonly closing: string;
  /** What players read whose version of the game is too old to be sent to another server; text with colours. */
  readonly tooOld: string;
  /** A player has joined or left. */
  readonly playersChanged: () => void;
  readonly left?: (uuid: Uuid) => void;
}

/** Shows menus as chests: the lobby is a game server of its own. */
export class LobbyHost implements MenuHost {
  readonly refreshes = true;
  /** Who comes by a proxy that forwards them is moved by it. */
  readonly obstacle: MenuHost['obstacle'];
  readonly #options: LobbyHostOptions;
  #server: LobbyServer | null = null;

  constructor(options: LobbyHostOptions) {
    this.#options = options;
    this.obstacle =
      options.forwarding.mode === 'none' ? (player) => this.#obstacleOf(player.uuid) : undefined;
  }

  async open(listener: MenuListener): Promise<void> {
    if (this.#server !== null) return;
    const events: LobbyEvents = {
      command: (player, command, argument) => listener.command(asHostPlayer(player), command, argument),
      click: (player, showing, slot) => listener.click(asHostPlayer(player), showing, slot),
      closed: (player, showing) => listener.closed(asHostPlayer(player), showing),
      joined: () => this.#options.playersChanged(),
      left: ({ uuid }) => {
        listener.left(uuid);
        this.#options.left?.(uuid);
        this.#options.playersChanged();
      },
    };
    this.#server = await LobbyServer.open(this.#options, events);
  }

  /** Where players connect; 0 while it is not open. */
  get port(): number {
    return this.#server?.port ?? 0;
  }

  get players(): Iterable<LobbyPlayer> {
    return this.#server?.players ?? [];
  }

  find(uuid: Uuid): LobbyPlayer | undefined {
    return this.#server?.find(uuid);
  }

  async show({ uuid }: HostPlayer, showing: number, view: MenuView): Promise<void> {
    this.#open().player(uuid).show(showing, view);
  }

  async hide({ uuid }: HostPlayer): Promise<void> {
    this.#open().player(uuid).hide();
  }

  async tell({ uuid }: HostPlayer, words: readonly TextRun[]): Promise<void> {
    this.#open().player(uuid).tell(words);
  }

  /** Sends the proxy a plugin message. It does not answer: true means only that the message was sent. */
  async move({ uuid }: HostPlayer, server: string): Promise<boolean> {
    if (this.#options.forwarding.mode === 'none') return false;
    this.#open().player(uuid).connect(server);
    return true;
  }

  /** Sends a player back to where they came in (`LobbyServer.sendBack`). */
  async sendBack({ name }: { readonly name: string }): Promise<void> {
    await this.#open().sendBack(name);
  }

  /** Kicks a player with this message, text with colours; `LobbyServer.kick` says whom. Throws `player_not_found`. */
  async kick(
    who: { readonly uuid: Uuid; readonly name?: string | undefined },
    message: string,
  ): Promise<void> {
    if ((await this.#server?.kick(who, message)) !== true) throw new AppError('player_not_found');
  }

  close(): Promise<void> {
    return this.closeWith(this.#options.closing);
  }

  /** Closes, and kicks every player with this message. */
  async closeWith(message: string): Promise<void> {
    const server = this.#server;
    this.#server = null;
    await server?.close(message);
  }

  #obstacleOf(uuid: Uuid): string | null {
    return this.#server?.canSendBack(uuid) === false ? this.#options.tooOld : null;
  }

  #open(): LobbyServer {
    if (this.#server === null) throw new AppError('platform_unavailable', 'The lobby is not open');
    return this.#server;
  }
}

function asHostPlayer({ uuid, name }: LobbyPlayer): HostPlayer {
  return { uuid, name };
}
