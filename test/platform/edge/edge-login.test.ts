import { expect, it } from 'vitest';
import { offlineUuid } from '../../../src/runtime/offline-uuid.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { type EdgeFixture, openEdgeFixture, settled } from './edge-fixture.ts';
import { FakeUpstream, PASSED } from './fake-upstream.ts';
import { GameClient, loginBytes, NOTCH } from './game-client.ts';

const uuid = NOTCH as Uuid;
const BY = { via: 'api', name: '', uuid: null } as const;

function isOnline(fixture: EdgeFixture): boolean {
  return fixture.network.players.onlineCount > 0;
}

/** Logs a player in and waits until they count as online. */
async function joined(fixture: EdgeFixture): Promise<void> {
  const client = fixture.login();
  const upstream = await fixture.upstream.next();
  upstream.send(PASSED);
  await client.receive(PASSED.length);
  await settled(() => isOnline(fixture), fixture, 500);
}

it('forwards an admitted player with every byte that was sent, and then bytes both ways', async () => {
  const fixture = await openEdgeFixture();
  const sent = loginBytes();
  const client = fixture.login();
  const upstream = await fixture.upstream.next();
  expect(await upstream.receive(sent.length)).toEqual(sent);
  upstream.send('from the server');
  expect(String(await client.receive(15))).toBe('from the server');
  client.send(Buffer.from('from the client'));
  expect(String(await upstream.receive(15))).toBe('from the client');
});

it('forwards bytes that a client sent right after its login', async () => {
  const fixture = await openEdgeFixture();
  const sent = Buffer.concat([loginBytes(), Buffer.from('more')]);
  fixture.connect().send(sent);
  expect(await (await fixture.upstream.next()).receive(sent.length)).toEqual(sent);
});

it('counts a player as online two seconds after the server accepted the login, and until the connection ends', async () => {
  const fixture = await openEdgeFixture();
  const client = fixture.login();
  const upstream = await fixture.upstream.next();
  upstream.send(PASSED);
  await client.receive(PASSED.length);
  expect(fixture.edge.vitals().players).toBe(0);
  fixture.clock.push(2_000);
  expect(fixture.edge.vitals().players).toBe(1);
  await settled(() => isOnline(fixture), fixture);
  client.socket.end();
  await settled(() => !isOnline(fixture), fixture);
  await upstream.ended;
});

it('shows a banned player the reason, the remaining time and the id, without connecting to a server', async () => {
  const fixture = await openEdgeFixture();
  const { reason } = { reason: 'griefing &c#FF0000' };
  await fixture.network.bans.ban({ uuid, name: 'Notch', time: '1h', reason }, BY);
  const id = fixture.network.bans.activeOf(uuid)?.banId ?? '';
  const refusal = await fixture.login().refusal();
  expect(refusal).toBe(`Banned for 1 hour.\nReason: griefing &c#FF0000\nBan id: ${id}`);
  expect(fixture.upstream.connections).toEqual([]);
});

it.each([
  [{ maintenance: true }, 'Maintenance'],
  [{ preventJoin: true }, 'Closed'],
])('refuses for %o', async (patch, refusal) => {
  const fixture = await openEdgeFixture();
  await fixture.network.proxy.update(patch);
  expect(await fixture.login().refusal()).toBe(refusal);
  expect(await fixture.login({ protocol: 47, uuid: null }).refusal()).toBe(refusal);
  await fixture.network.proxy.addBypass('notch');
  fixture.login();
  await fixture.upstream.next();
});

it('refuses when the network is full', async () => {
  const fixture = await openEdgeFixture();
  await fixture.network.proxy.update({ maxPlayers: 1 });
  await joined(fixture);
  expect(await fixture.login({ name: 'Other', uuid: offlineUuid('Other') }).refusal()).toBe('Full');
});

it('refuses an invalid name', async () => {
  const fixture = await openEdgeFixture();
  expect(await fixture.login({ name: 'no spaces' }).refusal()).toBe('Not a name.');
});

it('says that no route leads to a server, and that no server can be reached', async () => {
  const fixture = await openEdgeFixture();
  const none = await fixture.openAnother({ name: 'none', routes: [] });
  const gone = await FakeUpstream.open();
  gone.close();
  const dead = await fixture.openAnother({
    name: 'dead',
    routes: [{ host: '*', upstreams: [{ name: null, host: '127.0.0.1', port: gone.port }] }],
  });
  const refusalAt = async (port: number): Promise<string> => {
    return new GameClient(port).send(loginBytes()).refusal();
  };
  await settled(() => none.isConnected && dead.isConnected, fixture);
  expect(await refusalAt(none.port)).toBe('No server is connected yet.');
  expect(await refusalAt(dead.port)).toBe('Not reachable.');
});

