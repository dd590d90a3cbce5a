import { LRUCache } from 'lru-cache';
import type { Random } from '../../runtime/backoff.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { Uuid } from '../../domain/uuid.ts';
import type { HostPlayer, MenuHost } from './menu-host.ts';
import type { MenuView } from './menu-view.ts';

/** What a player sees now, and what a click on a slot of it does. */
export interface Drawing {
  readonly view: MenuView;
  /** Of which step or page this is a drawing: what it offers is offered no longer in another one. */
  readonly step: string;
  /** What a click on each slot means, as a text that differs when the meaning does; other slots offer nothing. */
  readonly offers: ReadonlyMap<number, string>;
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
  id: number;
  /** Everything that the present number has offered, by slot. */
  offered: Map<number, string>;
  readonly player: HostPlayer;
  readonly screen: Screen;
  drawing: Drawing;
  /** The number and the view as they were last given to the host. */
  lastShown: string;
  isBusy: boolean;
}

/** More than any server has players; beyond it the menu is forgotten that was not used for longest. */
const MAX_OPEN = 5_000;
/** The console host puts the number into a scoreboard score, which has room for this one. */
export const MAX_SHOWING = 2 ** 25 - 1;

/**
 * Which player sees which menu. A player has one. A number stands for what its slots offer: a menu that is drawn again
 * with something else in a slot gets a new one, so that a click on what was there before cannot choose what is there now.
 */
export class OpenMenus {
  readonly #host: MenuHost;
  readonly #logger: Logger;
  readonly #open = new LRUCache<Uuid, Showing>({
    max: MAX_OPEN,
    // After, because a screen that ends closes its menu.
    disposeAfter: ({ screen }) => screen.end(),
  });
  #lastId: number;

  /** Lines of the chat outlive this process, so the first number is a random one. */
  constructor(host: MenuHost, logger: Logger, random: Random) {
    this.#host = host;
    this.#logger = logger;
    this.#lastId = Math.floor(random() * MAX_SHOWING);
  }

  isShownTo(uuid: Uuid): boolean {
    return this.#open.has(uuid);
  }

  /** Shows a menu instead of the one that the player sees. */
  open(player: HostPlayer, screen: Screen): void {
    this.#open.delete(player.uuid);
    const drawing = screen.draw();
    const offered = new Map(drawing.offers);
    const showing = { id: this.#nextId(), offered, player, screen, drawing, lastShown: '', isBusy: false };
    this.#open.set(player.uuid, showing);
    void this.#show(showing);
  }

  /** Draws this menu again, if the player still sees it. */
  redraw(uuid: Uuid, screen: Screen): void {
    const showing = this.#open.peek(uuid);
    if (showing?.screen !== screen) return;
    const { step } = showing.drawing;
    showing.drawing = screen.draw();
    const { offers } = showing.drawing;
    if (showing.drawing.step !== step || isOtherOffer(showing.offered, offers)) {
      showing.id = this.#nextId();
      showing.offered = new Map();
    }
    for (const [slot, offer] of offers) showing.offered.set(slot, offer);
    void this.#show(showing);
  }

  /** The network has changed: draws every menu that shows it again. */
  refresh(): void {
    if (!this.#host.refreshes) return;
    for (const { screen, player } of this.#open.values()) if (screen.isLive) this.redraw(player.uuid, screen);
  }

  /** False for a slot that no longer offers what this number stood for: then nothing was done. */
  click(uuid: Uuid, id: number, slot: number): boolean {
    const showing = this.#open.get(uuid);
    if (showing?.id !== id) return false;
    const { offers, click } = showing.drawing;
    if (!offers.has(slot)) return !showing.offered.has(slot);
    click(slot);
    return true;
  }

  /** Closes this menu, if the player still sees it. */
  close(uuid: Uuid, screen: Screen): void {
    const showing = this.#open.peek(uuid);
    if (showing?.screen !== screen) return;
    this.#open.delete(uuid);
    this.#host.hide(showing.player).catch((error: unknown) => this.#notReached(uuid, error));
  }

  closed(uuid: Uuid, id: number): void {
    if (this.#open.peek(uuid)?.id === id) this.#open.delete(uuid);
  }

  left(uuid: Uuid): void {
    this.#open.delete(uuid);
  }

  closeAll(): void {
    this.#open.clear();
  }

  #nextId(): number {
    this.#lastId = (this.#lastId % MAX_SHOWING) + 1;
    return this.#lastId;
  }

  /** One after the other: of what is drawn while the host is busy, only the newest is shown once it is done. */
  async #show(showing: Showing): Promise<void> {
    const { player } = showing;
    if (showing.isBusy) return;
    showing.isBusy = true;
    try {
      while (this.#open.peek(player.uuid) === showing) {
        const { id } = showing;
        const { view } = showing.drawing;
        const text = JSON.stringify([id, view]);
        if (text === showing.lastShown) break;
        showing.lastShown = text;
        await this.#host.show(player, id, view);
      }
    } catch (error) {
      this.#notReached(player.uuid, error);
      if (this.#open.peek(player.uuid) === showing) this.#open.delete(player.uuid);
    } finally {
      showing.isBusy = false;
    }
  }

  #notReached(uuid: Uuid, error: unknown): void {
    this.#logger.debug({ event: 'menu.not-reached', uuid, err: error });
  }
}

/** Whether a slot offers something else than it did before, or something where there was nothing to choose. */
function isOtherOffer(before: ReadonlyMap<number, string>, now: ReadonlyMap<number, string>): boolean {
  return [...now].some(([slot, offer]) => before.get(slot) !== offer);
}
