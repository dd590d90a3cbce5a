import * as f from '../../domain/fields/field.ts';
import * as backend from '../fields/backend-fields.ts';
import * as fields from '../fields/config-fields.ts';
import { gameName, serverType } from '../../domain/fields/network-fields.ts';
import { DEFAULT_SERVER_TYPE } from '../../domain/server.ts';
import { generatedKey, key, secretKey } from './config-key.ts';
import type { KeyTable } from './key-table.ts';
import { playerListField, reasonsField } from '../fields/menu-fields.ts';
import { MENU_KEYS } from './menu-keys.ts';
import { randomSecret } from './random-secret.ts';
import { commandField } from '../fields/server-fields.ts';

/** Every key of the `config.yml` beside a game server; what KEYS is for the coordinator. */
export const BACKEND_KEYS = {
  'coordinator.url': key(
    backend.coordinatorUrlField,
    'http://127.0.0.1:8080',
    'Where the coordinator is: what it says of gateway.listen, or its address behind a reverse proxy.',
  ),
  'coordinator.secret': secretKey(
    backend.givenSecretField,
    '',
    'The channel.secret of the coordinator’s config.yml.',
  ),
  'server.name': key(
    backend.serverNameField,
    '',
    'The name of this game server in the network, as the proxy has it.',
  ),
  'server.type': key(
    serverType,
    DEFAULT_SERVER_TYPE,
    'HUB for a server that players are moved to, GAME for one that is played on, or another upper-case word.',
  ),
  'server.gameName': key(gameName, '', 'The game that is played there.'),
  'server.maxPlayers': key(
    f.integer(0, 1_000_000),
    0,
    'How many players it takes; 0 for as many as the server says.',
  ),
  'server.canRejoin': key(f.boolean(), false, 'Whether players may come back into a game that runs.'),
  'server.address': key(
    backend.addressField,
    '',
    'host:port where it can be pinged by the coordinator; may be empty.',
  ),
  'management.url': key(
    backend.managementUrlField,
    '',
    'Where the game server serves the management protocol (1.21.9 and later): ws://host:port or wss://host:port. This or rcon.address must be given; with both, RCON is for menus and commands.',
  ),
  'management.secret': secretKey(
    backend.managementSecretField,
    '',
    'The management-server-secret of server.properties.',
  ),
  'management.ca': key(
    f.text(4_096),
    '',
    'File with the certificates to trust in place of the system’s, in PEM form; may be empty.',
  ),
  'management.insecure': key(
    f.boolean(),
    false,
    'Take any certificate. Whoever is on the way can then read the secret.',
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
    'Who may use /ban: names or UUIDs. UUIDs cannot be taken by others.',
  ),
  'ban.reasons': key(
    reasonsField,
    ['Cheating', 'Insults', 'Spam', 'Griefing', 'Bug abuse'],
    'The reasons to choose from.',
  ),
  'reboot.allowed': key(playerListField, [], 'Who may use /reboot: names or UUIDs.'),
  'reboot.schedule': key(
    backend.scheduleField,
    [],
    'When this server restarts by itself, as cron texts: "0 4 * * *" is every day at four, "0 5 * * MON" every Monday at five. The countdown and its words are the coordinator’s (restart.*).',
  ),
  'reboot.timezone': key(fields.timeZoneField, 'UTC', 'The time zone of the schedule.'),
  'reboot.force': key(
    f.boolean(),
    false,
    'Whether this server restarts although its players could not be moved away; counts more than restart.force of the coordinator.',
  ),
  'reboot.fallbacks': key(
    fields.serverNamesField,
    [],
    'Servers that its players are moved to: each is tried in this order, then every hub. Empty for restart.fallbacks of the coordinator.',
  ),
  'reboot.commands': key(
    f.refined(f.array(commandField, 16), 'a list of at most 16 commands', () => true),
    [],
    'Console commands that restart it, over RCON; empty for save and stop. Something must start it again after stop.',
  ),
  'local.listen': key(
    backend.localListenField,
    '127.0.0.1:8765',
    'Where plugins of this machine ask for placeholders, and where the host of menus connects; "off" for nowhere.',
  ),
  'local.secret': generatedKey(
    fields.programSecretField,
    randomSecret,
    'The secret that the host of menus shows (menus.host: "channel").',
  ),
  'messages.notAllowed': key(
    fields.messageField,
    '&cYou may not do that.',
    'What players read whom a command is not for.',
  ),
  'messages.unavailable': key(
    fields.messageField,
    '&cThis does not work at the moment. Please try again.',
    'What players read when the coordinator does not answer.',
  ),
  'messages.notMoved': key(
    fields.messageField,
    '&c{server} does not take you at the moment.',
    'What players read who could not be moved. {server} is filled in.',
  ),
  'messages.banned': key(
    fields.messageField,
    '&a{player} is banned ({time}): {reason}',
    'What the admin reads. {player}, {time} and {reason} are filled in.',
  ),
  'messages.restarting': key(fields.messageField, '&aThe restart has begun.', 'What the admin reads.'),
  'messages.notRestarting': key(
    fields.messageField,
    '&cThe restart could not begin. {failure}',
    'What the admin reads when it could not. {failure} is filled in.',
  ),
  'log.level': key(
    f.oneOf(['debug', 'info', 'warn', 'error']),
    'info',
    'The least serious events that are logged.',
  ),
};

/** The settings of the backend role in force, by key. */
export type BackendSettings = f.ObjectOf<typeof BACKEND_KEYS>;

export const BACKEND_TABLE: KeyTable<BackendSettings> = {
  keys: BACKEND_KEYS,
  whole: f.object(BACKEND_KEYS),
  prefix: 'PORTCULLIS_BACKEND_',
  intro: [
    '# The settings of `portcullis backend` beside one game server. Every key can also be set by the environment',
    '# variable named above it, which then counts more than this file.',
  ],
};
