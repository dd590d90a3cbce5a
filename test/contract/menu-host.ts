import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostPlayer, MenuListener, MenuHost } from '../../src/backend/menus/menu-host.ts';
import type { MenuView, PlacedItem } from '../../src/backend/menus/menu-view.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { MenuCommand } from '../../src/domain/menu-command.ts';
import { parseText, type TextRun } from '../../src/domain/text/text.ts';
import type { Uuid } from '../../src/domain/uuid.ts';

/** What a player sees of a menu, without its layout, so that chat, dialogs and chests all fit. */
export interface SeenMenu {
  readonly title: string;
  /** The words of every item that can be clicked, in the order of their slots. */
  readonly choices: readonly string[];
}

/** A host with players who see what it shows. */
export interface HostBench {
  readonly host: MenuHost;
  /** Two players on the server. */
  readonly players: readonly [HostPlayer, HostPlayer];
  /** What the player sees, once something is shown that fits; `null` for no menu. */
  sees(player: HostPlayer, fits: (menu: SeenMenu | null) => boolean): Promise<SeenMenu | null>;
  /** The player types a command, in the way that this host receives it. */
  type(player: HostPlayer, command: MenuCommand): Promise<void>;
  /** The player clicks the nth choice of what they see. */
  click(player: HostPlayer, choice: number): Promise<void>;
  /** The next line that the player reads, without colours. */
  reads(player: HostPlayer): Promise<string>;
  /** The player leaves the server. */
  leave(player: HostPlayer): Promise<void>;
  /** The commands that the server was made to run and that no menu or line needs: must stay empty. */
  unwantedCommands(): readonly string[];
  close(): Promise<void>;
}

type MenuEvent =
  | { readonly what: 'command'; readonly uuid: Uuid; readonly name: string; readonly command: MenuCommand }
  | { readonly what: 'click'; readonly uuid: Uuid; readonly showing: number; readonly slot: number }
  | { readonly what: 'closed'; readonly uuid: Uuid; readonly showing: number }
  | { readonly what: 'left'; readonly uuid: Uuid };

/** Keeps what a host reports until a test takes it. */
class MenuEvents implements MenuListener {
  readonly pending: MenuEvent[] = [];
  #wake: (() => void)[] = [];

  command({ uuid, name }: HostPlayer, command: MenuCommand): void {
    this.#note({ what: 'command', uuid, name, command });
  }
  click({ uuid }: HostPlayer, showing: number, slot: number): void {
    this.#note({ what: 'click', uuid, showing, slot });
  }
  closed({ uuid }: HostPlayer, showing: number): void {
    this.#note({ what: 'closed', uuid, showing });
  }
  left(uuid: Uuid): void {
    this.#note({ what: 'left', uuid });
  }

