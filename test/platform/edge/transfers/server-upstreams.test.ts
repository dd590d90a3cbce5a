import { expect, it } from 'vitest';
import { EdgeReplica } from '../../../../src/platform/edge/replica/edge-replica.ts';
import { ServerUpstreams } from '../../../../src/platform/edge/transfers/server-upstreams.ts';

const ROUTES = [
  {
    host: '*',
    upstreams: [
      { name: 'lobby', host: '10.0.0.1', port: 25_565 },
      { name: null, host: '10.0.0.2', port: 25_565 },
    ],
  },
];

function upstreamsOf(addresses: Readonly<Record<string, string | null>>): ServerUpstreams {
  const replica = new EdgeReplica();
  const servers = Object.entries(addresses).map(([name, address]) => ({ name, type: 'GAME', address }));
  replica.apply({ type: 'servers', servers });
  return new ServerUpstreams(ROUTES, replica);
}

it('goes by the route before what a server says of itself', () => {
  const servers = upstreamsOf({ lobby: '10.6.6.6:25565', arena: '[2001:db8::1]:25570' });
  expect(servers.of('lobby')).toMatchObject({ host: '10.0.0.1', port: 25_565 });
  expect(servers.of('arena')).toEqual({ name: 'arena', host: '2001:db8::1', port: 25_570 });
});

it('tells a server without an address from one that is not there', () => {
  const servers = upstreamsOf({ arena: null });
  expect([servers.of('arena'), servers.of('elsewhere')]).toEqual([null, undefined]);
});

it('believes no address that two servers say, or that a route gives to another', () => {
  const servers = upstreamsOf({ one: '10.0.0.9:1', two: '10.0.0.9:1', thief: '10.0.0.1:25565', lobby: null });
  expect(['one', 'two', 'thief'].map((name) => servers.of(name))).toEqual([null, null, null]);
});
