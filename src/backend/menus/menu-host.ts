import type { MenuCommand } from '../../domain/menu-command.ts';
import type { TextRun } from '../../domain/text/text.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { MenuView } from './menu-view.ts';

/** A player, as a menu host identifies them. */
export interface HostPlayer {
  readonly uuid: Uuid;
  readonly name: string;
}

/**
 * What a menu host reports of its players. Every method may be called at any time between `open` and `close`, returns
 * quickly and never throws. A click with another `showing` than the player's present one does nothing and is answered with
 * a line of chat, and a closing is ignored, so that a host need not check it.
 */
export interface MenuListener {
  /** A player typed a command. `argument` is the text after it; empty for none, or where a host cannot see it. */
  command(player: HostPlayer, command: MenuCommand, argument: string): void;
  /** A player clicked a slot of the menu that was shown to them as `showing`. */
  click(player: HostPlayer, showing: number, slot: number): void;
  /** A player closed the menu that was shown to them as `showing`. Not called after `hide` or another `show`. */
  closed(player: HostPlayer, showing: number): void;
  /** A player is no longer on the server: their menu is forgotten. */
  left(uuid: Uuid): void;
}

/**
 * Where players see menus and type commands: the console of a game server, our own lobby, or a plugin on the channel.
 * Texts are runs, never markup, and are shown as they are: a host must not put them where they could be read as a command,
 * a selector or JSON. Every promise settles within seconds, and rejects with AppError `platform_unavailable` for a player
 * whom the host cannot reach.
 */
export interface MenuHost {
  /** False where showing a view again would disturb its reader: menus are then drawn once, and not on every change. */
  readonly refreshes: boolean;
  /** Begins to listen; resolves once commands are received. Called once, before anything else. */
  open(listener: MenuListener): Promise<void>;
  /**
   * Shows a view instead of any menu that the player sees. With the `showing` of their present menu it is the same menu
   * with other items or another title, and stays open: no slot offers anything else than before.
   */
  show(player: HostPlayer, showing: number, view: MenuView): Promise<void>;
  /** Closes the menu that the player sees; does nothing when they see none. */
  hide(player: HostPlayer): Promise<void>;
  /** Sends a player a line of chat. */
  tell(player: HostPlayer, words: readonly TextRun[]): Promise<void>;
  /**
   * Moves a player by the host's own means; resolves false when it has none for this server: then the proxy moves them.
   */
  move(player: HostPlayer, server: string): Promise<boolean>;
  /**
   * Why this player's game cannot be sent to another server, text with colours; null where it can. For a host whose players may
   * come by an edge; without it a proxy moves them.
   */
  readonly obstacle?: ((player: HostPlayer) => string | null) | undefined;
  /** Stops listening and releases everything; later calls reject. */
  close(): Promise<void>;
}
