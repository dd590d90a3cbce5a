import * as f from '../../domain/fields/field.ts';
import { key } from './config-key.ts';
import { itemField, menuTextField, stateItemsField, transfersField } from '../fields/menu-fields.ts';

const rows = f.integer(1, 6);
const FILL = { material: 'minecraft:gray_stained_glass_pane' };
const OPEN = ['&7{players}/{max} players', '&eClick to join'];
const AWAY = { material: 'minecraft:gray_wool', name: '&8{server}', lore: ['&7{state}'] };

const TEXTS =
  'All texts may have colours (#RRGGBB, and codes behind & or §) and placeholders (%portcullis_…%). ';
const ABOUT_SERVER =
  'One item a state of servers, DEFAULT for those that are not named; {server}, {type}, {state}, {players}, {max}, {game} and {canRejoin} are filled in. ';

/** The keys of the menus, a part of the table of the backend role. */
export const MENU_KEYS = {
  'menus.host': key(
    f.oneOf(['console', 'channel', 'off']),
    'console',
    'Who shows menus: "console" the game server itself, over RCON, with nothing installed; "channel" a plugin that connects to local.listen; "off" nobody.',
  ),
  'menus.console.style': key(
    f.oneOf(['auto', 'dialog', 'chat']),
    'auto',
    'How the console shows menus: as dialogs (1.21.6 and later), as lines of the chat that can be clicked, or whichever the server has.',
  ),
  'menus.console.lookEveryMs': key(
    f.integer(100, 10_000),
    500,
    'How often the console is asked for commands and clicks, in milliseconds, while somebody is on the server.',
  ),
  'menus.console.transfers': key(
    transfersField,
    {},
    'Servers that players are moved to by the game itself (/transfer of 1.20.5 and later), for networks without a proxy: name: host:port as players reach it. All others are left to the proxy.',
  ),
  'menus.previous': key(itemField, { material: 'ARROW', name: '&fPrevious page' }, 'Turns a page back.'),
  'menus.next': key(itemField, { material: 'ARROW', name: '&fNext page' }, 'Turns a page on.'),
  'menus.games.title': key(
    menuTextField,
    '&8Games',
    `What stands above the menu of /games. ${TEXTS}{page} and {pages} are filled in.`,
  ),
  'menus.games.rows': key(rows, 3, 'How many rows it has.'),
  'menus.games.fill': key(
    itemField,
    FILL,
    'What stands where nothing else does; material "air" for nothing.',
  ),
  'menus.games.items': key(
    stateItemsField,
    {
      IDLE: { material: 'minecraft:lime_wool', name: '&a{server}', lore: ['&7{game}', ...OPEN] },
      WAITING: {
        material: 'minecraft:lime_wool',
        name: '&a{server}',
        lore: ['&7{game}', ...OPEN],
        glow: true,
      },
      RUNNING: {
        material: 'minecraft:orange_wool',
        name: '&6{server}',
        lore: ['&7{game}', '&7{players}/{max} playing'],
      },
      DEFAULT: AWAY,
    },
    `${ABOUT_SERVER}A state that has none is not listed. A game that runs takes only those back whose server says so.`,
  ),
  'menus.games.empty': key(
    itemField,
    { material: 'minecraft:barrier', name: '&cNo games at the moment' },
    'Shown when there is no game.',
  ),
  'menus.hubs.title': key(menuTextField, '&8Hubs', 'What stands above the menu of /hubs.'),
  'menus.hubs.rows': key(rows, 3, 'How many rows it has.'),
  'menus.hubs.fill': key(itemField, FILL, 'What stands where nothing else does; material "air" for nothing.'),
  'menus.hubs.items': key(
    stateItemsField,
    { IDLE: { material: 'minecraft:nether_star', name: '&b{server}', lore: OPEN }, DEFAULT: AWAY },
    `${ABOUT_SERVER}A state that has none is not listed.`,
  ),
  'menus.hubs.empty': key(
    itemField,
    { material: 'minecraft:barrier', name: '&cNo hubs at the moment' },
    'Shown when there is no hub.',
  ),
  'menus.ban.rows': key(rows, 6, 'How many rows the menus of /ban have.'),
  'menus.ban.fill': key(itemField, FILL, 'What stands where nothing else does; material "air" for nothing.'),
  'menus.ban.titles.player': key(
    menuTextField,
    '&8Ban whom? {page}/{pages}',
    'The steps of /ban: whom. {player}, {time} and {reason} are filled in where they are chosen already.',
  ),
  'menus.ban.titles.time': key(menuTextField, '&8Ban {player} for how long?', 'For how long.'),
  'menus.ban.titles.reason': key(menuTextField, '&8Ban {player} for what?', 'For what.'),
  'menus.ban.titles.confirm': key(menuTextField, '&4Ban {player}?', 'The last look.'),
  'menus.ban.titles.banning': key(menuTextField, '&8Banning {player}', 'While the ban is set.'),
  'menus.ban.items.player': key(
    itemField,
    { material: 'minecraft:player_head', name: '&f{player}', lore: ['&7{server}'] },
    'Somebody who is online; {player} and {server}.',
  ),
  'menus.ban.items.time': key(
    itemField,
    { material: 'minecraft:clock', name: '&f{time}' },
    'A time; {time}.',
  ),
  'menus.ban.items.reason': key(
    itemField,
    { material: 'minecraft:paper', name: '&f{reason}' },
    'A reason; {reason}.',
  ),
  'menus.ban.items.confirm': key(
    itemField,
    { material: 'minecraft:red_concrete', name: '&cBan {player}', lore: ['&7for {time}', '&7{reason}'] },
    'Sets the ban.',
  ),
  'menus.ban.items.failed': key(
    itemField,
    { material: 'minecraft:red_concrete', name: '&cTry again', lore: ['&7{failure}'] },
    'In its place, when it could not be set; {failure} says why.',
  ),
  'menus.ban.items.back': key(itemField, { material: 'ARROW', name: '&fBack' }, 'Takes the last step back.'),
  'menus.ban.items.cancel': key(
    itemField,
    { material: 'minecraft:barrier', name: '&fCancel' },
    'Ends it without a ban.',
  ),
  'menus.ban.items.nobody': key(
    itemField,
    { material: 'minecraft:barrier', name: '&cNobody to ban' },
    'Shown when nobody else is online, or nobody with what stood behind /ban in the name.',
  ),
  'menus.ban.items.banning': key(
    itemField,
    { material: 'minecraft:clock', name: '&7One moment' },
    'Shown while the ban is set.',
  ),
  'menus.reboot.title': key(
    menuTextField,
    '&4Restart {server}?',
    'The question of /reboot. {server} is filled in.',
  ),
  'menus.reboot.rows': key(rows, 3, 'How many rows it has.'),
  'menus.reboot.fill': key(
    itemField,
    FILL,
    'What stands where nothing else does; material "air" for nothing.',
  ),
  'menus.reboot.yes': key(
    itemField,
    { material: 'minecraft:lime_concrete', name: '&aRestart' },
    'Restarts it.',
  ),
  'menus.reboot.no': key(itemField, { material: 'minecraft:red_concrete', name: '&cLeave it' }, 'Does not.'),
  'menus.wayBack.title': key(
    menuTextField,
    '&8{server} is back',
    'Asked after a restart of the server that a player came from. {server} is filled in.',
  ),
  'menus.wayBack.rows': key(rows, 3, 'How many rows it has.'),
  'menus.wayBack.fill': key(
    itemField,
    FILL,
    'What stands where nothing else does; material "air" for nothing.',
  ),
  'menus.wayBack.yes': key(
    itemField,
    { material: 'minecraft:lime_concrete', name: '&aBack to {server}' },
    'Moves the player there.',
  ),
  'menus.wayBack.no': key(
    itemField,
    { material: 'minecraft:red_concrete', name: '&cStay here' },
    'Does not.',
  ),
};