  /** Takes the first event of a kind, and waits for it if there is none yet. */
  async next<K extends MenuEvent['what']>(what: K): Promise<Extract<MenuEvent, { what: K }>> {
    for (;;) {
      const at = this.pending.findIndex((one) => one.what === what);
      const [found] = at < 0 ? [] : this.pending.splice(at, 1);
      if (found !== undefined) return found as Extract<MenuEvent, { what: K }>;
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  #note(one: MenuEvent): void {
    this.pending.push(one);
    const wake = this.#wake;
    this.#wake = [];
    for (const up of wake) up();
  }
}

const HOSTILE = [
  '"},{"text":"x","clickEvent":{"action":"run_command","value":"/op Mallory"}}',
  '\\"}] @a @e[type=player] /stop',
  '%portcullis_online% {player} ${jndi:x} §kmagic&c',
  '⟨ünïcode⟩ 😀 \u202Eltr',
];

const plain = (text: string): TextRun[] => [{ text, color: null, formats: [] }];

function item(slot: number, name: string, clickable = true): PlacedItem {
  return {
    slot,
    clickable,
    material: 'minecraft:stone',
    name: plain(name),
    lore: [],
    amount: 1,
    glow: false,
  };
}

function view(title: string, names: readonly string[], more: Partial<MenuView> = {}): MenuView {
  return { title: plain(title), rows: 3, items: names.map((name, slot) => item(slot * 2, name)), ...more };
}

/** What every host of menus promises, for every kind of menu. */
export function menuHostContract(name: string, open: () => Promise<HostBench>): void {
  describe(`${name} keeps the promises of every host of menus`, () => {
    let bench: HostBench;
    let events: MenuEvents;
    beforeEach(async () => {
      bench = await open();
      events = new MenuEvents();
      await bench.host.open(events);
    });
    afterEach(() => bench.close());

    const seen = (player: HostPlayer, title: string): Promise<SeenMenu | null> =>
      bench.sees(player, (menu) => menu?.title === title);

    it.each(['games', 'hubs', 'ban', 'reboot'] as const)(
      'reports /%s and the player who typed it',
      async (command) => {
        const [, player] = bench.players;
        await bench.type(player, command);
        expect(await events.next('command')).toEqual({ what: 'command', ...player, command });
      },
    );

    it('shows the title and every choice, in the order of the slots', async () => {
      const [player] = bench.players;
      await bench.host.show(player, 1, view('Where to?', ['Lobby', 'Arena', 'Survival']));
      expect(await seen(player, 'Where to?')).toEqual({
        title: 'Where to?',
        choices: ['Lobby', 'Arena', 'Survival'],
      });
    });

    it('does not let items be clicked that only show or fill', async () => {
      const [player] = bench.players;
      const items = [item(0, 'You are here', false), item(4, 'Go there'), item(8, '', false)];
      await bench.host.show(player, 1, view('Where to?', [], { items }));
      expect((await seen(player, 'Where to?'))?.choices).toEqual(['Go there']);
    });

    it('reports which slot of which showing was clicked, and by whom', async () => {
      const [, player] = bench.players;
      await bench.host.show(player, 7, view('Where to?', ['Lobby', 'Arena', 'Survival']));
      await seen(player, 'Where to?');
      await bench.click(player, 2);
      expect(await events.next('click')).toEqual({ what: 'click', uuid: player.uuid, showing: 7, slot: 4 });
    });

    it('a click after another showing names that one', async () => {
      const [player] = bench.players;
      await bench.host.show(player, 1, view('First', ['Lobby']));
      await seen(player, 'First');
      await bench.host.show(player, 2, view('Second', ['Arena']));
      await seen(player, 'Second');
      await bench.click(player, 0);
      expect(await events.next('click')).toMatchObject({ showing: 2, slot: 0 });
    });

    it('shows the same menu with other items', async () => {
      const [player] = bench.players;
      await bench.host.show(player, 1, view('Servers', ['Lobby 1/100']));
      await seen(player, 'Servers');
      await bench.host.show(player, 1, view('Servers', ['Lobby 2/100', 'Arena']));
      const menu = await bench.sees(player, (one) => one?.choices.length === 2);
      expect(menu).toEqual({ title: 'Servers', choices: ['Lobby 2/100', 'Arena'] });
    });

    it('shows everybody their own menu', async () => {
      const [one, other] = bench.players;
      await bench.host.show(one, 1, view('Yours', ['A']));
      await bench.host.show(other, 2, view('Theirs', ['B']));
      expect((await seen(one, 'Yours'))?.choices).toEqual(['A']);
      expect((await seen(other, 'Theirs'))?.choices).toEqual(['B']);
      await bench.click(one, 0);
      expect(await events.next('click')).toMatchObject({ uuid: one.uuid, showing: 1 });
    });

    it('does nothing when it hides the menu of a player who sees none', async () => {
      const [player] = bench.players;
      await bench.host.hide(player);
      await bench.host.show(player, 1, view('Still works', ['A']));
      expect((await seen(player, 'Still works'))?.choices).toEqual(['A']);
      await bench.host.hide(player);
    });

    it('shows a full chest', async () => {
      const [player] = bench.players;
      const items = Array.from({ length: 54 }, (_, slot) => item(slot, `Server number ${slot}`));
      await bench.host.show(player, 1, view('All', [], { rows: 6, items }));
      expect(await seen(player, 'All')).not.toBeNull();
    });

    it.each(HOSTILE)('shows %j to the letter, and does nothing else', async (words) => {
      const [player] = bench.players;
      await bench.host.show(player, 1, view('Reasons', [words]));
      // Every client takes a section sign for a colour, so none may be left.
      expect((await seen(player, 'Reasons'))?.choices).toEqual([words.replaceAll('§', '')]);
      await bench.host.tell(player, plain(words));
      expect(await bench.reads(player)).toBe(words.replaceAll('§', ''));
      expect(bench.unwantedCommands()).toEqual([]);
    });

    it('says a coloured line', async () => {
      const [player] = bench.players;
      await bench.host.tell(player, parseText('&aWelcome #FF8800back'));
      expect(await bench.reads(player)).toBe('Welcome back');
    });

    it('shows nothing to a player who has left, and still shows menus to others', async () => {
      const [gone, there] = bench.players;
      await bench.leave(gone);
      await bench.host.show(gone, 1, view('Nobody', ['A'])).catch((error: unknown) => {
        expect(error).toBeInstanceOf(AppError);
      });
      await bench.host.show(there, 2, view('Somebody', ['A']));
      expect((await seen(there, 'Somebody'))?.choices).toEqual(['A']);
    });

    it('does nothing after it was closed', async () => {
      const [player] = bench.players;
      await bench.host.close();
      await expect(bench.host.show(player, 1, view('Late', ['A']))).rejects.toBeInstanceOf(AppError);
      await bench.host.close();
    });
  });
}
