import * as f from '../../domain/fields/field.ts';
import { messageField, networksField } from '../fields/config-fields.ts';
import { accountsField, edgeServersField, listenField, routesField } from '../fields/edge-fields.ts';
import { key } from './config-key.ts';

/** The keys of the edge, where game clients connect. */
export const EDGE_KEYS = {
  'edge.listen': key(
    listenField,
    '0.0.0.0:25565',
    'Where game clients connect. Use "off" if your players connect to a proxy that has its own agent.',
  ),
  'edge.sharePort': key(
    f.boolean(),
    false,
    'Whether several processes may listen on this port, so that more than one CPU core serves it (`portcullis edge`). Linux only.',
  ),
  'edge.routes': key(
    routesField,
    {},
    'Where players are sent, by the host name they typed: "play.example.net", "*.example.net" for every name below it, or "*" for all other names. Each has a list of servers or proxies (host:port), which are tried in order. If the target is listed under `servers` or `proxies`, or was added through the API, write it as name@host:port: only then can players on it be kicked with a message. Example: {"*": ["velocity@127.0.0.1:25577"]}',
  ),
  'edge.servers': key(
    edgeServersField,
    {},
    'Servers to which players are moved by name, from our lobby behind this edge, and where the edge reaches them. Those that `edge.routes` names are among them. Example: {"survival": "10.0.0.6:25565"}',
  ),
  'edge.proxyProtocol': key(
    f.oneOf(['none', 'v1', 'v2']),
    'none',
    'The version of the PROXY protocol that the servers behind the edge expect; it carries the address of the player. Use v2 with haproxy-protocol in Velocity, proxy_protocol in BungeeCord or proxy-protocol in Paper. A server that does not expect it refuses every player.',
  ),
  'edge.identity': key(
    f.oneOf(['online', 'offline']),
    'online',
    'Whether the servers behind the edge check accounts with Mojang ("online") or derive the UUID from the name ("offline"). The coordinator has it for the whole network, also without an edge of its own, and refuses edges that have the other.',
  ),
  'edge.accounts.url': key(
    accountsField,
    'https://api.mojang.com/users/profiles/minecraft',
    'The service that knows which account has a name, asked about players who are new to the network where `edge.identity` is "online": GET <url>/<name>, and POST <url>/bulk with up to ten names. "off" for networks that cannot reach it; docs/edge.md says what is promised then.',
  ),
  'edge.onUnknown': key(
    f.oneOf(['allow', 'deny']),
    'deny',
    'Whether players may join while the coordinator cannot be reached and this edge has never received the list of bans.',
  ),
  'edge.trustedProxies': key(
    networksField,
    [],
    'Load balancers in front of the edge whose PROXY header is trusted. Leave this empty if there are none: anyone can send that header.',
  ),
  'edge.limits.connectionsPerMinute': key(
    f.integer(1, 100_000),
    120,
    'How many connections one address (or IPv6 /64) may open per minute, including pings.',
  ),
  'edge.limits.connectionsPerAddress': key(
    f.integer(1, 100_000),
    64,
    'How many connections one address may have open at once, including players.',
  ),
  'edge.limits.waiting': key(
    f.integer(16, 100_000),
    2_048,
    'How many connections may be open in total that have not yet sent their handshake, and never more than an eighth of the files that the process may open. Above this limit the oldest of them are closed.',
  ),
  'edge.limits.joining': key(
    f.integer(16, 100_000),
    2_048,
    'How many connections may be open in total whose login was allowed and which no server has let in yet, and never more than a sixteenth of the files that the process may open, because each has two. Above this limit the oldest of them are closed.',
  ),
  'edge.limits.loginSeconds': key(
    f.integer(5, 300),
    30,
    'How many seconds a server may take to let a player in whose login was allowed; then the connection is closed.',
  ),
  'edge.texts.noUpstream': key(
    messageField,
    'No server is connected yet.\nPlease come back later.',
    'Shown to players if `edge.routes` has no target for them. All texts may have colours: #RRGGBB, and codes after & such as &c.',
  ),
  'edge.texts.unreachable': key(
    messageField,
    'The server cannot be reached at the moment.\nPlease come back in a moment.',
    'Shown to players if no server of their route answers, or the server does not let them in in time.',
  ),
  'edge.texts.unknown': key(
    messageField,
    'The network is starting.\nPlease come back in a moment.',
    'Shown to players who are refused because of `edge.onUnknown`.',
  ),
  'edge.texts.invalidName': key(
    messageField,
    'This name cannot play here.\nA name has 1 to 16 letters, digits and _.',
    'Shown to players whose name no server accepts.',
  ),
};
