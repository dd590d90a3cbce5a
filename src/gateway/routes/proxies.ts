import type { Network } from '../../actors/network.ts';
import * as f from '../../domain/fields/field.ts';
import { connectedProxy } from '../../domain/resources.ts';
import { json } from '../http/answer.ts';
import { type Route, route } from '../route.ts';

export interface ConnectedProxyServices {
  readonly network: Pick<Network, 'proxies'>;
}

export const connectedProxyRoutes: readonly Route<ConnectedProxyServices>[] = [
  route({
    method: 'GET',
    path: '/api/proxies',
    summary: 'List the proxies and edges that are connected, with the versions of their agents',
    access: 'token',
    reply: { status: 200, description: 'The proxies by name', body: f.array(connectedProxy) },
    handle: (_, { network }) => json(network.proxies.list()),
  }),
];
