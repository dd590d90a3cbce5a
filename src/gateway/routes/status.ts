import type { Network } from '../../actors/network.ts';
import { networkStatus } from '../../domain/resources.ts';
import { encoded } from '../http/answer.ts';
import { type Route, route } from '../route.ts';

export interface StatusServices {
  readonly network: Pick<Network, 'status'>;
}

export const statusRoutes: readonly Route<StatusServices>[] = [
  route({
    method: 'GET',
    path: '/api/status',
    summary: 'Get what is connected, lost and closed, and since when',
    access: 'token',
    reply: { status: 200, description: 'The status of the network', body: networkStatus },
    handle: (_, { network }) => encoded(network.status.encoded()),
  }),
];
