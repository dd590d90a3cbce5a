import type { Network } from '../../actors/network.ts';
import * as f from '../../domain/fields/field.ts';
import { maxPlayers, playerName } from '../../domain/fields/network-fields.ts';
import { MAX_BYPASS_BYTES, MAX_BYPASS_NAMES } from '../../domain/proxy-status.ts';
import { fitsServerList, MAX_MOTD, MAX_MOTD_JSON } from '../../domain/text/motd.ts';
import { historyPoint, proxyStatus } from '../../domain/resources.ts';
import { encoded, json } from '../http/answer.ts';
import { type Route, route } from '../route.ts';

/** The server list shows two lines; the line break is the only allowed control character. */
const motd = f.refined(
  f.string({ max: MAX_MOTD }),
  `text of 0 to ${MAX_MOTD} characters with at most one line break and no other control characters, of at most ${MAX_MOTD_JSON} as the game's JSON`,
  (value) => {
    const lines = value.split('\n');
    return lines.length <= 2 && lines.every(f.text(MAX_MOTD).is) && fitsServerList(value);
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
  maintenanceBypass: f.optional(
    f.described(f.array(playerName, MAX_BYPASS_NAMES), {
      description: `At most ${MAX_BYPASS_BYTES} bytes as JSON.`,
    }),
  ),
  kickPlayers: f.optional(
    f.described(f.boolean(), {
      description: 'Whether turning on maintenance kicks online players that are not on the bypass list.',
      default: false,
    }),
  ),
});

export interface ProxyServices {
  readonly network: Pick<Network, 'proxy'>;
}

export const proxyRoutes: readonly Route<ProxyServices>[] = [
  route({
    method: 'GET',
    path: '/api/proxy/status',
    summary: 'Get the status of the proxy',
    access: 'token',
    reply: { status: 200, description: 'The status', body: proxyStatus },
    handle: (_, { network }) => encoded(network.proxy.status()),
  }),
  route({
    method: 'PUT',
    path: '/api/proxy/status',
    summary: 'Change the settings that the body contains',
    access: 'token',
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
    summary: 'Get the settings of the proxy',
    access: 'token',
    reply: { status: 200, description: 'The settings', body: settings },
    handle: (_, { network }) => json({ maxPlayers: network.proxy.settings().maxPlayers }),
  }),
  route({
    method: 'PUT',
    path: '/api/proxy/settings',
    summary: 'Change the settings of the proxy',
    access: 'token',
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
    summary: 'Get the number of online players in each minute of the last hour',
    access: 'token',
    reply: { status: 200, description: 'Sixty points, the oldest first', body: f.array(historyPoint) },
    handle: (_, { network }) => encoded(network.proxy.history()),
  }),
  route({
    method: 'GET',
    path: '/api/proxy/maintenance-bypass',
    summary: 'List the players that may join during maintenance',
    access: 'token',
    reply: { status: 200, description: 'The player names', body: names },
    handle: (_, { network }) => json(network.proxy.settings().maintenanceBypass),
  }),
  route({
    method: 'POST',
    path: '/api/proxy/maintenance-bypass',
    summary: 'Add a player to the maintenance bypass list',
    access: 'token',
    body: f.object({ player: playerName }),
    reply: { status: 201, description: 'The player names', body: names },
    errors: ['storage_unavailable'],
    handle: async ({ body }, { network }) => json(await network.proxy.addBypass(body.player), 201),
  }),
  route({
    method: 'DELETE',
    path: '/api/proxy/maintenance-bypass',
    summary: 'Remove a player from the maintenance bypass list',
    access: 'token',
    query: f.object({ player: playerName }),
    reply: { status: 200, description: 'The player names', body: names },
    errors: ['bypass_not_found', 'storage_unavailable'],
    handle: async ({ query }, { network }) => json(await network.proxy.removeBypass(query.player)),
  }),
];
