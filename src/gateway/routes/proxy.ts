import * as f from '../../domain/fields/field.ts';
import { maxPlayers, playerName } from '../../domain/fields/network-fields.ts';
import { historyPoint, proxyStatus } from '../../domain/resources.ts';
import { encoded, json } from '../http/answer.ts';
import { nothing, type Route, route } from '../route.ts';

/** The server list shows two lines; control characters other than the break between them are refused. */
const motd = f.refined(
  f.string({ max: 512 }),
  'text of 0 to 512 characters, without control characters but for one line break',
  (value) => {
    const lines = value.split('\n');
    return lines.length <= 2 && lines.every(f.text(512).is);
  },
);

const names = f.array(f.string());
const settings = f.object({ maxPlayers });

const statusPatch = f.object({
  maintenance: f.optional(f.boolean()),
  motd: f.optional(f.described(motd, { description: 'May contain `#RRGGBB` colours and one line break.' })),
  maintenanceMotd: f.optional(motd),
  preventJoin: f.optional(f.boolean()),
  maxPlayers: f.optional(maxPlayers),
  maintenanceBypass: f.optional(f.array(playerName, 5000)),
  kickPlayers: f.optional(
    f.described(f.boolean(), {
      description: 'Sends away who is online without a bypass when maintenance is turned on.',
      default: false,
    }),
  ),
});

export const proxyRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/proxy/status',
    summary: 'The state of the proxy',
    access: 'token',
    params: nothing,
    query: nothing,
    body: nothing,
    reply: { status: 200, description: 'The status', body: proxyStatus },
    errors: [],
    handle: (_, { network }) => encoded(network.proxy.status()),
  }),
  route({
    method: 'PUT',
    path: '/api/proxy/status',
    summary: 'Change what the body names, and nothing else',
    access: 'token',
    params: nothing,
    query: nothing,
    body: statusPatch,
    reply: { status: 200, description: 'The whole status', body: proxyStatus },
    errors: ['storage_unavailable'],
    async handle({ body: { kickPlayers, ...patch } }, { network }) {
      return json(await network.proxy.update(patch, kickPlayers ?? false));
    },
  }),
  route({
    method: 'GET',
    path: '/api/proxy/settings',
    summary: 'The settings of the proxy',
    access: 'token',
    params: nothing,
    query: nothing,
    body: nothing,
    reply: { status: 200, description: 'The settings', body: settings },
    errors: [],
    handle: (_, { network }) => json({ maxPlayers: network.proxy.settings().maxPlayers }),
  }),
  route({
    method: 'PUT',
    path: '/api/proxy/settings',
    summary: 'Change the settings of the proxy',
    access: 'token',
    params: nothing,
    query: nothing,
    body: settings,
    reply: { status: 200, description: 'The settings', body: settings },
    errors: ['storage_unavailable'],
    async handle({ body }, { network }) {
      const status = await network.proxy.update(body);
      return json({ maxPlayers: status.maxPlayers });
    },
  }),
  route({
    method: 'GET',
    path: '/api/proxy/player-history',
    summary: 'Players online in each minute of the last hour',
    access: 'token',
    params: nothing,
    query: nothing,
    body: nothing,
    reply: { status: 200, description: 'Sixty points, oldest first', body: f.array(historyPoint) },
    errors: [],
    handle: (_, { network }) => encoded(network.proxy.history()),
  }),
  route({
    method: 'GET',
    path: '/api/proxy/maintenance-bypass',
    summary: 'Who may enter during maintenance',
    access: 'token',
    params: nothing,
    query: nothing,
    body: nothing,
    reply: { status: 200, description: 'Player names', body: names },
    errors: [],
    handle: (_, { network }) => json(network.proxy.settings().maintenanceBypass),
  }),
  route({
    method: 'POST',
    path: '/api/proxy/maintenance-bypass',
    summary: 'Let a player enter during maintenance',
    access: 'token',
    params: nothing,
    query: nothing,
    body: f.object({ player: playerName }),
    reply: { status: 201, description: 'Player names', body: names },
    errors: ['storage_unavailable'],
    handle: async ({ body }, { network }) => json(await network.proxy.addBypass(body.player), 201),
  }),
  route({
    method: 'DELETE',
    path: '/api/proxy/maintenance-bypass',
    summary: 'Let a player no longer enter during maintenance',
    access: 'token',
    params: nothing,
    query: f.object({ player: playerName }),
    body: nothing,
    reply: { status: 200, description: 'Player names', body: names },
    errors: ['bypass_not_found', 'storage_unavailable'],
    handle: async ({ query }, { network }) => json(await network.proxy.removeBypass(query.player)),
  }),
];
