import * as f from '../../domain/fields/field.ts';
import * as fields from '../fields/config-fields.ts';
import { proxiesField, serversField } from '../fields/server-fields.ts';
import { generatedKey, key, secretKey } from './config-key.ts';
import { EDGE_KEYS } from './edge-keys.ts';
import type { KeyTable } from './key-table.ts';
import { MESSAGE_KEYS } from './message-keys.ts';
import { randomPassword, randomSecret } from '../../runtime/random-secret.ts';

/**
 * Every key of `config.yml`. Validation, the generated file, docs/configuration.md, the environment variables and the
 * redaction of the log are all made from this table. A dot is a level of nesting; the keys of one section are adjacent.
 */
export const KEYS = {
  'gateway.listen': key(
    fields.listenField,
    '127.0.0.1:8080',
    'Where the API, the event streams and the channel of the agents are served. Put a reverse proxy with TLS in front of it before you listen on anything but loopback.',
  ),
  'gateway.trustedProxies': key(
    fields.networksField,
    [],
    'Reverse proxies whose X-Forwarded-For header is trusted. Leave this empty if there are none: anyone can send that header.',
  ),
  'gateway.corsOrigins': key(
    fields.originsField,
    [],
    'Web origins, other than its own, from which a browser may call the API.',
  ),
  ...EDGE_KEYS,
  'admission.slotsPerAddress': key(
    f.integer(1, 100_000),
    8,
    'How many players of one address (or IPv6 /64) may be logging in at once: allowed, and not yet on a server. Above this limit a login takes the slot of the oldest of them, who still joins unless players online have filled the network. Players who are online do not count.',
  ),
  api_key: generatedKey(
    fields.programSecretField,
    randomSecret,
    'The key for scripts and remote dashboards, sent as "Authorization: Bearer <api_key>".',
  ),
  'auth.password': generatedKey(
    fields.passwordField,
    randomPassword,
    'The login password, stored as a scrypt hash. To change it, write the new password here in clear text: the next start replaces it by its hash and ends every session. Remove the line to have a new one generated.',
  ),
  'channel.secret': generatedKey(
    fields.programSecretField,
    randomSecret,
    'A secret with which every proxy, edge and game server may connect to the coordinator, under any name. Better each has its own: `portcullis agent add`.',
  ),
  'channel.sharedSecret': key(
    f.oneOf(['on', 'off']),
    'on',
    'Whether channel.secret is accepted. Set this to "off" when every agent has a secret of its own: then the secret of one game server does not let anybody pose as a proxy.',
  ),
  'storage.url': secretKey(
    fields.storageUrlField,
    'sqlite:',
    'The database: "sqlite:" for a file in the data folder, "sqlite:/path/to/file" for a file elsewhere, or mysql://user:password@host:3306/database for MySQL or MariaDB. Percent-encode characters such as @ or / in the password.',
  ),
  'storage.tablePrefix': key(
    fields.tablePrefixField,
    '',
    'Put before the names of all tables of Portcullis, for a database that another program has tables of the same names in. Choose it before the first start: tables are not renamed, so with another prefix the network starts empty, without its bans.',
  ),
  'storage.queryTimeoutMs': key(
    f.integer(100, 60_000),
    5_000,
    'How long a query may take, in milliseconds, before the request fails because the database is unavailable.',
  ),
  'storage.poolSize': key(f.integer(1, 64), 8, 'How many connections to MySQL or MariaDB are kept open.'),
  'storage.keep.addresses': key(
    f.integer(0, 36_500),
    90,
    'For how many days the last address of a player is kept, counted from when it was seen, and that of a ban, counted from when the ban is over. 0 keeps them for ever. Addresses say who somebody is and where they live, and most belong to somebody else after some months: keep them only as long as they are of use. One that is forgotten is no longer in a later ban of the player.',
  ),
  'storage.keep.banLog': key(
    f.integer(0, 36_500),
    0,
    'For how many days it is kept who banned and unbanned whom. 0, the default, keeps it for ever: it has no addresses, grows only by what your staff does, and is the only record of that. The lines of players who are banned are always kept.',
  ),
  'friends.table': key(
    fields.identifierField,
    'FriendsRelationsPD',
    'The table of friendships. It is read if it exists, and never written.',
  ),
  'friends.columns.player': key(
    fields.identifierField,
    'auto',
    'The column with the UUID, or the name, of one of the two players; "auto" finds it by its name and type.',
  ),
  'friends.columns.friend': key(
    fields.identifierField,
    'auto',
    'The column with the UUID, or the name, of the other player.',
  ),
  'friends.columns.since': key(
    fields.identifierField,
    'auto',
    'The column with the time at which the friendship began.',
  ),
  'friends.columns.status': key(
    fields.identifierField,
    'auto',
    'The column that says whether the friendship was accepted; rows that say anything else are none. "none": every row is a friendship.',
  ),
  timezone: key(
    fields.timeZoneField,
    'UTC',
    'The time zone of dates that are written as text. Stored times do not depend on it.',
  ),
  ...MESSAGE_KEYS,
  servers: secretKey(
    serversField,
    {},
    'Game servers without a Portcullis plugin that are managed from outside, through the management protocol (1.21.9 and later) or RCON: list of players, kicks, announcements and restarts. Each name has these keys (a dot is one more level):',
  ),
  proxies: secretKey(
    proxiesField,
    {},
    'Proxies without a Portcullis plugin that have the plugin for the management protocol: list of players, and kicks. Each name has these keys:',
  ),
  'inspect.stately': key(
    f.boolean(),
    false,
    'Whether the event stream of an actor is also available in the format of the Stately inspector (?format=stately).',
  ),
  'log.level': key(
    f.oneOf(['debug', 'info', 'warn', 'error']),
    'info',
    'The lowest level of events that are logged.',
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
    '# The settings of Portcullis. Every key can also be set by the environment variable that is named above it, which',
    '# overrides this file. `portcullis config check` checks this file.',
  ],
};
