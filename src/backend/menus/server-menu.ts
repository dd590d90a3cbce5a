import type { MenuServer } from '../../channel/protocol/coordinator-messages.ts';
import { takesPlayers } from '../../domain/server.ts';
import type { Fillings } from './fill-text.ts';
import { drawItem, type ItemTemplate, runsOf } from './item-template.ts';
import type { MenuEntry, MenuPlan } from './menu-page.ts';
import { middleSlot } from './menu-view.ts';

const AIR = 'minecraft:air';

/** The template of what every menu has. */
export interface MenuTemplate {
  readonly title: string;
  readonly rows: number;
  /** Absent, or air: slots that are left stay empty. */
  readonly fill?: ItemTemplate;
  readonly previous: ItemTemplate;
  readonly next: ItemTemplate;
}

/** A menu of servers, with an item for each server state. */
export interface ServerMenuTemplate extends MenuTemplate {
  /** By server state; `DEFAULT` for states that are not named. A server whose state has no item is not listed. */
  readonly items: Readonly<Record<string, ItemTemplate>>;
  /** Shown in the middle of a menu without servers. */
  readonly empty: ItemTemplate;
}

export type ServerMenuAction =
  | { readonly type: 'server.chosen'; readonly server: string }
  | { readonly type: 'page.turned'; readonly page: number };

/** Whether a click may move a player there. A running game takes players only where it allows to rejoin. */
export function isOpenTo(server: MenuServer): boolean {
  const isUnderWay = server.state === 'RUNNING' || server.state === 'ENDING';
  return takesPlayers(server.state) && (!isUnderWay || server.canRejoin);
}

/** The menu of these servers, in their order. `own` is the player's present server: it is shown, but not clickable. */
export function planServerMenu(
  template: ServerMenuTemplate,
  servers: readonly MenuServer[],
  own: string,
  fillings: Fillings,
): MenuPlan<ServerMenuAction> {
  const listed = servers.flatMap((server) => {
    const item = template.items[server.state] ?? template.items['DEFAULT'];
    return item === undefined ? [] : [{ server, item }];
  });
  const middle = middleSlot(template.rows);
  const nothing = { item: drawItem(template.empty, fillings), action: null };
  return {
    ...drawTemplate(template, fillings),
    entries: listed.map(
      ({ server, item }) =>
        () =>
          entryOf(server, item, own, fillings),
    ),
    fixed: new Map(listed.length === 0 ? [[middle, nothing]] : []),
    turnTo: (page) => ({ type: 'page.turned', page }),
  };
}

/** The parts of a plan that every menu has. */
export function drawTemplate(
  template: MenuTemplate,
  fillings: Fillings,
): Omit<MenuPlan<never>, 'entries' | 'fixed' | 'turnTo'> {
  const fill = template.fill && drawItem(template.fill, fillings);
  return {
    rows: template.rows,
    title: (page, pages) => {
      const words = { ...fillings.words, page: String(page + 1), pages: String(pages) };
      return runsOf(template.title, { ...fillings, words });
    },
    fill: fill === undefined || fill.material === AIR ? null : fill,
    previous: drawItem(template.previous, fillings),
    next: drawItem(template.next, fillings),
  };
}

function entryOf(
  server: MenuServer,
  item: ItemTemplate,
  own: string,
  fillings: Fillings,
): MenuEntry<ServerMenuAction> {
  const words = {
    ...fillings.words,
    server: server.name,
    type: server.type,
    state: server.state,
    players: String(server.players),
    max: String(server.maxPlayers),
    game: server.gameName,
    canRejoin: String(server.canRejoin),
  };
  const isClickable = isOpenTo(server) && server.name !== own;
  return {
    item: drawItem(item, { ...fillings, words }),
    action: isClickable ? { type: 'server.chosen', server: server.name } : null,
  };
}
