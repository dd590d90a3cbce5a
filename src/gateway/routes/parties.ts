import type { Network } from '../../actors/network.ts';
import * as f from '../../domain/fields/field.ts';
import { partyResource } from '../../domain/resources.ts';
import { encodedPage } from '../http/answer.ts';
import { type Route, route } from '../route.ts';
import { totalHeader } from './request-fields.ts';

export interface PartyServices {
  readonly network: Pick<Network, 'parties'>;
}

export const partyRoutes: readonly Route<PartyServices>[] = [
  route({
    method: 'GET',
    path: '/api/parties',
    summary: 'List the parties that proxies report; empty without a party plugin',
    access: 'token',
    reply: { status: 200, description: 'The parties', body: f.array(partyResource), headers: totalHeader },
    handle(_, { network: { parties } }) {
      const list = parties.listInPieces();
      return list === null ? encodedPage(parties.list()) : { list };
    },
  }),
];
