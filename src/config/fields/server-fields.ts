import * as f from '../../domain/fields/field.ts';
import {
  gameName,
  maxPlayers,
  serverAddress,
  serverName,
  serverType,
} from '../../domain/fields/network-fields.ts';
import { DEFAULT_SERVER_TYPE } from '../../domain/server.ts';

const MAX_SERVERS = 1_000;
/** The most bytes that the remote console of a game server reads at once. */
const MAX_COMMAND_BYTES = 1_446;

/** Where the management protocol is served; nothing secret may stand in the URL. */
export const managementUrl = f.refined(f.string(), 'ws://host:port or wss://host:port', (value) => {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return (protocol === 'ws:' || protocol === 'wss:') && username + password + search + hash === '';
});

export const managementSecret = f.string({
  pattern: /^[\x21-\x7e]{8,256}$/,
  expects: '8 to 256 printable characters without spaces',
});

export const rconPassword = f.string({
  pattern: /^[^\p{Cc}\p{Cs}]{6,256}$/u,
  expects: 'text of 6 to 256 characters',
});

/** `writeOnly` in the schema keeps the value out of the log (`redactor`). */
function secret(field: f.Field<string>, description: string): f.Field<string> {
  return f.described(field, { description, writeOnly: true });
}

const tls = f.object({
  ca: f.optional(
    f.described(f.text(4_096, 1), {
      description: 'A PEM file with the certificates to trust instead of those of the system.',
    }),
  ),
  insecure: f.optional(
    f.described(f.boolean(), {
      description: 'Accept any certificate. Anyone between the two machines can then read the secret.',
    }),
  ),
});

const management = f.object({
  url: f.described(managementUrl, {
    description: 'Where the management protocol is served: ws://host:port, or wss://host:port with TLS.',
  }),
  secret: secret(managementSecret, 'The `management-server-secret` of server.properties.'),
  tls: f.optional(tls),
});

const rcon = f.object({
  address: f.described(serverAddress, { description: 'host:port of the remote console; it has no TLS.' }),
  password: secret(rconPassword, 'The `rcon.password` of server.properties, at least 6 characters.'),
});

/** A command that the operator has run on a server's console. */
export const commandField = f.refined(
  f.text(1_000, 1),
  'a command of 1 to 1000 characters on one line',
  (value) =>
    value.trim().replace(/^\//, '') !== '' && new TextEncoder().encode(value).length <= MAX_COMMAND_BYTES,
);

const server = f.object({
  type: f.optional(
    f.described(serverType, {
      description: `HUB, GAME or another upper-case word; ${DEFAULT_SERVER_TYPE} if absent.`,
    }),
  ),
  gameName: f.optional(f.described(gameName, { description: 'The game that is played there.' })),
  maxPlayers: f.optional(
    f.described(maxPlayers, { description: 'How many players fit; if absent, what the server reports.' }),
  ),
  address: f.optional(
    f.described(serverAddress, { description: 'host:port where game clients reach it, for pings.' }),
  ),
  management: f.optional(management),
  rcon: f.optional(rcon),
  rebootCommands: f.optional(
    f.described(f.array(commandField, 16), {
      description: 'Console commands that restart it, sent over RCON; save and stop if absent.',
    }),
  ),
});

/** The game servers that this process manages from outside, by their names in the network. */
export const serversField = f.record(
  serverName,
  f.ruled(server, ({ management: protocol, rcon: console, rebootCommands }) => {
    if (protocol === undefined && console === undefined) {
      return 'must have management or rcon; add a server that is only pinged with POST /api/servers';
    }
    const lacksConsole = rebootCommands !== undefined && console === undefined;
    return lacksConsole ? 'must have rcon for its rebootCommands' : undefined;
  }),
  MAX_SERVERS,
);

/** The proxies that this process manages from outside, by their names in the network. */
export const proxiesField = f.record(
  serverName,
  f.object({
    management,
    platform: f.optional(
      f.described(f.oneOf(['modern', 'legacy']), {
        description: 'modern for Velocity, legacy for BungeeCord; modern if absent.',
      }),
    ),
    behindEdge: f.optional(
      f.described(f.boolean(), {
        description:
          'true if players reach this proxy through the edge. The edge then reports them, and the proxy is only asked to kick.',
      }),
    ),
  }),
  MAX_SERVERS,
);

export type ManagedServerSettings = f.Infer<typeof server>;
export type ManagementSettings = f.Infer<typeof management>;
