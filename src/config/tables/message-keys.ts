import * as f from '../../domain/fields/field.ts';
import {
  messageField,
  optionalMessageField,
  secondsField,
  serverNamesField,
} from '../fields/config-fields.ts';
import { key } from './config-key.ts';

/** What refused players read, and how a server restarts. */
export const MESSAGE_KEYS = {
  'messages.banned': key(
    messageField,
    'You are banned for {remaining}.\nReason: {reason}\nBan id: {id}',
    'Shown to a player who is banned for some time. {reason}, {remaining} and {id} are filled in.',
  ),
  'messages.bannedForever': key(
    messageField,
    'You are banned forever.\nReason: {reason}\nBan id: {id}',
    'Shown to a player who is banned permanently. {reason} and {id} are filled in.',
  ),
  'messages.maintenance': key(
    messageField,
    'The network is under maintenance. Please come back later.',
    'Shown to a player who is refused during maintenance.',
  ),
  'messages.joinPrevented': key(
    messageField,
    'Nobody can join at the moment. Please come back later.',
    'Shown to a player who is refused because joining is disabled.',
  ),
  'messages.networkFull': key(
    messageField,
    'The network is full. Please come back later.',
    'Shown to a player who is refused because the network is full.',
  ),
  'messages.noServer': key(
    messageField,
    'No server can take you at the moment. Please come back later.',
    'Shown to a player for whom a proxy finds no server.',
  ),
  'messages.serverDraining': key(
    messageField,
    '{server} takes no players at the moment.',
    'Shown to a player who wants to a server that restarts or is about to. {server} is filled in.',
  ),
  'messages.serverFull': key(
    messageField,
    '{server} is full.',
    'Shown to a player who wants to a full server. {server} is filled in.',
  ),
  'messages.serverLost': key(
    messageField,
    'The connection to {server} was lost.',
    'Shown to a player whose server went away, where they are now or as they are disconnected. {server} is filled in.',
  ),
  'messages.unreachable': key(
    messageField,
    'The server cannot be reached at the moment. Please try again later.',
    'Shown to a player whom a proxy could not connect to a server.',
  ),
  'messages.maintenanceVersion': key(
    optionalMessageField,
    'Maintenance',
    'Shown in place of the version in the server list of a proxy during maintenance. Leave empty for none.',
  ),
  'messages.banNotice': key(
    optionalMessageField,
    '&e{by} banned {player} {duration}: {reason}',
    'Shown to staff in the game when a player is banned. {by}, {player}, {duration} and {reason} are filled in. Leave empty to show nothing.',
  ),
  'messages.unbanNotice': key(
    optionalMessageField,
    '&e{by} unbanned {player}.',
    'Shown to staff in the game when a ban is lifted. {by} and {player} are filled in. Leave empty to show nothing.',
  ),
  'messages.kickNotice': key(
    optionalMessageField,
    '&e{by} kicked {player}: {reason}',
    'Shown to staff in the game when a player is kicked by somebody. {by}, {player} and {reason} are filled in. Leave empty to show nothing.',
  ),
  'restart.countdownSeconds': key(
    f.integer(0, 3_600),
    10,
    'How many seconds before a server restarts its players are warned.',
  ),
  'restart.announceAt': key(
    secondsField,
    [60, 30, 10, 5, 3, 2, 1],
    'At how many seconds before the restart the announcement is sent to the players on the server.',
  ),
  'restart.announcement': key(
    messageField,
    'This server restarts in {seconds} s.',
    'The announcement. {seconds} is filled in.',
  ),
  'restart.message': key(
    messageField,
    'This server is restarting. You can come back in a moment.',
    'Shown to players who are still on the server when it stops.',
  ),
  'restart.force': key(
    f.boolean(),
    false,
    'Whether a server restarts even if its players could not be moved to another server.',
  ),
  'restart.fallbacks': key(
    serverNamesField,
    [],
    'The servers that players of a restarting server are moved to: these are tried in order, then every hub.',
  ),
  'restart.wayBack': key(
    optionalMessageField,
    '{server} is back. You can return to it.',
    'Sent to the players who were moved away when their server is back. Players on a server with menus can return with a click. {server} is filled in. Leave empty to send nothing.',
  ),
};
