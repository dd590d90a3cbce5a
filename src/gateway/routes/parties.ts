import * as f from '../../domain/fields/field.ts';
import { partyResource } from '../../domain/resources.ts';
import { encoded } from '../http/answer.ts';
import { nothing, type Route, route } from '../route.ts';

export const partyRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/parties',
    summary: 'Parties as the proxy reports them; empty where there is no party plugin',
    access: 'token',
    params: nothing,
    query: nothing,
    body: nothing,
    reply: { status: 200, description: 'The parties', body: f.array(partyResource) },
    errors: [],
    handle: (_, { network }) => encoded(network.parties.list()),
  }),
];
