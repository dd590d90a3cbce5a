import type { Network } from '../../actors/network.ts';
import * as f from '../../domain/fields/field.ts';
import { authorOf } from '../auth/identity.ts';
import { reason } from '../../domain/fields/network-fields.ts';
import {
  friendEntry,
  onlinePlayer,
  partyResource,
  playerDetail,
  playerResource,
} from '../../domain/resources.ts';
import { encodedPage, type Header, json } from '../http/answer.ts';
import { encodePage } from '../http/encode.ts';
import { type Route, route } from '../route.ts';
import { banFields, banPlayer, banReply, type BanChangeServices, liftBanRoute } from './ban-changes.ts';
import { limit, pageFields, pageOf, playerPath, totalHeader } from './request-fields.ts';

const kicked = f.object({
  success: f.literal(true),
  words: f.optional(
    f.described(f.literal(false), {
      description: 'Only where the connection had to be closed and the player has not read the reason.',
    }),
  ),
});

export interface PlayerServices extends BanChangeServices {
  readonly network: Pick<Network, 'players' | 'bans'>;
}

const DEFAULT_LIMIT = 100;

const allQuery = f.object({
  ...pageFields(['name', 'totalTime', 'joinedDate', 'lastOnline'], 'lastOnline'),
  limit: f.optional(f.described(limit, { default: DEFAULT_LIMIT })),
  cursor: f.optional(
    f.described(f.text(512), {
      description: '`X-Next-Cursor` of the previous page; replaces `offset`.',
    }),
  ),
});

export const playerRoutes: readonly Route<PlayerServices>[] = [
  route({
    method: 'GET',
    path: '/api/players',
    summary: 'List the online players',
    access: 'token',
    query: f.object(pageFields(['onlineTime', 'totalTime', 'name'], 'onlineTime')),
    reply: { status: 200, description: 'The players', body: f.array(onlinePlayer), headers: totalHeader },
    handle({ query }, { network: { players } }) {
      const asked = pageOf(query, 'onlineTime');
      const list = players.onlineInPieces(asked);
      return list === null ? encodedPage(players.online(asked)) : { list };
    },
  }),
  route({
    method: 'GET',
    path: '/api/players/all',
    summary: 'List all players the network has seen',
    access: 'token',
    query: allQuery,
    reply: {
      status: 200,
      description: 'A page of players',
      body: f.array(playerResource),
      headers: { ...totalHeader, 'X-Next-Cursor': 'The cursor of the next page; absent on the last page.' },
    },
    errors: ['malformed_parameter', 'storage_unavailable'],
    async handle({ query }, { network }) {
      const { rows, total, next } = await network.players.all({
        ...pageOf(query, 'lastOnline'),
        limit: query.limit ?? DEFAULT_LIMIT,
        cursor: query.cursor ?? null,
      });
      const headers: Header[] = next === null ? [] : [['X-Next-Cursor', next]];
      return encodedPage(encodePage(rows, total), headers);
    },
  }),
  route({
    method: 'GET',
    path: '/api/players/{uuid}',
    summary: 'Get one player in detail',
    access: 'token',
    params: playerPath,
    reply: { status: 200, description: 'The player', body: playerDetail },
    errors: ['player_not_found', 'storage_unavailable'],
    handle: async ({ params }, { network }) => json(await network.players.detail(params.uuid)),
  }),
  route({
    method: 'POST',
    path: '/api/players/{uuid}/ban',
    summary: 'Ban a player; once answered, the player cannot join',
    access: 'token',
    params: playerPath,
    body: f.object(banFields),
    reply: banReply,
    errors: ['player_already_banned', 'name_of_another', 'storage_unavailable'],
    handle: ({ params, body, identity }, { network }) => banPlayer(params.uuid, body, identity, network.bans),
  }),
  liftBanRoute('POST', '/api/players/{uuid}/unban'),
  route({
    method: 'POST',
    path: '/api/players/{uuid}/kick',
    summary: 'Kick a player',
    access: 'token',
    params: playerPath,
    body: f.object({ reason }),
    reply: { status: 200, description: 'The player was kicked', body: kicked },
    errors: ['player_not_found', 'player_offline', 'platform_unavailable', 'storage_unavailable'],
    async handle({ params, body, identity }, { network }) {
      const words = await network.players.kick(params.uuid, body.reason, authorOf(identity));
      return json(words ? { success: true } : { success: true, words: false });
    },
  }),
  route({
    method: 'GET',
    path: '/api/players/{uuid}/friends',
    summary: 'List the friends of a player; empty without a friends plugin',
    access: 'token',
    params: playerPath,
    reply: { status: 200, description: 'The friends', body: f.array(friendEntry) },
    errors: ['player_not_found', 'storage_unavailable'],
    handle: async ({ params }, { network }) => json(await network.players.friends(params.uuid)),
  }),
  route({
    method: 'GET',
    path: '/api/players/{uuid}/party',
    summary: 'Get the party of a player, or null',
    access: 'token',
    params: playerPath,
    reply: { status: 200, description: 'The party, or null', body: f.nullable(partyResource) },
    errors: ['player_not_found', 'storage_unavailable'],
    handle: async ({ params }, { network }) => json(await network.players.party(params.uuid)),
  }),
];
