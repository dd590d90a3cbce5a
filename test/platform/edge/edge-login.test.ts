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

/** A player who came in and counts as online. */
async function joined(fixture: EdgeFixture): Promise<void> {
  const client = fixture.login();
  const behind = await fixture.upstream.next();
  behind.say(PASSED);
  await client.hear(PASSED.length);
  await settled(() => isOnline(fixture), fixture, 500);
}

it('passes an admitted player on, with every byte that was said, and both hear each other', async () => {
  const fixture = await openEdgeFixture();
  const said = loginBytes();
  const client = fixture.login();
  const behind = await fixture.upstream.next();
  expect(await behind.hear(said.length)).toEqual(said);
  behind.say('from the server');
  expect(String(await client.hear(15))).toBe('from the server');
  client.say(Buffer.from('from the client'));
  expect(String(await behind.hear(15))).toBe('from the client');
});

it('passes on what a hasty client said after its login', async () => {
  const fixture = await openEdgeFixture();
  const said = Buffer.concat([loginBytes(), Buffer.from('more')]);
  fixture.connect().say(said);
  expect(await (await fixture.upstream.next()).hear(said.length)).toEqual(said);
});

it('counts a player as online two seconds after the server let the login pass, and until the connection ends', async () => {
  const fixture = await openEdgeFixture();
  const client = fixture.login();
  const behind = await fixture.upstream.next();
  behind.say(PASSED);
  await client.hear(PASSED.length);
  expect(fixture.edge.vitals().players).toBe(0);
  fixture.clock.push(2_000);
  expect(fixture.edge.vitals().players).toBe(1);
  await settled(() => isOnline(fixture), fixture);
  client.socket.end();
  await settled(() => !isOnline(fixture), fixture);
  await behind.ended;
});

it('tells a banned player why, for how long and under which id, and lets nobody behind know', async () => {
  const fixture = await openEdgeFixture();
  const { reason } = { reason: 'griefing &c#FF0000' };
  await fixture.network.bans.ban({ uuid, name: 'Notch', time: '1h', reason }, BY);
  const id = fixture.network.bans.activeOf(uuid)?.banId ?? '';
  const words = await fixture.login().refusal();
  expect(words).toBe(`Banned for 1 hour.\nReason: griefing &c#FF0000\nBan id: ${id}`);
  expect(fixture.upstream.connections).toEqual([]);
});

it.each([
  [{ maintenance: true }, 'Maintenance'],
  [{ preventJoin: true }, 'Closed'],
])('refuses for %o', async (patch, words) => {
  const fixture = await openEdgeFixture();
  await fixture.network.proxy.update(patch);
  expect(await fixture.login().refusal()).toBe(words);
  expect(await fixture.login({ protocol: 47, uuid: null }).refusal()).toBe(words);
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

it('refuses a name that no player has', async () => {
  const fixture = await openEdgeFixture();
  expect(await fixture.login({ name: 'no spaces' }).refusal()).toBe('Not a name.');
});

it('says so when no server is connected yet, and when none can be reached', async () => {
  const fixture = await openEdgeFixture();
  const none = await fixture.openAnother({ name: 'none', routes: [] });
  const gone = await FakeUpstream.open();
  gone.close();
  const dead = await fixture.openAnother({
    name: 'dead',
    routes: [{ host: '*', upstreams: [{ name: null, host: '127.0.0.1', port: gone.port }] }],
  });
  const words = async (port: number): Promise<string> => {
    return new GameClient(port).say(loginBytes()).refusal();
  };
  await settled(() => none.isConnected && dead.isConnected, fixture);
  expect(await words(none.port)).toBe('No server is connected yet.');
  expect(await words(dead.port)).toBe('Not reachable.');
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
  new GameClient(edge.port).say(loginBytes({ host }));
  const said = loginBytes({ host });
  expect(await (await fixture.upstream.next()).hear(said.length)).toEqual(said);
  expect(fixture.logged('edge.upstream-unreachable')).toMatchObject({ port });
  expect(await new GameClient(edge.port).say(loginBytes({ host: 'other.example.net' })).refusal()).toBe(
    'No server is connected yet.',
  );
});

it.each(['v1', 'v2'] as const)(
  'tells the server behind who is calling, in PROXY %s',
  async (proxyProtocol) => {
    const fixture = await openEdgeFixture({ edge: { proxyProtocol } });
    const client = fixture.login();
    const behind = await fixture.upstream.next();
    const { localPort = 0 } = client.socket;
    if (proxyProtocol === 'v1') {
      const line = `PROXY TCP4 127.0.0.1 127.0.0.1 ${localPort} ${fixture.edge.port}\r\n`;
      expect(String(await behind.hear(line.length))).toBe(line);
    } else {
      const header = await behind.hear(28);
      expect(header.toString('hex', 0, 24)).toBe('0d0a0d0a000d0a515549540a2111000c7f0000017f000001');
      expect([header.readUInt16BE(24), header.readUInt16BE(26)]).toEqual([localPort, fixture.edge.port]);
    }
    const said = loginBytes();
    expect(await behind.hear(said.length)).toEqual(said);
  },
);

it('believes a PROXY header of a trusted load balancer, and tells it on', async () => {
  const fixture = await openEdgeFixture({ edge: { trustedProxies: ['127.0.0.0/8'], proxyProtocol: 'v1' } });
  fixture.connect().say(Buffer.from('PROXY TCP4 203.0.113.9 192.0.2.1 51000 25565\r\n'), loginBytes());
  const behind = await fixture.upstream.next();
  expect(String(await behind.hear(46))).toBe('PROXY TCP4 203.0.113.9 192.0.2.1 51000 25565\r\n');
  behind.say(PASSED);
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

it('closes on a PROXY header of anybody else', async () => {
  const fixture = await openEdgeFixture();
  const client = fixture
    .connect()
    .say(Buffer.from('PROXY TCP4 203.0.113.9 192.0.2.1 51000 25565\r\n'), loginBytes());
  expect(await client.everything()).toHaveLength(0);
});

it('ends the other half when one half ends, and lets it finish', async () => {
  const fixture = await openEdgeFixture();
  const client = fixture.login();
  const behind = await fixture.upstream.next();
  await behind.hear(loginBytes().length);
  client.socket.end('the last word');
  expect(String(await behind.hear(13))).toBe('the last word');
  await behind.ended;
  behind.socket.end('and the answer');
  expect(String(await client.everything())).toBe('and the answer');
});

it('brings a refusal of the server to the client before the end', async () => {
  const fixture = await openEdgeFixture();
  const client = fixture.login();
  const behind = await fixture.upstream.next();
  await behind.hear(loginBytes().length);
  const words = Buffer.alloc(1_000_000, 'x');
  behind.socket.end(words);
  expect((await client.everything()).equals(words)).toBe(true);
});

it('takes no more from one side than the other reads', async () => {
  const fixture = await openEdgeFixture();
  const client = fixture.login();
  const behind = await fixture.upstream.next();
  client.socket.pause();
  await behind.hear(loginBytes().length);
  // Written until nothing more is taken: what is between the two is bounded by the buffers of kernel and sockets.
  let written = 0;
  const piece = Buffer.alloc(65_536, 1);
  const isFull = (): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(true), 300);
      behind.socket.once('drain', () => {
        clearTimeout(timer);
        resolve(false);
      });
    });
  for (;;) {
    written += piece.length;
    if (!behind.socket.write(piece) && (await isFull())) break;
    expect(written).toBeLessThan(64 * 1024 * 1024);
  }
  client.socket.resume();
  expect((await client.hear(written)).length).toBe(written);
});
