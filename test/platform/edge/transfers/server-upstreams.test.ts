import { expect, it } from 'vitest';
import { EdgeReplica } from '../../../../src/platform/edge/replica/edge-replica.ts';
import { ServerUpstreams } from '../../../../src/platform/edge/transfers/server-upstreams.ts';

const PORT = 25_565;
const ROUTES = [
  {
    host: '*',
    upstreams: [
      { name: 'lobby', host: '10.0.0.1', port: PORT },
      { name: null, host: '10.0.0.2', port: PORT },
      { name: 'lobby', host: '10.0.0.3', port: PORT },
    ],
  },
];
const SERVERS = [{ name: 'arena', host: '2001:db8::1', port: 25_570 }];

function upstreamsOf(addresses: Readonly<Record<string, string | null>>, servers = SERVERS): ServerUpstreams {
  const replica = new EdgeReplica();
  const known = Object.entries(addresses).map(([name, address]) => ({ name, type: 'GAME', address }));
  replica.apply({ type: 'servers', servers: known });
  return new ServerUpstreams(ROUTES, servers, replica);
}

it('goes by what is configured, and the first of a name counts', () => {
  const servers = upstreamsOf({ lobby: null, arena: null });
  expect(servers.of('lobby')).toEqual({ name: 'lobby', host: '10.0.0.1', port: PORT });
  expect(servers.of('arena')).toEqual(SERVERS[0]);
  const moved = [{ name: 'lobby', host: '10.0.0.9', port: PORT }];
  expect(upstreamsOf({ lobby: null }, moved).of('lobby')).toEqual(moved[0]);
  expect(servers.names.toSorted()).toEqual(['arena', 'lobby']);
});

it('tells a server without an address from one that the network does not have', () => {
  const servers = upstreamsOf({ hidden: null });
  expect([servers.of('hidden'), servers.of('arena')]).toEqual([null, undefined]);
});

it('believes no server what it says of its address', () => {
  const servers = upstreamsOf({ thief: '127.0.0.1:6379', lobby: '10.6.6.6:25565' });
  expect(servers.of('thief')).toBeNull();
  expect(servers.of('lobby')).toMatchObject({ host: '10.0.0.1' });
});
