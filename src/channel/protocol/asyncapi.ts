import type { JsonSchema } from '../../domain/fields/field.ts';
import { AGENT_MESSAGES } from './agent-messages.ts';
import { COORDINATOR_MESSAGES } from './coordinator-messages.ts';
import { BACKEND_MESSAGES, HOST_MESSAGES } from './host-messages.ts';
import { MAX_FRAME_BYTES, SUB_PROTOCOL } from './message.ts';
import { MAX_PLUGIN_MESSAGE_BYTES, PLUGIN_CHANNEL } from './plugin-message.ts';

type Direction = 'agent' | 'coordinator' | 'host' | 'backend';
type Table = Readonly<
  Record<string, { roles: readonly string[]; summary: string; field: { schema: JsonSchema } }>
>;

const TABLES: Readonly<Record<Direction, Table>> = {
  agent: AGENT_MESSAGES,
  coordinator: COORDINATOR_MESSAGES,
  host: HOST_MESSAGES,
  backend: BACKEND_MESSAGES,
};

/** The other side of each, and the two sides of each channel. */
const OTHERS: Readonly<Record<Direction, Direction>> = {
  agent: 'coordinator',
  coordinator: 'agent',
  host: 'backend',
  backend: 'host',
};
const CHANNELS = { channel: ['agent', 'coordinator'], menus: ['host', 'backend'] } as const;

/** Which messages answer which; the answer carries the `id` of the request as `re`. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  'agent.hello': ['welcome'],
  'agent.player.login': ['admission', 'error'],
  'agent.player.find': ['player', 'error'],
  'agent.player.send': ['ok', 'error'],
  'agent.player.reach': ['reach', 'error'],
  'agent.player.ban': ['ok', 'error'],
  'agent.player.facts': ['facts', 'error'],
  'agent.player.search': ['player.matches', 'error'],
  'agent.server.restart': ['ok', 'error'],
  'agent.staff.ban': ['ok', 'error'],
  'agent.staff.unban': ['ok', 'error'],
  'agent.staff.kick': ['ok', 'error'],
  'agent.staff.send': ['ok', 'error'],
  'agent.staff.alert': ['ok', 'error'],
  'agent.staff.find': ['player.place', 'error'],
  'coordinator.ping': ['pong'],
  'coordinator.player.kick': ['ok', 'error'],
  'coordinator.player.send': ['ok', 'error'],
  'coordinator.player.target': ['ok', 'error'],
  'coordinator.player.transfer': ['ok', 'error'],
  'coordinator.reboot': ['ok', 'error'],
  'host.host.hello': ['host.welcome'],
  'host.placeholders.render': ['placeholders.rendered', 'error'],
  'backend.menu.show': ['ok', 'error'],
  'backend.menu.hide': ['ok', 'error'],
  'backend.menu.tell': ['ok', 'error'],
  'backend.player.move': ['ok', 'error'],
};

const DESCRIPTION = `What proxies and game servers send to the Portcullis coordinator, and what it sends to them.

WebSocket text frames, one JSON object each, sub-protocol \`${SUB_PROTOCOL}\`, at most ${MAX_FRAME_BYTES} bytes (else close code 1009).
A frame with \`id\` is a request; its answer carries the same number as \`re\`. What is no JSON, of an unknown \`type\` or of the other role is answered
with \`error\` and otherwise ignored; ten such frames in a row close the connection (1008). A wrong field is answered with \`error\` and never
closes it; wrong entries of lists and wrong keys of a server's report are left out, and the rest is taken. A connection that a newer agent of the same name replaces closes
with 4001. Times are epoch milliseconds, uuids dashed and lowercase. A list that may be too long for one frame is sent in parts: \`part\` counts
from 1, \`last\` is true on the final one, and both are absent when the frame holds the whole list.

Where there is no socket the same messages are sent as plugin messages on the channel \`${PLUGIN_CHANNEL}\`: UTF-8 text of exactly the form
\`{"n":"<nonce>","t":<epoch ms>,"a":<agent>,"m":<message>,"s":"<signature>"}\`, keys in this order and no white space outside the message, at most ${MAX_PLUGIN_MESSAGE_BYTES} bytes;
the nonce is 16 to 64 characters of base64url, the agent a JSON text, the key the SHA-256 of the agent's secret in hexadecimal, and the signature
base64url(HMAC-SHA256(key, side + "." + n + "." + t + "." + the text of a + "." + the text of m)), where side is \`agent\` or \`coordinator\`: who wrote it.

The second channel is for a menu host: a plugin or server of your own that shows menus, receives commands and uses placeholders. It
connects to the \`portcullis backend\` beside it, at \`local.listen\` of that backend's config.yml and with its \`local.secret\`. Sub-protocol
and frames are as above. The host that connected last is the one in use. Every request is answered within 5 s.`;

/** The AsyncAPI 3 document of net:channel, made from the schemas that the server itself checks with. */
export function buildAsyncApi(version: string): JsonSchema {
  return {
    asyncapi: '3.0.0',
    info: { title: 'Portcullis net:channel', version, description: DESCRIPTION, license: { name: 'MIT' } },
    defaultContentType: 'application/json',
    servers: {
      coordinator: {
        host: '127.0.0.1:8080',
        protocol: 'ws',
        security: [{ $ref: '#/components/securitySchemes/channelSecret' }],
      },
      backend: {
        host: '127.0.0.1:8765',
        protocol: 'ws',
        security: [{ $ref: '#/components/securitySchemes/localSecret' }],
      },
    },
    channels: {
      channel: {
        address: '/channel',
        servers: [{ $ref: '#/servers/coordinator' }],
        messages: messagesOf('channel'),
        bindings: { ws: { method: 'GET' } },
      },
      menus: {
        address: '/channel',
        servers: [{ $ref: '#/servers/backend' }],
        messages: messagesOf('menus'),
        bindings: { ws: { method: 'GET' } },
      },
    },
    operations: fromEntries(eachMessage((key, direction, type) => [key, operation(key, direction, type)])),
    components: {
      messages: fromEntries(eachMessage((key, direction, type) => [key, message(direction, type)])),
      securitySchemes: {
        channelSecret: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A secret of the agent’s own (`portcullis agent add`), or `channel.secret` of the coordinator’s config.yml.',
        },
        localSecret: {
          type: 'http',
          scheme: 'bearer',
          description: '`local.secret` of the backend’s config.yml.',
        },
      },
    },
  };
}

