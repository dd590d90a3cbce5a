import * as f from '../../domain/fields/field.ts';
import { isServerAddress, isServerName, isServerType } from '../../domain/server.ts';

const MAX_SERVERS = 1_000;
/** What the remote console of a game server reads at once. */
const MAX_COMMAND_BYTES = 1_446;

const name = f.refined(f.string(), 'a name of A-Z, a-z, 0-9, _ and -, but not "events"', isServerName);
const address = f.refined(f.string(), 'host:port, as in 10.0.0.5:25565', isServerAddress);

/** A text that is never shown; `writeOnly` in its schema is what redaction goes by. */
function secret(rules: f.StringRules, description: string): f.Field<string> {
  return f.described(f.string(rules), { description, writeOnly: true });
}

const tls = f.object({
  ca: f.optional(
    f.described(f.text(4_096, 1), {
      description: 'File with the certificates to trust in place of the system’s, in PEM form.',
    }),
  ),
  insecure: f.optional(
    f.described(f.boolean(), {
      description: 'Take any certificate. Whoever is on the way can then read the secret.',
    }),
  ),
});

const management = f.object({
  url: f.described(f.refined(f.string(), 'ws://host:port or wss://host:port', isManagementUrl), {
    description: 'Where the management protocol is served: ws://host:port, or wss://host:port with TLS.',
  }),
  secret: secret(
    { pattern: /^[\x21-\x7e]{8,256}$/, expects: '8 to 256 printable characters without spaces' },
    'The `management-server-secret` of server.properties.',
  ),
  tls: f.optional(tls),
});

const rcon = f.object({
  address: f.described(address, { description: 'host:port of the remote console; it has no TLS.' }),
  password: secret(
    { pattern: /^[^\p{Cc}\p{Cs}]{6,256}$/u, expects: 'text of 6 to 256 characters' },
    'The `rcon.password` of server.properties, at least 6 characters.',
  ),
});

/** One command of the operator for a server's console. */
export const commandField = f.refined(
  f.text(1_000, 1),
  'a command of 1 to 1000 characters on one line',
  (value) => value.trim().replace(/^\//, '') !== '' && encodedLength(value) <= MAX_COMMAND_BYTES,
);
const server = f.object({
  type: f.optional(
    f.described(f.refined(f.string(), 'HUB, GAME or another upper-case word', isServerType), {
      description: 'HUB, GAME or another upper-case word; GAME if absent.',
    }),
  ),
  gameName: f.optional(f.described(f.text(64), { description: 'What is played there.' })),
  maxPlayers: f.optional(
    f.described(f.integer(1, 1_000_000), {
      description: 'How many players it takes; if absent, what the server says.',
    }),
  ),
  address: f.optional(
    f.described(address, { description: 'host:port where game clients reach it, for pings.' }),
  ),
  management: f.optional(management),
  rcon: f.optional(rcon),
  rebootCommands: f.optional(
    f.described(f.array(commandField, 16), {
      description: 'Console commands that restart it, over RCON; save and stop if absent.',
    }),
  ),
});

/** The game servers that this process manages from outside, by their names in the network. */
export const serversField = f.record(
  name,
  f.ruled(server, ({ management: protocol, rcon: console, rebootCommands }) => {
    if (protocol === undefined && console === undefined) {
      return 'must have management or rcon; a server that is only to be pinged is added by POST /api/servers';
    }
    const isMute = rebootCommands !== undefined && console === undefined;
    return isMute ? 'must have rcon for its rebootCommands' : undefined;
  }),
  MAX_SERVERS,
);

/** The proxies that this process manages from outside. */
export const proxiesField = f.record(
  name,
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
          'true where players come to this proxy through the edge, which then reports them: the proxy is only asked to kick.',
      }),
    ),
  }),
  MAX_SERVERS,
);

export type ManagedServerSettings = f.Infer<typeof server>;
export type ManagementSettings = f.Infer<typeof management>;

/** `ws://host:port` or `wss://host:port`, without anything secret in it. */
export function isManagementUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return (protocol === 'ws:' || protocol === 'wss:') && username + password + search + hash === '';
}

function encodedLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
