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
