import * as f from '../../../domain/fields/field.ts';
import { playerName, reason, serverName, uuid } from '../../../domain/fields/network-fields.ts';
import { banTime } from '../../../domain/resources.ts';
import { PROXY, requestId } from '../message.ts';

/** The longest alert, in characters. */
export const MAX_ALERT_LENGTH = 1_024;

const by = f.described(f.nullable(f.object({ uuid, name: playerName })), {
  description: 'Who gives the command: a player on this proxy; null for its console.',
});

/** What a proxy asks in the name of staff in the game; of proxies with the feature `staff`. */
export const STAFF_REQUESTS = {
  'staff.ban': {
    roles: PROXY,
    summary:
      'Bans the player of this name, online or not. Answered with `ok` once the ban is in force everywhere, or with `error`. By a secret that may ban only.',
    field: f.object({
      type: f.literal('staff.ban'),
      id: requestId,
      by,
      name: playerName,
      time: banTime,
      reason,
    }),
  },
  'staff.unban': {
    roles: PROXY,
    summary:
      'Lifts the ban of the player of this name. Answered with `ok` or `error`. By a secret that may ban only.',
    field: f.object({ type: f.literal('staff.unban'), id: requestId, by, name: playerName }),
  },
  'staff.kick': {
    roles: PROXY,
    summary: 'Kicks an online player, wherever they are. Answered with `ok` or `error`.',
    field: f.object({ type: f.literal('staff.kick'), id: requestId, by, name: playerName, reason }),
  },
  'staff.send': {
    roles: PROXY,
    summary: 'Moves an online player to a server. Answered with `ok` or `error`.',
    field: f.object({
      type: f.literal('staff.send'),
      id: requestId,
      by,
      name: playerName,
      server: serverName,
    }),
  },
  'staff.alert': {
    roles: PROXY,
    summary: 'Shows a text with colours to everybody on the network. Answered with `ok` or `error`.',
    field: f.object({
      type: f.literal('staff.alert'),
      id: requestId,
      by,
      message: f.text(MAX_ALERT_LENGTH, 1),
    }),
  },
  'staff.find': {
    roles: PROXY,
    summary:
      'Where is the player of this name? Answered with `player.place`, or with `error player_offline` or `player_not_found`.',
    field: f.object({ type: f.literal('staff.find'), id: requestId, name: playerName }),
  },
} as const;
