import * as f from '../../domain/fields/field.ts';
import { key } from './config-key.ts';
import { itemField, menuTextField, stateItemsField, transfersField } from '../fields/menu-fields.ts';

const rows = f.integer(1, 6);
const PANE = { material: 'minecraft:gray_stained_glass_pane' };
const JOINABLE = ['&7{players}/{max} players', '&eClick to join'];
const OTHER_STATE = { material: 'minecraft:gray_wool', name: '&8{server}', lore: ['&7{state}'] };

const TEXTS =
  'All texts may have colours (#RRGGBB, and codes after & or §) and placeholders (%portcullis_…%). ';
const BY_STATE =
  'One item for each state of a server, and DEFAULT for all other states; {server}, {type}, {state}, {players}, {max}, {game} and {canRejoin} are filled in. Servers in a state without an item are not listed.';
const FILL = 'The item in every place that is otherwise empty; material "air" for none.';
const ROWS = 'How many rows this menu has.';

/** The keys of the menus, for the backend role and the lobby. */
export const MENU_KEYS = {
  'menus.host': key(
    f.oneOf(['console', 'channel', 'off']),
    'console',
    'How menus are shown: "console" through RCON, with nothing to install; "channel" by a plugin that connects to local.listen; "off" for no menus.',
  ),
  'menus.console.style': key(
    f.oneOf(['auto', 'dialog', 'chat']),
    'auto',
    'How the console shows menus: "dialog" (1.21.6 and later), "chat" for chat lines that can be clicked, or "auto" for dialogs where the server has them.',
  ),
  'menus.console.lookEveryMs': key(
    f.integer(100, 10_000),
    500,
    'How often the console is polled for commands and clicks while players are on the server, in milliseconds.',
  ),
  'menus.console.transfers': key(
    transfersField,
    {},
    'For networks without a proxy: servers to which the game itself moves players (/transfer, 1.20.5 and later), as name: host:port, with the address that players can reach. For all other servers the proxy moves them.',
  ),
  'menus.previous': key(
    itemField,
    { material: 'ARROW', name: '&fPrevious page' },
    'The button for the previous page.',
  ),
  'menus.next': key(itemField, { material: 'ARROW', name: '&fNext page' }, 'The button for the next page.'),
  'menus.games.title': key(
    menuTextField,
    '&8Games',
    `The title of the menu of /games. ${TEXTS}{page} and {pages} are filled in.`,
  ),
  'menus.games.rows': key(rows, 3, ROWS),
  'menus.games.fill': key(itemField, PANE, FILL),
  'menus.games.items': key(
    stateItemsField,
    {
      IDLE: { material: 'minecraft:lime_wool', name: '&a{server}', lore: ['&7{game}', ...JOINABLE] },
      WAITING: {
        material: 'minecraft:lime_wool',
        name: '&a{server}',
        lore: ['&7{game}', ...JOINABLE],
        glow: true,
      },
      RUNNING: {
        material: 'minecraft:orange_wool',
        name: '&6{server}',
        lore: ['&7{game}', '&7{players}/{max} playing'],
      },
      DEFAULT: OTHER_STATE,
    },
    `${BY_STATE} A running game can be joined only if its server reports that players may rejoin.`,
  ),
  'menus.games.empty': key(
    itemField,
    { material: 'minecraft:barrier', name: '&cNo games at the moment' },
    'The item that is shown when there are no games.',
  ),
  'menus.hubs.title': key(menuTextField, '&8Hubs', 'The title of the menu of /hubs.'),
  'menus.hubs.rows': key(rows, 3, ROWS),
  'menus.hubs.fill': key(itemField, PANE, FILL),
  'menus.hubs.items': key(
    stateItemsField,
    { IDLE: { material: 'minecraft:nether_star', name: '&b{server}', lore: JOINABLE }, DEFAULT: OTHER_STATE },
    BY_STATE,
  ),
  'menus.hubs.empty': key(
    itemField,
    { material: 'minecraft:barrier', name: '&cNo hubs at the moment' },
    'The item that is shown when there are no hubs.',
  ),
  'menus.ban.rows': key(rows, 6, 'How many rows the menus of /ban have.'),
  'menus.ban.fill': key(itemField, PANE, FILL),
  'menus.ban.titles.player': key(
    menuTextField,
    '&8Ban whom? {page}/{pages}',
    'The title of the first step of /ban, which chooses the player. In the titles of /ban, {player}, {time} and {reason} are filled in once they are chosen.',
  ),
  'menus.ban.titles.time': key(
    menuTextField,
    '&8Ban {player} for how long?',
    'The title of the step that chooses the duration.',
  ),
  'menus.ban.titles.reason': key(
    menuTextField,
    '&8Ban {player} for what?',
    'The title of the step that chooses the reason.',
  ),
  'menus.ban.titles.confirm': key(
    menuTextField,
    '&4Ban {player}?',
    'The title of the step that asks for confirmation.',
  ),
  'menus.ban.titles.banning': key(
    menuTextField,
    '&8Banning {player}',
    'The title while the ban is being stored.',
  ),
  'menus.ban.items.player': key(
    itemField,
    { material: 'minecraft:player_head', name: '&f{player}', lore: ['&7{server}'] },
    'A player who is online. {player} and {server} are filled in.',
  ),
  'menus.ban.items.time': key(
    itemField,
    { material: 'minecraft:clock', name: '&f{time}' },
    'A duration. {time} is filled in.',
  ),
  'menus.ban.items.reason': key(
    itemField,
    { material: 'minecraft:paper', name: '&f{reason}' },
    'A reason. {reason} is filled in.',
  ),
  'menus.ban.items.confirm': key(
    itemField,
    { material: 'minecraft:red_concrete', name: '&cBan {player}', lore: ['&7for {time}', '&7{reason}'] },
    'The button that bans the player.',
  ),
  'menus.ban.items.failed': key(
    itemField,
    { material: 'minecraft:red_concrete', name: '&cTry again', lore: ['&7{failure}'] },
    'Replaces that button after a failed attempt. {failure} says why it failed.',
  ),
  'menus.ban.items.back': key(
    itemField,
    { material: 'ARROW', name: '&fBack' },
    'The button that goes back one step.',
  ),
  'menus.ban.items.cancel': key(
    itemField,
    { material: 'minecraft:barrier', name: '&fCancel' },
    'The button that closes the menu without a ban.',
  ),
  'menus.ban.items.nobody': key(
    itemField,
    { material: 'minecraft:barrier', name: '&cNobody to ban' },
    'Shown when no other player is online, or none whose name contains what was typed after /ban.',
  ),
  'menus.ban.items.banning': key(
    itemField,
    { material: 'minecraft:clock', name: '&7One moment' },
    'Shown while the ban is being stored.',
  ),
  'menus.reboot.title': key(
    menuTextField,
    '&4Restart {server}?',
    'The title of the menu of /reboot. {server} is filled in.',
  ),
  'menus.reboot.rows': key(rows, 3, ROWS),
  'menus.reboot.fill': key(itemField, PANE, FILL),
  'menus.reboot.yes': key(
    itemField,
    { material: 'minecraft:lime_concrete', name: '&aRestart' },
    'The button that restarts the server.',
  ),
  'menus.reboot.no': key(
    itemField,
    { material: 'minecraft:red_concrete', name: '&cLeave it' },
    'The button that cancels.',
  ),
  'menus.wayBack.title': key(
    menuTextField,
    '&8{server} is back',
    'The title of the menu that offers a player the way back to a server that has restarted. {server} is filled in.',
  ),
  'menus.wayBack.rows': key(rows, 3, ROWS),
  'menus.wayBack.fill': key(itemField, PANE, FILL),
  'menus.wayBack.yes': key(
    itemField,
    { material: 'minecraft:lime_concrete', name: '&aBack to {server}' },
    'The button that moves the player there.',
  ),
  'menus.wayBack.no': key(
    itemField,
    { material: 'minecraft:red_concrete', name: '&cStay here' },
    'The button that closes the menu.',
  ),
};