function eachMessage<T>(make: (key: string, direction: Direction, type: string) => T): T[] {
  const of = (direction: Direction) =>
    Object.keys(TABLES[direction]).map((type) => make(`${direction}.${type}`, direction, type));
  return DIRECTIONS.flatMap(of);
}

const DIRECTIONS: readonly Direction[] = ['agent', 'coordinator', 'host', 'backend'];

function channelOf(direction: Direction): keyof typeof CHANNELS {
  return direction === 'agent' || direction === 'coordinator' ? 'channel' : 'menus';
}

function messagesOf(channel: keyof typeof CHANNELS): JsonSchema {
  return fromEntries(
    CHANNELS[channel].flatMap((direction) =>
      Object.keys(TABLES[direction]).map((type): [string, unknown] => {
        const key = `${direction}.${type}`;
        return [key, { $ref: `#/components/messages/${key}` }];
      }),
    ),
  );
}

/** AsyncAPI 3 describes the application, here Portcullis: it receives what agents and hosts send. */
function operation(key: string, direction: Direction, type: string): JsonSchema {
  const other = OTHERS[direction];
  const channel = channelOf(direction);
  const answers = ANSWERS[key];
  return {
    action: direction === 'agent' || direction === 'host' ? 'receive' : 'send',
    channel: { $ref: `#/channels/${channel}` },
    summary: TABLES[direction][type]?.summary,
    messages: [{ $ref: `#/channels/${channel}/messages/${key}` }],
    ...(answers === undefined
      ? {}
      : {
          reply: {
            channel: { $ref: `#/channels/${channel}` },
            messages: answers.map((answer) => ({
              $ref: `#/channels/${channel}/messages/${other}.${answer}`,
            })),
          },
        }),
  };
}

function message(direction: Direction, type: string): JsonSchema {
  const row = TABLES[direction][type];
  return {
    name: type,
    summary: row?.summary,
    tags: row?.roles.map((role) => ({ name: role })),
    payload: row?.field.schema,
  };
}

function fromEntries(entries: [string, unknown][]): JsonSchema {
  return Object.fromEntries(entries);
}
