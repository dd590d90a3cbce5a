import type { MenuCommand } from '../../domain/menu-command.ts';
import type { TextRun } from '../../domain/text/text.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { MenuView } from './menu-view.ts';

/** A player as a host knows them. */
export interface HostPlayer {
  readonly uuid: Uuid;
  readonly name: string;
}

/**
 * What a host tells of its players. Every method may be called at any time between `open` and `close`, is quick and
 * never throws; a click or closing that names a showing which is not the present one of that player is ignored, so a
 * host need not look.
 */
export interface MenuListener {
  /** A player typed a command. `argument` is what stood behind it, empty for nothing (and where a host cannot tell). */
  command(player: HostPlayer, command: MenuCommand, argument: string): void;
  /** A player clicked a place of what was shown to them as `showing`. */
  click(player: HostPlayer, showing: number, slot: number): void;
  /** A player closed what was shown to them as `showing`. Not told after `hide` or another `show`. */
  closed(player: HostPlayer, showing: number): void;
  /** A player is no longer on the server: what they saw is forgotten. */
  left(uuid: Uuid): void;
}

/**
 * Where players see menus and type commands: the console of a game server, our own lobby, a plugin on the channel. Texts
 * are runs, never markup, and are shown to the letter: a host puts them into nothing that could read them as a command,
 * a selector or JSON of its own. Every promise settles within seconds, and rejects with AppError `platform_unavailable`
 * for a player whom the host cannot reach; nobody's absence is an error of the host.
 */
export interface MenuHost {
  /** False where showing a view again would disturb who reads it; menus are then drawn once, and not on every change. */
  readonly refreshes: boolean;
  /** Begins to listen; resolves once commands are heard. Called once, before anything else. */
  open(listener: MenuListener): Promise<void>;
  /**
   * Shows a view in the place of whatever menu the player sees. With the `showing` of what they see now it is the same
   * menu with other items or another title, and stays where it is.
   */
  show(player: HostPlayer, showing: number, view: MenuView): Promise<void>;
  /** Takes away the menu that the player sees; nothing when they see none. */
  hide(player: HostPlayer): Promise<void>;
  /** Says a line to a player. */
  tell(player: HostPlayer, words: readonly TextRun[]): Promise<void>;
  /**
   * Moves a player by the host's own means; resolves false when it has none for this server, and the proxy is to do it.
   */
  move(player: HostPlayer, server: string): Promise<boolean>;
  /** Stops listening and lets go of everything; later calls reject. */
  close(): Promise<void>;
}
