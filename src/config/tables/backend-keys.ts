import * as f from '../../domain/fields/field.ts';
import * as backend from '../fields/backend-fields.ts';
import * as fields from '../fields/config-fields.ts';
import { gameName, serverType } from '../../domain/fields/network-fields.ts';
import { DEFAULT_SERVER_TYPE } from '../../domain/server.ts';
import { generatedKey, key, secretKey } from './config-key.ts';
import type { KeyTable } from './key-table.ts';
import { playerListField, reasonsField } from '../fields/menu-fields.ts';
import { MENU_KEYS } from './menu-keys.ts';
import { randomSecret } from '../../runtime/random-secret.ts';
import { commandField } from '../fields/server-fields.ts';

/** Every key of the `config.yml` of the backend role, which runs beside a game server. */
export const BACKEND_KEYS = {
  'coordinator.url': key(
    backend.coordinatorUrlField,
    'http://127.0.0.1:8080',
    'The URL of the coordinator: its gateway.listen, or the address of the reverse proxy in front of it.',
  ),
  'coordinator.secret': secretKey(
    backend.givenSecretField,
    '',
    'The secret of this server, as `portcullis agent add <server> --role backend` prints it, or the channel.secret from the config.yml of the coordinator.',
  ),
  'server.name': key(
    backend.serverNameField,
    '',
    'The name of this game server in the network, the same as on the proxy.',
  ),
  'server.type': key(
    serverType,
    DEFAULT_SERVER_TYPE,
    'HUB for a server that players can be moved to, GAME for a game server, or another upper-case word.',
  ),
  'server.gameName': key(gameName, '', 'The game that is played there.'),
  'server.maxPlayers': key(
    f.integer(0, 1_000_000),
    0,
    'How many players fit; 0 for the number that the server reports.',
  ),
  'server.canRejoin': key(f.boolean(), false, 'Whether players may rejoin a running game.'),
  'server.address': key(
    backend.addressField,
    '',
    'host:port where the coordinator can ping it; may be empty.',
  ),
  'management.url': key(
    backend.managementUrlField,
    '',
    'Where the game server serves the management protocol (1.21.9 and later): ws://host:port or wss://host:port. Set this or rcon.address. If both are set, RCON is used for menus and commands.',
  ),
  'management.secret': secretKey(
    backend.managementSecretField,
    '',
    'The management-server-secret of server.properties.',
  ),
  'management.ca': key(
    f.text(4_096),
    '',
    'A PEM file with the certificates to trust instead of those of the system; may be empty.',
  ),
  'management.insecure': key(
    f.boolean(),
    false,
    'Accept any certificate. Anyone between the two machines can then read the secret.',
  ),
  'rcon.address': key(
    backend.addressField,
    '',
    'host:port of the remote console (enable-rcon in server.properties).',
  ),
  'rcon.password': secretKey(
    backend.rconPasswordField,
    '',
    'The rcon.password of server.properties, at least 6 characters.',
  ),
  ...MENU_KEYS,
  'ban.allowed': key(
    playerListField,
    [],
    'The players who may use /ban, by name or UUID. A name can pass to another player, a UUID cannot.',
  ),
  'ban.reasons': key(
    reasonsField,
    ['Cheating', 'Insults', 'Spam', 'Griefing', 'Bug abuse'],
    'The reasons that the menu of /ban offers.',
  ),
  'reboot.allowed': key(playerListField, [], 'The players who may use /reboot, by name or UUID.'),
  'reboot.schedule': key(
    backend.scheduleField,
    [],
    'When this server restarts automatically, as cron patterns: "0 4 * * *" is every day at 4:00, "0 5 * * MON" every Monday at 5:00. The countdown and its messages are set on the coordinator (restart.*).',
  ),
  'reboot.timezone': key(fields.timeZoneField, 'UTC', 'The time zone of the schedule.'),
  'reboot.force': key(
    f.boolean(),
    false,
    'Whether this server restarts even if its players could not be moved away. Overrides restart.force of the coordinator.',
  ),
  'reboot.fallbacks': key(
    fields.serverNamesField,
    [],
    'The servers that its players are moved to: these are tried in order, then every hub. If empty, restart.fallbacks of the coordinator is used.',
  ),
  'reboot.commands': key(
    f.refined(f.array(commandField, 16), 'a list of at most 16 commands', () => true),
    [],
    'Console commands that restart the server, sent over RCON; save and stop if empty. After stop, something else must start it again.',
  ),
  'local.listen': key(
    backend.localListenField,
    '127.0.0.1:8765',
    'Where plugins on this machine request placeholders, and where the plugin that shows menus connects; "off" to disable.',
  ),
  'local.secret': generatedKey(
    fields.programSecretField,
    randomSecret,
    'The secret with which the plugin that shows menus connects (menus.host: "channel").',
  ),
  'messages.notAllowed': key(
    fields.messageField,
    '&cYou may not do that.',
    'Shown to players who may not use a command.',
  ),
  'messages.unavailable': key(
    fields.messageField,
    '&cThis does not work at the moment. Please try again.',
    'Shown to players when the coordinator does not answer.',
  ),
  'messages.expired': key(
    fields.messageField,
    '&7That choice has expired. Use the newest menu, or open it again.',
    'Shown to players who click what is no longer offered: an earlier menu, step or page, whose lines stay in the chat.',
  ),
  'messages.notMoved': key(
    fields.messageField,
    '&c{server} does not take you at the moment.',
    'Shown to players who could not be moved. {server} is filled in.',
  ),
  'messages.banned': key(
    fields.messageField,
    '&a{player} is banned ({time}): {reason}',
    'Shown to the admin after a ban. {player}, {time} and {reason} are filled in.',
  ),
  'messages.restarting': key(
    fields.messageField,
    '&aThe restart has begun.',
    'Shown to the admin after /reboot.',
  ),
  'messages.notRestarting': key(
    fields.messageField,
    '&cThe restart could not begin. {failure}',
    'Shown to the admin when the restart could not begin. {failure} is filled in.',
  ),
  'log.level': key(
    f.oneOf(['debug', 'info', 'warn', 'error']),
    'info',
    'The lowest level of events that are logged.',
  ),
};

/** The settings in force, by key. */
export type BackendSettings = f.ObjectOf<typeof BACKEND_KEYS>;

/** The keys of the backend role. */
export const BACKEND_TABLE: KeyTable<BackendSettings> = {
  keys: BACKEND_KEYS,
  whole: f.object(BACKEND_KEYS),
  prefix: 'PORTCULLIS_BACKEND_',
  intro: [
    '# The settings of `portcullis backend` beside one game server. Every key can also be set by the environment',
    '# variable that is named above it, which overrides this file.',
  ],
};
