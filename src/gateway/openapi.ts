import { isRecord } from '../domain/fields/record.ts';
import type { Encoded } from '../actors/network.ts';
import { machineChart } from '../domain/inspection/chart.ts';
import { ERRORS, type ErrorCode } from '../domain/errors.ts';
import type { Field, JsonSchema } from '../domain/fields/field.ts';
import { actorDetail, actorSummary } from '../domain/inspection/inspection.ts';
import { NETWORK_EVENTS } from '../domain/network-event.ts';
import * as resources from '../domain/resources.ts';
import { encodeJson } from './http/encode.ts';
import { problemField } from './http/problem.ts';
import { readinessField } from './operations/readiness.ts';
import { errorsOf, nothing, type RouteDescription } from './route.ts';
import { ROUTES } from './route-table.ts';

/** Fields that are components of the document. They are found in the schemas of routes by identity. */
const NAMED: Readonly<Record<string, Field<unknown>>> = {
  Server: resources.serverResource,
  ServerDetail: resources.serverDetail,
  ServerPlayer: resources.serverPlayer,
  Player: resources.playerResource,
  OnlinePlayer: resources.onlinePlayer,
  PlayerDetail: resources.playerDetail,
  Ban: resources.banEntry,
  Friend: resources.friendEntry,
  ProxyStatus: resources.proxyStatus,
  NetworkStatus: resources.networkStatus,
  HistoryPoint: resources.historyPoint,
  Party: resources.partyResource,
  ConnectedProxy: resources.connectedProxy,
  Chart: machineChart,
  Actor: actorDetail,
  ActorSummary: actorSummary,
  Readiness: readinessField,
  Problem: problemField,
};

const NAME_OF = new Map(Object.entries(NAMED).map(([name, field]) => [field.schema, name]));

const TAGS: readonly (readonly [start: string, tag: string])[] = [
  ['/api/auth', 'Authentication'],
  ['/api/servers', 'Servers'],
  ['/api/players', 'Players'],
  ['/api/bans', 'Bans'],
  ['/api/prox', 'Proxy'],
  ['/api/status', 'Status'],
  ['/api/parties', 'Parties'],
  ['/api/events', 'Events'],
  ['/api/inspect', 'Inspection'],
];

/** The OpenAPI 3.1 document, made from the route table. */
export function buildOpenApi(version: string, routes: readonly RouteDescription[] = ROUTES): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes.filter(isDocumented)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portcullis',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Coordinates a game network: its servers, players, bans and proxy, as resources and as live events.',
    },
    servers: [{ url: '/' }],
    tags: [...TAGS.map(([, name]) => ({ name })), { name: 'Operations' }],
    paths,
    components: {
      schemas: {
        ...Object.fromEntries(Object.entries(NAMED).map(([name, { schema }]) => [name, inner(schema)])),
        ...Object.fromEntries(
          Object.entries(NETWORK_EVENTS).map(([type, { schema }]) => [`event.${type}`, named(schema)]),
        ),
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A login token or the API key.' },
        query: { type: 'apiKey', in: 'query', name: 'token', description: 'A ticket or a login token.' },
      },
    },
  };
}

/** The document as bytes to serve. */
export function encodeOpenApi(version: string): Encoded {
  return encodeJson(buildOpenApi(version));
}

/** The pages and their files are not part of the API. */
function isDocumented({ path }: RouteDescription): boolean {
  return path !== '/' && !path.startsWith('/api/docs/');
}

function operation(route: RouteDescription): JsonSchema {
  return {
    operationId: operationId(route),
    tags: [TAGS.find(([start]) => route.path.startsWith(start))?.[1] ?? 'Operations'],
    summary: route.summary,
    security: securityOf(route),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...(route.body === nothing
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: named(route.body.schema) } },
          },
        }),
    responses: {
      [route.reply.status]: goodResponse(route),
      ...problemResponses(errorsOf(route), route.maxBodyBytes),
    },
  };
}

function operationId({ method, path }: RouteDescription): string {
  const words = path.replace(/^\/api\//, '').split(/[^A-Za-z]+/);
  const [first, ...rest] = [method.toLowerCase(), ...words.filter((word) => word !== '')];
  return (first ?? '') + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function securityOf({ access }: RouteDescription): readonly JsonSchema[] {
  if (access === 'public') return [];
  return access === 'stream' ? [{ bearer: [] }, { query: [] }] : [{ bearer: [] }];
}

function parameters({ schema }: Field<unknown>, location: 'path' | 'query'): JsonSchema[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(asSchema(schema['properties']))
    .filter(([name]) => name !== 'token')
    .map(([name, property]) => {
      const { description, ...rest } = asSchema(property);
      const described = description === undefined ? {} : { description };
      return { name, in: location, required: required.includes(name), ...described, schema: rest };
    });
}

function goodResponse({ reply }: RouteDescription): JsonSchema {
  const type = reply.type ?? 'application/json';
  const schema = reply.body === null ? { type: 'string' } : named(reply.body.schema);
  const headers = Object.entries(reply.headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return {
    description: reply.description,
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    ...(reply.status === 302 ? {} : { content: { [type]: { schema } } }),
  };
}

function problemResponses(codes: readonly ErrorCode[], maxBodyBytes: number): JsonSchema {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERRORS[code][0], [...(byStatus.get(ERRORS[code][0]) ?? []), code]);
  const responses = [...byStatus].map(([status, codesOfStatus]) => [
    status,
    {
      description: codesOfStatus
        .map(
          (code) =>
            `\`${code}\`: ${ERRORS[code][1]}${code === 'body_too_large' ? ` (${maxBodyBytes} bytes)` : ''}`,
        )
        .join('. '),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]);
  return Object.fromEntries(responses);
}

/** Replaces every named schema by a reference. */
function named(schema: JsonSchema): JsonSchema {
  const name = NAME_OF.get(schema);
  return name === undefined ? inner(schema) : { $ref: `#/components/schemas/${name}` };
}

function inner(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, innerValue(value)]));
}

function innerValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(innerValue);
  return isRecord(value) ? named(value) : value;
}

function asSchema(value: unknown): JsonSchema {
  return isRecord(value) ? value : {};
}
