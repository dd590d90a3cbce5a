import * as f from '../../domain/fields/field.ts';
import { playerName, reason } from '../../domain/fields/network-fields.ts';
import {
  banEntry,
  banTime,
  friendEntry,
  onlinePlayer,
  partyResource,
  playerDetail,
  playerResource,
} from '../../domain/resources.ts';
import { created, encoded, type Header, json } from '../http/answer.ts';
import { encodePage } from '../http/encode-page.ts';
import { authorOf } from '../auth/identity.ts';
import { nothing, type Route, route } from '../route.ts';
import { limit, offset, playerPath, search, sortOrder, success, totalHeader } from './request-fields.ts';

const onlineQuery = f.object({
  sort: f.optional(f.described(f.oneOf(['onlineTime', 'totalTime', 'name']), { default: 'onlineTime' })),
  order: f.optional(f.described(sortOrder, { default: 'desc' })),
  search,
  limit,
  offset,
});

const allQuery = f.object({
  sort: f.optional(
    f.described(f.oneOf(['name', 'totalTime', 'joinedDate', 'lastOnline']), { default: 'lastOnline' }),
  ),
  order: f.optional(f.described(sortOrder, { default: 'desc' })),
  search,
  limit: f.optional(f.described(limit, { default: 100 })),
  offset,
  cursor: f.optional(
    f.described(f.text(512), {
      description: '`X-Next-Cursor` of the page before; takes the place of `offset`.',
    }),
  ),
});

export const playerRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/players',
    summary: 'Players online',
    access: 'token',
    params: nothing,
    query: onlineQuery,
    body: nothing,
    reply: { status: 200, description: 'The players', body: f.array(onlinePlayer), headers: totalHeader },
    errors: [],
    handle({ query }, { network }) {
      const page = network.players.online({
        sort: query.sort ?? 'onlineTime',
        order: query.order ?? 'desc',
        search: query.search ?? '',
        limit: query.limit ?? null,
        offset: query.offset ?? 0,
      });
      return encoded(page, [['X-Total-Count', String(page.total)]]);
    },
  }),
  route({
    method: 'GET',
    path: '/api/players/all',
    summary: 'Everybody who was ever seen',
    access: 'token',
    params: nothing,
    query: allQuery,
    body: nothing,
    reply: {
      status: 200,
      description: 'A page of players',
      body: f.array(playerResource),
      headers: { ...totalHeader, 'X-Next-Cursor': 'Where the next page begins; absent on the last.' },
    },
    errors: ['malformed_parameter', 'storage_unavailable'],
    async handle({ query }, { network }) {
      const { rows, total, next } = await network.players.all({
        sort: query.sort ?? 'lastOnline',
        order: query.order ?? 'desc',
        search: query.search ?? '',
        limit: query.limit ?? 100,
        offset: query.offset ?? 0,
        cursor: query.cursor ?? null,
      });
      const headers: Header[] = [['X-Total-Count', String(total)]];
      if (next !== null) headers.push(['X-Next-Cursor', next]);
      return encoded(encodePage(rows, total), headers);
    },
  }),
  route({
    method: 'GET',
    path: '/api/players/{uuid}',
    summary: 'One player in detail',
    access: 'token',
    params: playerPath,
    query: nothing,
    body: nothing,
    reply: { status: 200, description: 'The player', body: playerDetail },
    errors: ['player_not_found', 'storage_unavailable'],
    handle: async ({ params }, { network }) => json(await network.players.detail(params.uuid)),
  }),
  route({
    method: 'POST',
    path: '/api/players/{uuid}/ban',
    summary: 'Ban a player; the answer means that no further join succeeds',
    access: 'token',
    params: playerPath,
    query: nothing,
    body: f.object({ name: playerName, time: banTime, reason }),
    reply: {
      status: 201,
      description: 'The ban',
      body: banEntry,
      headers: { Location: 'Where the ban is found.' },
    },
    errors: ['player_already_banned', 'storage_unavailable'],
    async handle({ params: { uuid }, body, identity }, { network }) {
      const ban = await network.bans.ban({ uuid, ...body }, authorOf(identity));
      return created(`/api/bans/${ban.uuid}`, ban);
    },
  }),
  route({
    method: 'POST',
    path: '/api/players/{uuid}/unban',
    summary: 'Lift the ban of a player',
    access: 'token',
    params: playerPath,
    query: nothing,
    body: nothing,
    reply: { status: 200, description: 'The ban that was lifted', body: banEntry },
    errors: ['player_not_banned', 'storage_unavailable'],
    async handle({ params, identity }, { network }) {
      return json(await network.bans.unban(params.uuid, authorOf(identity)));
    },
  }),
  route({
    method: 'POST',
    path: '/api/players/{uuid}/kick',
    summary: 'Send a player away',
    access: 'token',
    params: playerPath,
    query: nothing,
    body: f.object({ reason }),
    reply: { status: 200, description: 'The player is gone', body: success },
    errors: ['player_offline', 'platform_unavailable'],
    async handle({ params, body }, { network }) {
      await network.players.kick(params.uuid, body.reason);
      return json({ success: true });
    },
  }),
  route({
    method: 'GET',
    path: '/api/players/{uuid}/friends',
    summary: 'Friends of a player; empty where there is no friends plugin',
    access: 'token',
    params: playerPath,
    query: nothing,
    body: nothing,
    reply: { status: 200, description: 'The friends', body: f.array(friendEntry) },
    errors: ['storage_unavailable'],
    handle: async ({ params }, { network }) => json(await network.players.friends(params.uuid)),
  }),
  route({
    method: 'GET',
    path: '/api/players/{uuid}/party',
    summary: 'The party a player is in, or null',
    access: 'token',
    params: playerPath,
    query: nothing,
    body: nothing,
    reply: { status: 200, description: 'The party', body: f.nullable(partyResource) },
    errors: ['player_not_found', 'storage_unavailable'],
    handle: async ({ params }, { network }) => json(await network.players.party(params.uuid)),
  }),
];
