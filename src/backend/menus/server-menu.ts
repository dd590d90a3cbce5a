import type { MenuServer } from '../../channel/protocol/coordinator-messages.ts';
import { takesPlayers } from '../../domain/server.ts';
import type { Fillings } from './fill-text.ts';
import { drawItem, type ItemTemplate, runsOf } from './item-template.ts';
import type { MenuEntry, MenuPlan } from './menu-page.ts';

const AIR = 'minecraft:air';

/** What every menu has. */
export interface MenuFrame {
  readonly title: string;
  readonly rows: number;
  /** Absent, or air: places that are left are empty. */
  readonly fill?: ItemTemplate;
  readonly previous: ItemTemplate;
  readonly next: ItemTemplate;
}

/** A menu of servers: one item a state. */
export interface ServerMenuTemplate extends MenuFrame {
  /** By server state; `DEFAULT` for those that are not named. A server whose state has none is not listed. */
  readonly items: Readonly<Record<string, ItemTemplate>>;
  /** In the middle of a menu that lists nothing. */
  readonly empty: ItemTemplate;
}

export type ServerMenuAction =
  | { readonly type: 'server.chosen'; readonly server: string }
  | { readonly type: 'page.turned'; readonly page: number };

/** Whether a click may lead there: a game that runs takes only those back whom it says it does. */
export function isOpenTo(server: MenuServer): boolean {
  const isUnderWay = server.state === 'RUNNING' || server.state === 'ENDING';
  return takesPlayers(server.state) && (!isUnderWay || server.canRejoin);
}

/** The menu of these servers, by name. `own` is where the player is: shown, but no click leads there. */
export function planServerMenu(
  template: ServerMenuTemplate,
  servers: readonly MenuServer[],
  own: string,
  fillings: Fillings,
): MenuPlan<ServerMenuAction> {
  const listed = servers
    .flatMap((server) => {
      const item = template.items[server.state] ?? template.items['DEFAULT'];
      return item === undefined ? [] : [{ server, item }];
    })
    .sort((a, b) => compareNames(a.server.name, b.server.name));
  const middle = (Math.ceil(template.rows / 2) - 1) * 9 + 4;
  const nothing = { item: drawItem(template.empty, fillings), action: null };
  return {
    ...drawFrame(template, fillings),
    entries: listed.map(
      ({ server, item }) =>
        () =>
          entryOf(server, item, own, fillings),
    ),
    fixed: new Map(listed.length === 0 ? [[middle, nothing]] : []),
    turn: (page) => ({ type: 'page.turned', page }),
  };
}

/** The parts of a plan that every menu has. */
export function drawFrame(
  frame: MenuFrame,
  fillings: Fillings,
): Omit<MenuPlan<never>, 'entries' | 'fixed' | 'turn'> {
  const fill = frame.fill && drawItem(frame.fill, fillings);
  return {
    rows: frame.rows,
    title: (page, pages) => {
      const words = { ...fillings.words, page: String(page + 1), pages: String(pages) };
      return runsOf(frame.title, { ...fillings, words });
    },
    fill: fill === undefined || fill.material === AIR ? null : fill,
    previous: drawItem(frame.previous, fillings),
    next: drawItem(frame.next, fillings),
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
  const leads = isOpenTo(server) && server.name !== own;
  return {
    item: drawItem(item, { ...fillings, words }),
    action: leads ? { type: 'server.chosen', server: server.name } : null,
  };
}

/** `Lobby2` before `Lobby10`. */
function compareNames(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true }) || (one < other ? -1 : 1);
}
