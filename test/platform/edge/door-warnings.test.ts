import { expect, it } from 'vitest';
import { writeProxyHeader } from '../../../src/platform/edge/protocol/proxy-header.ts';
import { openEdgeFixture, settled } from './edge-fixture.ts';
import { PASSED } from './fake-upstream.ts';
import { loginBytes } from './game-client.ts';

const ROUTE = {
  source: { ip: '203.0.113.9', port: 40_000 },
  destination: { ip: '127.0.0.1', port: 25_565 },
};

it.each(['v1', 'v2'] as const)(
  'a PROXY header %s of somebody who is not trusted is refused, and the warning names edge.trustedProxies once',
  async (version) => {
    const fixture = await openEdgeFixture();
    for (let at = 0; at < 3; at += 1) {
      const client = fixture.connect().send(writeProxyHeader(version, ROUTE));
      await client.closed;
    }
    expect(fixture.log.filter(({ event }) => event === 'edge.untrusted-proxy-header')).toEqual([
      {
        event: 'edge.untrusted-proxy-header',
        edge: 'edge',
        ip: '127.0.0.1',
        detail: expect.stringContaining('edge.trustedProxies'),
        times: 1,
      },
    ]);
  },
);

it.each([
  ['none', 'set edge.proxyProtocol'],
  ['v2', 'expects PROXY headers v2'],
] as const)(
  'a server that closes before its first byte is a warning that says what to check, with the header %s',
  async (proxyProtocol, check) => {
    const fixture = await openEdgeFixture({ edge: { proxyProtocol } });
    const client = fixture.login();
    const upstream = await fixture.upstream.next();
    upstream.socket.destroy();
    await client.closed;
    await settled(() => fixture.logged('edge.upstream-mute') !== undefined, fixture);
    expect(fixture.logged('edge.upstream-mute')).toEqual({
      event: 'edge.upstream-mute',
      upstream: `127.0.0.1:${fixture.upstream.port}`,
      reason: 'it closed the connection before its first byte',
      detail: expect.stringContaining(check),
      times: 1,
    });
  },
);

it('a server that stays silent is such a warning too, when the login ends', async () => {
  const fixture = await openEdgeFixture();
  const client = fixture.login();
  await fixture.upstream.next();
  await settled(() => fixture.logged('edge.upstream-mute') !== undefined, fixture, 500);
  expect(fixture.logged('edge.upstream-mute')).toMatchObject({
    reason: 'it took the connection and sent nothing',
  });
  await client.closed;
});

it('a player who leaves at once, and a server that has answered, are no such warning', async () => {
  const fixture = await openEdgeFixture();
  const hasty = fixture.login();
  const first = await fixture.upstream.next();
  hasty.socket.destroy();
  await first.ended;
  const client = fixture.connect().send(loginBytes());
  const second = await fixture.upstream.next();
  second.send(PASSED);
  await client.receive(PASSED.length);
  second.socket.destroy();
  await client.closed;
  expect(fixture.logged('edge.upstream-mute')).toBeUndefined();
});
