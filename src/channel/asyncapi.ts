import type { JsonSchema } from '../domain/field.ts';
import { AGENT_MESSAGES } from './agent-messages.ts';
import { COORDINATOR_MESSAGES } from './coordinator-messages.ts';
import { MAX_FRAME_BYTES, type Role, SUB_PROTOCOL } from './message.ts';
import { MAX_PLUGIN_MESSAGE_BYTES, PLUGIN_CHANNEL } from './plugin-message.ts';

type Direction = 'agent' | 'coordinator';
type Table = Readonly<
  Record<string, { roles: readonly Role[]; summary: string; field: { schema: JsonSchema } }>
>;

const TABLES: Readonly<Record<Direction, Table>> = {
  agent: AGENT_MESSAGES,
  coordinator: COORDINATOR_MESSAGES,
};

/** Which messages answer which; the `id` of the asking frame comes back as `re`. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  'agent.hello': ['welcome'],
  'agent.player.login': ['admission', 'error'],
  'agent.player.send': ['ok', 'error'],
  'agent.player.ban': ['ok', 'error'],
  'agent.player.facts': ['facts', 'error'],
  'agent.player.search': ['player.matches', 'error'],
  'agent.server.restart': ['ok', 'error'],
  'coordinator.ping': ['pong'],
  'coordinator.player.kick': ['ok', 'error'],
  'coordinator.player.send': ['ok', 'error'],
  'coordinator.reboot': ['ok', 'error'],
};

const DESCRIPTION = `What proxies and game servers say to the Portcullis coordinator and what it says to them.

WebSocket text frames, one JSON object each, sub-protocol \`${SUB_PROTOCOL}\`, at most ${MAX_FRAME_BYTES} bytes (else close code 1009).
A frame with \`id\` asks; its answer carries the same number as \`re\`. An unknown \`type\` or a wrong shape is answered with \`error\`
and otherwise ignored; ten in a row close the link (1008). A link replaced by a newer agent of the same name closes with 4001.
Times are epoch milliseconds, uuids dashed and lowercase. Lists that may outgrow a frame come in parts: \`part\` counts from 1, \`last\` is
true on the final one, and both are absent when the list is whole.

The same messages travel as plugin messages on the channel \`${PLUGIN_CHANNEL}\` where there is no socket: UTF-8 text of exactly the form
\`{"n":"<nonce>","t":<epoch ms>,"m":<message>,"s":"<signature>"}\`, keys in this order and no white space outside the message, at most ${MAX_PLUGIN_MESSAGE_BYTES} bytes;
the nonce is 16 to 64 characters of base64url, the signature base64url(HMAC-SHA256(secret, n + "." + t + "." + the text of m)).`;

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
    },
    channels: {
      channel: {
        address: '/channel',
        messages: fromEntries(eachMessage((key) => [key, { $ref: `#/components/messages/${key}` }])),
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
          description: '`channel.secret` of the coordinator’s config.yml.',
        },
      },
    },
  };
}

function eachMessage<T>(make: (key: string, direction: Direction, type: string) => T): T[] {
  const of = (direction: Direction) =>
    Object.keys(TABLES[direction]).map((type) => make(`${direction}.${type}`, direction, type));
  return [...of('agent'), ...of('coordinator')];
}

/** AsyncAPI 3 describes what the application, here the coordinator, does: it receives what agents say. */
function operation(key: string, direction: Direction, type: string): JsonSchema {
  const other: Direction = direction === 'agent' ? 'coordinator' : 'agent';
  const answers = ANSWERS[key];
  return {
    action: direction === 'agent' ? 'receive' : 'send',
    channel: { $ref: '#/channels/channel' },
    summary: TABLES[direction][type]?.summary,
    messages: [{ $ref: `#/channels/channel/messages/${key}` }],
    ...(answers === undefined
      ? {}
      : {
          reply: {
            channel: { $ref: '#/channels/channel' },
            messages: answers.map((answer) => ({ $ref: `#/channels/channel/messages/${other}.${answer}` })),
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
