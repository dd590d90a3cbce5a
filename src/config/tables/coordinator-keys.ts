import * as f from '../../domain/fields/field.ts';
import * as fields from '../fields/config-fields.ts';
import * as edge from '../fields/edge-fields.ts';
import { generatedKey, key, secretKey } from './config-key.ts';
import type { KeyTable } from './key-table.ts';
import { randomPassword, randomSecret } from './random-secret.ts';
import { proxiesField, serversField } from '../fields/server-fields.ts';

const { messageField, identifierField } = fields;

/**
 * Every key of `config.yml`. Validation, the generated file, docs/configuration.md, the environment variables and the
 * redaction of the log are all made from this table; a dot is a level of nesting. Keys of one section stand together.
 */
export const KEYS = {
  'gateway.listen': key(
    fields.listenField,
    '127.0.0.1:8080',
    'Where the API, the event streams and the agents’ channel are served. Put a reverse proxy with TLS in front before you listen on anything but loopback.',
  ),
  'gateway.trustedProxies': key(
    fields.networksField,
    [],
    'Reverse proxies whose X-Forwarded-For is believed. Leave it empty when there is none: anybody can send that header.',
  ),
  'gateway.corsOrigins': key(
    fields.originsField,
    [],
    'Web origins other than its own from which a browser may call the API.',
  ),
  'edge.listen': key(
    edge.listenField,
    '0.0.0.0:25565',
    'Where game clients connect: the front door. "off" for networks whose players connect to a proxy with an agent of its own.',
  ),
  'edge.sharePort': key(
    f.boolean(),
    false,
    'Whether several processes may listen on that port, so that more than one core serves it (`portcullis edge`). Linux only.',
  ),
  'edge.routes': key(
    edge.routesField,
    {},
    'Where players are passed on to, by the host name they typed: "play.example.net", "*.example.net" for every name below it, or "*" for all others. Each has a list of servers or proxies, host:port, which are tried in their order. One that is named under `servers` or `proxies`, or added by the API, is written name@host:port, so that kicks reach players with their words. Example: {"*": ["velocity@127.0.0.1:25577"]}',
  ),
  'edge.proxyProtocol': key(
    f.oneOf(['none', 'v1', 'v2']),
    'none',
    'How the servers behind learn the address of a player: the version of the PROXY protocol they are set to expect (v2 for haproxy-protocol in Velocity, proxy_protocol in BungeeCord and proxy-protocol in Paper). A server that does not expect it refuses every player.',
  ),
  'edge.identity': key(
    f.oneOf(['online', 'offline']),
    'online',
    'Whether the servers behind check accounts ("online") or make the uuid of the name ("offline").',
  ),
  'edge.onUnknown': key(
    f.oneOf(['allow', 'deny']),
    'deny',
    'What happens to players while the coordinator cannot be reached and nothing of its bans was ever heard.',
  ),
  'edge.trustedProxies': key(
    fields.networksField,
    [],
    'Load balancers in front of the edge whose PROXY header is believed. Leave it empty when there is none: anybody can send that header.',
  ),
  'edge.limits.connectionsPerMinute': key(
    f.integer(1, 100_000),
    120,
    'How many connections one address (or IPv6 /64) may open a minute, pings included.',
  ),
  'edge.limits.connectionsPerAddress': key(
    f.integer(1, 100_000),
    64,
    'How many connections of one address may be open at once, players included.',
  ),
  'edge.limits.waiting': key(
    f.integer(16, 100_000),
    2_048,
    'How many connections, of all addresses together, may be open that have not said what they want; beyond it the oldest of them are closed.',
  ),
  'edge.texts.noUpstream': key(
    messageField,
    'No server is connected yet.\nPlease come back later.',
    'What players read while `edge.routes` leads nowhere. All texts may have colours: #RRGGBB, and codes behind & as in &c.',
  ),
  'edge.texts.unreachable': key(
    messageField,
    'The server cannot be reached at the moment.\nPlease come back in a moment.',
    'What players read when no server of their route answers.',
  ),
  'edge.texts.unknown': key(
    messageField,
    'The network is starting.\nPlease come back in a moment.',
    'What players read who are refused by `edge.onUnknown`.',
  ),
  'edge.texts.invalidName': key(
    messageField,
    'This name cannot play here.\nA name has 1 to 16 letters, digits and _.',
    'What players read whose name no server would take.',
  ),
  api_key: generatedKey(
    fields.programSecretField,
    randomSecret,
    'The key for scripts and remote dashboards, sent as "Authorization: Bearer <api_key>".',
  ),
  'auth.password': generatedKey(
    fields.passwordField,
    randomPassword,
    'The login password, as a scrypt hash. To change it, write the new one here in clear text: the next start puts its hash in its place and ends every session. Remove the line to have one generated.',
  ),
  'channel.secret': generatedKey(
    fields.programSecretField,
    randomSecret,
    'The secret that proxies and game servers show when they connect.',
  ),
  'storage.url': secretKey(
    fields.storageUrlField,
    'sqlite:',
    'The database: "sqlite:" is a file in the data folder, "sqlite:/path/to/file" is one elsewhere, and mysql://user:password@host:3306/database is MySQL or MariaDB. Characters such as @ or / in the password are percent-encoded.',
  ),
  'storage.queryTimeoutMs': key(
    f.integer(100, 60_000),
    5_000,
    'How long a query may take, in milliseconds, before the caller is told that the database is away.',
  ),
  'storage.poolSize': key(f.integer(1, 64), 8, 'How many connections to MySQL or MariaDB are kept.'),
  'friends.table': key(
    identifierField,
    'FriendsRelationsPD',
    'The table of friendships, read if it exists and never written.',
  ),
  'friends.columns.player': key(
    identifierField,
    'auto',
    'The column with the uuid of one of the two; "auto" finds it by its name and type.',
  ),
  'friends.columns.friend': key(identifierField, 'auto', 'The column with the uuid of the other.'),
  'friends.columns.since': key(identifierField, 'auto', 'The column with the beginning of the friendship.'),
  timezone: key(
    fields.timeZoneField,
    'UTC',
    'The time zone of dates in text form. Stored times do not depend on it.',
  ),
  'messages.banned': key(
    messageField,
    'You are banned for {remaining}.\nReason: {reason}\nBan id: {id}',
    'What a banned player reads. {reason}, {remaining} and {id} are filled in.',
  ),
  'messages.bannedForever': key(
    messageField,
    'You are banned forever.\nReason: {reason}\nBan id: {id}',
    'What a player reads who is banned for good. {reason} and {id} are filled in.',
  ),
  'messages.maintenance': key(
    messageField,
    'The network is under maintenance. Please come back later.',
    'What a player reads who is refused during maintenance.',
  ),
  'messages.joinPrevented': key(
    messageField,
    'Nobody can join at the moment. Please come back later.',
    'What a player reads while joining is prevented.',
  ),
  'messages.networkFull': key(
    messageField,
    'The network is full. Please come back later.',
    'What a player reads who finds no free place.',
  ),
  'restart.countdownSeconds': key(
    f.integer(0, 3_600),
    10,
    'How long players are warned before a server restarts, in seconds.',
  ),
  'restart.announceAt': key(
    fields.secondsField,
    [60, 30, 10, 5, 3, 2, 1],
    'How many seconds before the restart the players on the server are told.',
  ),
  'restart.announcement': key(
    messageField,
    'This server restarts in {seconds} s.',
    'What they are told. {seconds} is filled in.',
  ),
  'restart.message': key(
    messageField,
    'This server is restarting. You can come back in a moment.',
    'What players read who are still there when the server stops.',
  ),
  'restart.force': key(
    f.boolean(),
    false,
    'Whether a server restarts although players could not be moved to another one.',
  ),
  'restart.fallbacks': key(
    fields.serverNamesField,
    [],
    'Servers that the players of a restarting one are moved to: each is tried in this order, then every hub.',
  ),
  'restart.wayBack': key(
    fields.optionalMessageField,
    '{server} is back. You can return to it.',
    'What players read who were moved away, once their server is back; those on a server with menus return by a click. {server} is filled in; empty for nothing.',
  ),
  servers: secretKey(
    serversField,
    {},
    'Game servers without a plugin of ours that are managed from outside, through the management protocol (1.21.9 and later) or through RCON: who is on them, kicks, announcements and restarts. Below the name of each (a dot is one more level):',
  ),
  proxies: secretKey(
    proxiesField,
    {},
    'Proxies without a plugin of ours that carry the plugin for the management protocol: who is on them, and kicks. Below the name of each:',
  ),
  'inspect.stately': key(
    f.boolean(),
    false,
    'Whether the stream of an actor also speaks the format of Stately’s inspector (?format=stately), for those who look at statecharts with it.',
  ),
  'log.level': key(
    f.oneOf(['debug', 'info', 'warn', 'error']),
    'info',
    'The least serious events that are logged.',
  ),
};

/** The settings in force, by key. */
export type Settings = f.ObjectOf<typeof KEYS>;
export type SettingName = keyof Settings;

/** The keys of the coordinator and of edges. */
export const COORDINATOR_TABLE: KeyTable<Settings> = {
  keys: KEYS,
  whole: f.object(KEYS),
  prefix: 'PORTCULLIS_',
  intro: [
    '# The settings of Portcullis. Every key can also be set by the environment variable named above it, which then',
    '# counts more than this file. `portcullis config check` tells whether this file is right.',
  ],
};
