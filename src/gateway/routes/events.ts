import * as f from '../../domain/fields/field.ts';
import { NETWORK_EVENT_TYPES, type NetworkEventType, STREAMS } from '../../domain/network-event.ts';
import type { StreamAnswer } from '../http/answer.ts';
import { type Route, route } from '../route.ts';
import type { SseHub } from '../sse/sse-hub.ts';
import { streamToken } from './request-fields.ts';

export interface EventServices {
  readonly streams: SseHub;
}

const streamFields = {
  token: streamToken,
  lastEventId: f.optional(
    f.described(f.string({ max: 64 }), {
      description:
        'The last event that the client has, for clients that cannot send `Last-Event-ID`; later events are replayed.',
    }),
  ),
};

const streamQuery = f.object(streamFields);

const isTypeList = (value: string) => value.split(',').every((type) => eventTypeOf(type) !== undefined);

const chosenQuery = f.object({
  ...streamFields,
  types: f.optional(
    f.described(
      f.refined(
        f.string({ max: 512 }),
        `a comma-separated list of ${NETWORK_EVENT_TYPES.join(', ')}`,
        isTypeList,
      ),
      { description: `Comma-separated event types, all when left out: ${NETWORK_EVENT_TYPES.join(', ')}.` },
    ),
  ),
});

function eventTypeOf(word: string): NetworkEventType | undefined {
  return NETWORK_EVENT_TYPES.find((type) => type === word);
}

function typesOf(list: string | undefined): readonly NetworkEventType[] {
  if (list === undefined) return NETWORK_EVENT_TYPES;
  const chosen = new Set(list.split(','));
  return NETWORK_EVENT_TYPES.filter((type) => chosen.has(type));
}

/** The header has precedence: a browser that reconnects repeats the URL, whose id is out of date. */
function stream(
  types: readonly NetworkEventType[],
  call: { readonly lastEventId: string; readonly query: { readonly lastEventId?: string } },
  { streams }: EventServices,
): StreamAnswer {
  streams.assertRoom();
  const lastEventId = call.lastEventId || (call.query.lastEventId ?? '');
  return { stream: (socket, identity) => streams.open(socket, types, lastEventId, identity) };
}

function streamRoute(
  path: string,
  summary: string,
  types: readonly NetworkEventType[],
): Route<EventServices> {
  return route({
    method: 'GET',
    path,
    summary,
    access: 'stream',
    query: streamQuery,
    reply: replyOf(types),
    handle: (call, services) => stream(types, call, services),
  });
}

function replyOf(types: readonly NetworkEventType[]) {
  const description = `Server-sent events: ${types.join(', ')}; \`reset\` when missed events cannot be replayed`;
  return { status: 200, description, body: null, type: 'text/event-stream' };
}

export const eventRoutes: readonly Route<EventServices>[] = [
  streamRoute('/api/servers/events', 'Follow the servers', STREAMS.servers),
  streamRoute('/api/players/events', 'Follow players, bans and the player count', STREAMS.players),
  streamRoute('/api/proxy/events', 'Follow the proxy', STREAMS.proxy),
  route({
    method: 'GET',
    path: '/api/events',
    summary: 'Follow any events over one connection; browsers allow six connections to a host',
    access: 'stream',
    query: chosenQuery,
    reply: replyOf(NETWORK_EVENT_TYPES),
    handle: (call, services) => stream(typesOf(call.query.types), call, services),
  }),
];
