import * as f from '../../domain/fields/field.ts';
import { anyUuid } from '../../domain/fields/network-fields.ts';
import { banEntry } from '../../domain/resources.ts';
import { encodedPage, json } from '../http/answer.ts';
import type { BanListCache } from '../ban-list-cache.ts';
import { type Route, route } from '../route.ts';
import { banFields, banPlayer, banReply, type BanChangeServices, liftBanRoute } from './ban-changes.ts';
import { pageFields, pageOf, playerPath, totalHeader } from './request-fields.ts';

export interface BanServices extends BanChangeServices {
  readonly banLists: BanListCache;
}

export const banRoutes: readonly Route<BanServices>[] = [
  route({
    method: 'GET',
    path: '/api/bans',
    summary: 'List the last ban of every player that was ever banned',
    access: 'token',
    query: f.object(pageFields(['name', 'expires', 'times', 'date'], 'date')),
    reply: { status: 200, description: 'The bans', body: f.array(banEntry), headers: totalHeader },
    errors: ['storage_unavailable', 'overloaded'],
    async handle({ query, ifNoneMatch }, { banLists }) {
      const answer = await banLists.list(pageOf(query, 'date'), ifNoneMatch);
      return 'pieces' in answer ? { list: answer } : encodedPage(answer);
    },
  }),
  route({
    method: 'POST',
    path: '/api/bans',
    summary: 'Ban a player, also one the network has never seen; once answered, the player cannot join',
    access: 'token',
    body: f.object({ uuid: anyUuid, ...banFields }),
    reply: banReply,
    errors: ['player_already_banned', 'name_of_another', 'storage_unavailable'],
    handle: ({ body, identity }, { network }) => banPlayer(body.uuid, body, identity, network.bans),
  }),
  route({
    method: 'GET',
    path: '/api/bans/{uuid}',
    summary: 'Get the last ban of a player',
    access: 'token',
    params: playerPath,
    reply: { status: 200, description: 'The ban', body: banEntry },
    errors: ['ban_not_found', 'storage_unavailable'],
    handle: async ({ params }, { network }) => json(await network.bans.get(params.uuid)),
  }),
  liftBanRoute('DELETE', '/api/bans/{uuid}'),
];
