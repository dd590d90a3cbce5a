import * as f from '../../domain/fields/field.ts';
import { gameName, maxPlayers, playerName, serverName, uuid } from '../../domain/fields/network-fields.ts';
import { MENU_COMMANDS } from '../../domain/menu-command.ts';
import { REPORTED_STATES } from '../../domain/server.ts';
import { requestId, errorBody, okBody } from './message.ts';

const HOST = ['host'] as const;

const showing = f.described(f.integer(1), {
  description:
    'The number of a menu that was shown. A click with another number than that of the player’s present menu chooses nothing and is answered with a line of chat; a closing with another number is ignored.',
});
const slot = f.described(f.integer(0, 53), { description: 'From 0, row by row, nine slots a row.' });
const component = f.described(f.json(), {
  description:
    "The game's own form of text: an object with `text`, `color` (`#RRGGBB`), formats and `extra`.",
});

/** This many texts fit one frame. */
export const MAX_TEXTS = 64;
const renderedText = f.string({ max: 2_048 });

/**
 * What a menu host (a plugin on a game server) sends to the `portcullis backend` beside it, keyed by `type`. The frames
 * have the same form as those of agents, on a WebSocket of their own.
 */
export const HOST_MESSAGES = {
  'host.hello': {
    roles: HOST,
    summary: 'Who this host is; the first frame, within 5 s. Answered with `host.welcome`.',
    field: f.object({
      type: f.literal('host.hello'),
      platform: f.text(64),
      version: f.text(64),
      protocol: f.literal(1),
    }),
  },
  'menu.command': {
    roles: HOST,
    summary: 'A player typed a command; `argument` is the text after it.',
    field: f.object({
      type: f.literal('menu.command'),
      uuid,
      name: playerName,
      command: f.oneOf(MENU_COMMANDS),
      argument: f.text(256),
    }),
  },
  'menu.click': {
    roles: HOST,
    summary: 'A player clicked a slot of a menu.',
    field: f.object({ type: f.literal('menu.click'), uuid, name: playerName, showing, slot }),
  },
  'menu.closed': {
    roles: HOST,
    summary: 'A player closed a menu. Not sent after `menu.hide` or another `menu.show`.',
    field: f.object({ type: f.literal('menu.closed'), uuid, name: playerName, showing }),
  },
  'player.left': {
    roles: HOST,
    summary: 'A player is no longer on the server.',
    field: f.object({ type: f.literal('player.left'), uuid }),
  },
  'game.report': {
    roles: HOST,
    summary: 'What the game reports of itself; passed on to the coordinator.',
    field: f.object({
      type: f.literal('game.report'),
      state: f.optional(f.oneOf(REPORTED_STATES)),
      gameName: f.optional(gameName),
      canRejoin: f.optional(f.boolean()),
      maxPlayers: f.optional(maxPlayers),
    }),
  },
  'placeholders.render': {
    roles: HOST,
    summary:
      'Fills `%portcullis_…%` in texts, for a player or for none. Answered with `placeholders.rendered`.',
    field: f.object({
      type: f.literal('placeholders.render'),
      id: requestId,
      player: f.nullable(uuid),
      texts: f.array(renderedText, MAX_TEXTS),
    }),
  },
  ok: { roles: HOST, summary: 'Done: answers a request of the backend.', field: okBody },
  error: { roles: HOST, summary: 'Refused: answers a request of the backend.', field: errorBody },
} as const;

/** What the `portcullis backend` sends to a menu host, keyed by `type`. */
export const BACKEND_MESSAGES = {
  'host.welcome': {
    roles: HOST,
    summary: 'Answers `host.hello`, with the commands that the host must listen for.',
    field: f.object({
      type: f.literal('host.welcome'),
      server: serverName,
      commands: f.array(f.oneOf(MENU_COMMANDS)),
    }),
  },
  'menu.show': {
    roles: HOST,
    summary:
      'Shows a menu instead of the one that the player sees. With the `showing` of that one it is the same menu with other items, and every slot that can be clicked means what it meant. Answered with `ok` or `error`.',
    field: f.object({
      type: f.literal('menu.show'),
      id: requestId,
      uuid,
      showing,
      title: component,
      rows: f.integer(1, 6),
      items: f.array(
        f.object({
          slot,
          material: f.described(f.string(), { description: 'A namespaced id such as `minecraft:red_wool`.' }),
          name: component,
          lore: f.array(component),
          amount: f.integer(1, 64),
          glow: f.boolean(),
          clickable: f.described(f.boolean(), { description: 'False for an item that is only shown.' }),
        }),
        54,
      ),
    }),
  },
  'menu.hide': {
    roles: HOST,
    summary: 'Closes the menu that the player sees, if any. Answered with `ok` or `error`.',
    field: f.object({ type: f.literal('menu.hide'), id: requestId, uuid }),
  },
  'menu.tell': {
    roles: HOST,
    summary: 'Sends a player a line of chat. Answered with `ok` or `error`.',
    field: f.object({ type: f.literal('menu.tell'), id: requestId, uuid, message: component }),
  },
  'player.move': {
    roles: HOST,
    summary:
      'Moves a player by the means of the host. Answered with `ok`, or with `error platform_unavailable` when it cannot: then the proxy moves the player.',
    field: f.object({ type: f.literal('player.move'), id: requestId, uuid, server: serverName }),
  },
  'placeholders.rendered': {
    roles: HOST,
    summary: 'Answers `placeholders.render`: the texts in their order, with the colour codes of the game.',
    field: f.object({
      type: f.literal('placeholders.rendered'),
      re: requestId,
      texts: f.array(f.string(), MAX_TEXTS),
    }),
  },
  ok: { roles: HOST, summary: 'Done: answers a request of the host.', field: okBody },
  error: {
    roles: HOST,
    summary:
      'Refused or not understood. Ten frames in a row that are no message close the connection (1008).',
    field: errorBody,
  },
} as const;

type HostMessageType = keyof typeof HOST_MESSAGES;
export type HostMessageOf<T extends HostMessageType> = f.Infer<(typeof HOST_MESSAGES)[T]['field']>;
/** Any message of a host; discriminated by `type`. */
export type HostMessage = { [T in HostMessageType]: HostMessageOf<T> }[HostMessageType];
export type BackendMessageType = keyof typeof BACKEND_MESSAGES;
export type BackendMessageOf<T extends BackendMessageType> = f.Infer<(typeof BACKEND_MESSAGES)[T]['field']>;
