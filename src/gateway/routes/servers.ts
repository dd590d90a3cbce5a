import type { Network } from '../../actors/network.ts';
import * as f from '../../domain/fields/field.ts';
import {
  gameData,
  gameName,
  maxPlayers,
  serverAddress,
  serverId,
  serverName,
  serverType,
} from '../../domain/fields/network-fields.ts';
import { serverDetail, serverPlayer, serverResource } from '../../domain/resources.ts';
import { DEFAULT_MAX_PLAYERS, SERVER_STATES } from '../../domain/server.ts';
import { created, encoded, json } from '../http/answer.ts';
import { type Route, route } from '../route.ts';
import { success } from './request-fields.ts';

const serverPath = f.object({ name: f.string() });
const state = f.oneOf(SERVER_STATES);

const addServer = f.object({
  name: serverName,
  type: serverType,
  maxPlayers: f.optional(f.described(maxPlayers, { default: DEFAULT_MAX_PLAYERS })),
  serverId: f.optional(f.described(serverId, { description: 'The name of the server when left out.' })),
  gameName: f.optional(f.described(gameName, { default: '' })),
  gameData: f.optional(
    f.described(gameData, { description: 'Any text; the coordinator does not interpret it.', default: '' }),
  ),
  canRejoin: f.optional(f.described(f.boolean(), { default: false })),
  address: f.optional(
    f.described(serverAddress, {
      description: '`host:port` of the server, for pings.',
      example: '10.0.0.5:25565',
    }),
  ),
});

export interface ServerServices {
  readonly network: Pick<Network, 'servers'>;
}

export const serverRoutes: readonly Route<ServerServices>[] = [
  route({
    method: 'GET',
    path: '/api/servers',
    summary: 'List the servers',
    access: 'token',
    reply: { status: 200, description: 'The servers', body: f.array(serverResource) },
    handle: (_, { network }) => encoded(network.servers.list()),
  }),
  route({
    method: 'POST',
    path: '/api/servers',
    summary: 'Add a server',
    access: 'token',
    body: addServer,
    reply: {
      status: 201,
      description: 'The server',
      body: serverDetail,
      headers: { Location: 'The path of the server.' },
    },
    errors: ['server_exists', 'storage_unavailable'],
    async handle({ body }, { network }) {
      const server = await network.servers.add({
        name: body.name,
        type: body.type,
        maxPlayers: body.maxPlayers ?? DEFAULT_MAX_PLAYERS,
        serverId: body.serverId ?? body.name,
        gameName: body.gameName ?? '',
        gameData: body.gameData ?? '',
        canRejoin: body.canRejoin ?? false,
        address: body.address ?? null,
      });
      return created(`/api/servers/${encodeURIComponent(server.name)}`, server);
    },
  }),
  route({
    method: 'GET',
    path: '/api/servers/{name}',
    summary: 'Get one server with its game data and address',
    access: 'token',
    params: serverPath,
    reply: { status: 200, description: 'The server', body: serverDetail },
    errors: ['server_not_found'],
    handle: ({ params }, { network }) => json(network.servers.get(params.name)),
  }),
  route({
    method: 'DELETE',
    path: '/api/servers/{name}',
    summary: 'Remove a server; its players are moved to a hub first, if one is available',
    access: 'token',
    params: serverPath,
    reply: { status: 200, description: 'The server is removed', body: success },
    errors: ['server_not_found', 'storage_unavailable'],
    async handle({ params }, { network }) {
      await network.servers.remove(params.name);
      return json({ success: true });
    },
  }),
  route({
    method: 'GET',
    path: '/api/servers/{name}/players',
    summary: 'List the players on a server',
    access: 'token',
    params: serverPath,
    reply: { status: 200, description: 'The players', body: f.array(serverPlayer) },
    errors: ['server_not_found'],
    handle: ({ params }, { network }) => encoded(network.servers.players(params.name)),
  }),
  route({
    method: 'POST',
    path: '/api/servers/{name}/restart',
    summary: 'Begin a clean restart, which continues after the answer',
    access: 'token',
    params: serverPath,
    query: f.object({
      force: f.optional(
        f.described(f.oneOf(['true', 'false']), {
          description: 'Stop it although players are there, or nobody can tell who is.',
          default: 'false',
        }),
      ),
    }),
    reply: {
      status: 202,
      description: 'The restart has begun',
      body: f.object({ success: f.literal(true), state }),
    },
    errors: ['server_not_found', 'server_restarting', 'players_unknown', 'platform_unavailable'],
    async handle({ params, query }, { network }) {
      const state = await network.servers.restart(params.name, query.force === 'true');
      return json({ success: true, state }, 202);
    },
  }),
  route({
    method: 'POST',
    path: '/api/servers/{name}/ping',
    summary: 'Ping the server for at most 5 seconds; `success` is false without an answer',
    access: 'token',
    params: serverPath,
    reply: {
      status: 200,
      description: 'The result of the ping',
      body: f.object({ success: f.boolean(), state }),
    },
    errors: ['server_not_found'],
    async handle({ params }, { network }) {
      const { success: answered, state: now } = await network.servers.ping(params.name);
      return json({ success: answered, state: now });
    },
  }),
];
