import { AppError } from '../../domain/errors.ts';
import * as f from '../../domain/fields/field.ts';
import { anyUuid, playerName, reason } from '../../domain/fields/network-fields.ts';
import { banEntry, banTime } from '../../domain/resources.ts';
import { parseUuid } from '../../domain/uuid.ts';
import { created, encoded, json } from '../http/answer.ts';
import { authorOf } from '../auth/identity.ts';
import { nothing, type Route, route } from '../route.ts';
import { limit, offset, playerPath, search, sortOrder, totalHeader } from './request-fields.ts';

const banQuery = f.object({
  sort: f.optional(f.described(f.oneOf(['name', 'expires', 'times', 'date']), { default: 'date' })),
  order: f.optional(f.described(sortOrder, { default: 'desc' })),
  search,
  limit,
  offset,
});

export const banRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/bans',
    summary: 'The last ban of everybody who was ever banned',
    access: 'token',
    params: nothing,
    query: banQuery,
    body: nothing,
    reply: { status: 200, description: 'The bans', body: f.array(banEntry), headers: totalHeader },
    errors: ['storage_unavailable'],
    async handle({ query }, { banLists }) {
      const page = await banLists.list({
        sort: query.sort ?? 'date',
        order: query.order ?? 'desc',
        search: query.search ?? '',
        limit: query.limit ?? null,
        offset: query.offset ?? 0,
      });
      return encoded(page, [['X-Total-Count', String(page.total)]]);
    },
  }),
  route({
    method: 'POST',
    path: '/api/bans',
    summary: 'Ban a player, seen before or not; the answer means that no further join succeeds',
    access: 'token',
    params: nothing,
    query: nothing,
    body: f.object({ uuid: anyUuid, name: playerName, time: banTime, reason }),
    reply: {
      status: 201,
      description: 'The ban',
      body: banEntry,
      headers: { Location: 'Where the ban is found.' },
    },
    errors: ['player_already_banned', 'storage_unavailable'],
    async handle({ body, identity }, { network }) {
      const uuid = parseUuid(body.uuid);
      if (uuid === undefined) throw new AppError('invalid_body');
      const ban = await network.bans.ban({ ...body, uuid }, authorOf(identity));
      return created(`/api/bans/${ban.uuid}`, ban);
    },
  }),
  route({
    method: 'GET',
    path: '/api/bans/{uuid}',
    summary: 'The last ban of a player',
    access: 'token',
    params: playerPath,
    query: nothing,
    body: nothing,
    reply: { status: 200, description: 'The ban', body: banEntry },
    errors: ['ban_not_found', 'storage_unavailable'],
    handle: async ({ params }, { network }) => json(await network.bans.get(params.uuid)),
  }),
  route({
    method: 'DELETE',
    path: '/api/bans/{uuid}',
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
];
