import type { Logger } from '../../runtime/logger.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { HostPlayer, MenuHost } from './menu-host.ts';
import type { MenuView } from './menu-view.ts';

/** What a player sees now, and what a click on a slot of it does. */
export interface Drawing {
  readonly view: MenuView;
  readonly click: (slot: number) => void;
}

/** A menu of one player. */
export interface Screen {
  /** True when it shows the network, and changes with it. */
  readonly isLive: boolean;
  draw(): Drawing;
  /** The player no longer sees it. */
  end(): void;
}

interface Showing {
  readonly id: number;
  readonly player: HostPlayer;
  readonly screen: Screen;
  drawing: Drawing;
  /** The view as it was last given to the host. */
  lastShown: string;
  isBusy: boolean;
}

/** More than any server has players; beyond it the oldest menu is forgotten. */
const MAX_OPEN = 5_000;
/** The console host puts the number into a scoreboard score, which has room for this one. */
const MAX_ID = 1_000_000;

/** Which player sees which menu. A player has one; a click on an earlier one does nothing. */
export class OpenMenus {
  readonly #host: MenuHost;
  readonly #logger: Logger;
  readonly #open = new Map<Uuid, Showing>();
  #lastId = 0;

  constructor(host: MenuHost, logger: Logger) {
    this.#host = host;
    this.#logger = logger;
  }

  isShownTo(uuid: Uuid): boolean {
    return this.#open.has(uuid);
  }

  /** Shows a menu instead of the one that the player sees. */
  open(player: HostPlayer, screen: Screen): void {
    this.#forget(player.uuid);
    this.#lastId = (this.#lastId % MAX_ID) + 1;
    const drawing = screen.draw();
    const showing = { id: this.#lastId, player, screen, drawing, lastShown: '', isBusy: false };
    this.#open.set(player.uuid, showing);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_OPEN && oldest !== undefined) this.#forget(oldest);
    void this.#show(showing);
  }

  /** Draws this menu again, if the player still sees it. */
  redraw(uuid: Uuid, screen: Screen): void {
    const showing = this.#open.get(uuid);
    if (showing?.screen !== screen) return;
    showing.drawing = screen.draw();
    void this.#show(showing);
  }

  /** The network has changed: draws every menu that shows it again. */
  refresh(): void {
    if (!this.#host.refreshes) return;
    for (const { screen, player } of this.#open.values()) if (screen.isLive) this.redraw(player.uuid, screen);
  }

  click(uuid: Uuid, id: number, slot: number): void {
    const showing = this.#open.get(uuid);
    if (showing?.id === id) showing.drawing.click(slot);
  }

  /** Closes this menu, if the player still sees it. */
  close(uuid: Uuid, screen: Screen): void {
    const showing = this.#open.get(uuid);
    if (showing?.screen !== screen) return;
    this.#forget(uuid);
    this.#host.hide(showing.player).catch((error: unknown) => this.#notReached(uuid, error));
  }

  closed(uuid: Uuid, id: number): void {
    if (this.#open.get(uuid)?.id === id) this.#forget(uuid);
  }

  left(uuid: Uuid): void {
    this.#forget(uuid);
  }

  closeAll(): void {
    for (const uuid of this.#open.keys()) this.#forget(uuid);
  }

  #forget(uuid: Uuid): void {
    const showing = this.#open.get(uuid);
    this.#open.delete(uuid);
    showing?.screen.end();
  }

  /** One after the other: of what is drawn while the host is busy, only the newest is shown once it is done. */
  async #show(showing: Showing): Promise<void> {
    const { player, id } = showing;
    if (showing.isBusy) return;
    showing.isBusy = true;
    try {
      while (this.#open.get(player.uuid) === showing) {
        const { view } = showing.drawing;
        const text = JSON.stringify(view);
        if (text === showing.lastShown) break;
        showing.lastShown = text;
        await this.#host.show(player, id, view);
      }
    } catch (error) {
      this.#notReached(player.uuid, error);
      if (this.#open.get(player.uuid) === showing) this.#forget(player.uuid);
    } finally {
      showing.isBusy = false;
    }
  }

  #notReached(uuid: Uuid, error: unknown): void {
    this.#logger.debug({ event: 'menu.not-reached', uuid, err: error });
  }
}