it('tries the servers of a route in their order', async () => {
  const gone = await FakeUpstream.open();
  const { port } = gone;
  gone.close();
  const fixture = await openEdgeFixture();
  const edge = await fixture.openAnother({
    name: 'second',
    routes: [
      {
        host: 'play.example.net',
        upstreams: [
          { name: null, host: '127.0.0.1', port },
          { name: null, host: '127.0.0.1', port: fixture.upstream.port },
        ],
      },
    ],
  });
  await settled(() => edge.isConnected, fixture);
  const host = 'Play.Example.Net.\0FML3\0';
  new GameClient(edge.port).send(loginBytes({ host }));
  const sent = loginBytes({ host });
  expect(await (await fixture.upstream.next()).receive(sent.length)).toEqual(sent);
  expect(fixture.logged('edge.upstream-unreachable')).toMatchObject({ port });
  expect(await new GameClient(edge.port).send(loginBytes({ host: 'other.example.net' })).refusal()).toBe(
    'No server is connected yet.',
  );
});

it.each(['v1', 'v2'] as const)(
  'sends the client’s address to the server in a PROXY header of %s',
  async (proxyProtocol) => {
    const fixture = await openEdgeFixture({ edge: { proxyProtocol } });
    const client = fixture.login();
    const upstream = await fixture.upstream.next();
    const { localPort = 0 } = client.socket;
    if (proxyProtocol === 'v1') {
      const line = `PROXY TCP4 127.0.0.1 127.0.0.1 ${localPort} ${fixture.edge.port}\r\n`;
      expect(String(await upstream.receive(line.length))).toBe(line);
    } else {
      const header = await upstream.receive(28);
      expect(header.toString('hex', 0, 24)).toBe('0d0a0d0a000d0a515549540a2111000c7f0000017f000001');
      expect([header.readUInt16BE(24), header.readUInt16BE(26)]).toEqual([localPort, fixture.edge.port]);
    }
    const sent = loginBytes();
    expect(await upstream.receive(sent.length)).toEqual(sent);
  },
);

it('uses the PROXY header of a trusted load balancer, and sends it to the server', async () => {
  const fixture = await openEdgeFixture({ edge: { trustedProxies: ['127.0.0.0/8'], proxyProtocol: 'v1' } });
  fixture.connect().send(Buffer.from('PROXY TCP4 203.0.113.9 192.0.2.1 51000 25565\r\n'), loginBytes());
  const upstream = await fixture.upstream.next();
  expect(String(await upstream.receive(46))).toBe('PROXY TCP4 203.0.113.9 192.0.2.1 51000 25565\r\n');
  upstream.send(PASSED);
  await settled(() => isOnline(fixture), fixture, 500);
  const online = fixture.network.players.online({
    sort: 'name',
    order: 'asc',
    search: '',
    limit: null,
    offset: 0,
  });
  expect(JSON.parse(String(Buffer.from(online.bytes)))).toMatchObject([{ uuid: NOTCH }]);
  expect(await fixture.network.players.detail(uuid)).toMatchObject({ isOnline: true });
});

it('closes the connection on a PROXY header from any other address', async () => {
  const fixture = await openEdgeFixture();
  const client = fixture
    .connect()
    .send(Buffer.from('PROXY TCP4 203.0.113.9 192.0.2.1 51000 25565\r\n'), loginBytes());
  expect(await client.everything()).toHaveLength(0);
});

it('ends the other half when one half ends, and lets it finish', async () => {
  const fixture = await openEdgeFixture();
  const client = fixture.login();
  const upstream = await fixture.upstream.next();
  await upstream.receive(loginBytes().length);
  client.socket.end('the last word');
  expect(String(await upstream.receive(13))).toBe('the last word');
  await upstream.ended;
  upstream.socket.end('and the answer');
  expect(String(await client.everything())).toBe('and the answer');
});

it('forwards a refusal of the server before the end', async () => {
  const fixture = await openEdgeFixture();
  const client = fixture.login();
  const upstream = await fixture.upstream.next();
  await upstream.receive(loginBytes().length);
  const refusal = Buffer.alloc(1_000_000, 'x');
  upstream.socket.end(refusal);
  expect((await client.everything()).equals(refusal)).toBe(true);
});

it('reads no more from one side than the other side takes', async () => {
  const fixture = await openEdgeFixture();
  const client = fixture.login();
  const upstream = await fixture.upstream.next();
  client.socket.pause();
  await upstream.receive(loginBytes().length);
  // Written until nothing more is taken: only the buffers of the kernel and the sockets are between the two.
  let written = 0;
  const piece = Buffer.alloc(65_536, 1);
  const isFull = (): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(true), 300);
      upstream.socket.once('drain', () => {
        clearTimeout(timer);
        resolve(false);
      });
    });
  for (;;) {
    written += piece.length;
    if (!upstream.socket.write(piece) && (await isFull())) break;
    expect(written).toBeLessThan(64 * 1024 * 1024);
  }
  client.socket.resume();
  expect((await client.receive(written)).length).toBe(written);
});
