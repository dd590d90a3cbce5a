import { expect, it } from 'vitest';
import { LinkedEdge } from '../actors/identity/linked-edge.ts';
import { openFixture } from '../actors/network-fixture.ts';
import { ADMIN, testPlayer } from '../actors/test-players.ts';

const STEVE = testPlayer(1, 'Steve');
const [HOME, AWAY] = ['203.0.113.5', '203.0.113.6'];

/** A network behind an edge on which Steve comes by one route and another, from one address and another. */
async function open() {
  const fixture = await openFixture();
  const { network, clock, events } = fixture;
  for (const name of ['lobby', 'arena']) fixture.backend(name).connect({ state: 'IDLE' });
  const kicked: string[] = [];
  const edge = new LinkedEdge('edge', clock, ({ name }) => kicked.push(name));
  edge.link(network);
  const enter = async (server: string | null, ip = HOME, at = edge, name = STEVE.name) => {
    Object.assign(at, { server, ip });
    const asked = at.login(name, STEVE.uuid);
    await clock.advance(1_000);
    const client = at.open(name, await asked, true, true, STEVE.uuid);
    await clock.advance(2_500);
    return client;
  };
  const place = async () => (await network.players.detail(STEVE.uuid)).server;
  const counts = () => ['lobby', 'arena'].map((name) => network.servers.get(name).players);
  const changes = () => [events('player_join').length, events('player_leave').length];
  const bannedFrom = async () =>
    (await network.bans.ban({ ...STEVE, time: 'perma', reason: 'x' }, ADMIN)).bannedIp;
  return { ...fixture, edge, enter, place, counts, changes, bannedFrom, kicked };
}

it('who was on a server by a second connection is on that of the first one once it has ended', async () => {
  const { edge, enter, place, counts, changes } = await open();
  await enter('lobby');
  const second = await enter('arena');
  expect([await place(), counts()]).toEqual(['arena', [0, 1]]);
  edge.close(second);
  expect([await place(), counts(), changes()]).toEqual(['lobby', [1, 0], [1, 0]]);
});

it('who was on a server by a second connection is on none where the first one leads to none that is known', async () => {
  const { edge, enter, place, counts, changes, backend } = await open();
  await enter(null);
  const second = await enter('arena');
  edge.close(second);
  expect([await place(), counts(), changes()]).toEqual(['', [0, 0], [1, 0]]);
  backend('behind').connect({ state: 'IDLE', players: [STEVE.uuid] });
  expect(await place()).toBe('behind');
});

it('where nobody but the servers knows on which one a player is, another address changes nothing of it', async () => {
  const { enter, place, backend } = await open();
  await enter(null);
  for (const name of ['first', 'second']) {
    backend(name).connect({ state: 'IDLE', players: [STEVE.uuid] });
  }
  await enter(null, AWAY);
  expect(await place()).toBe('second');
});

it('a ban has the address of the connection that is left', async () => {
  const { edge, enter, changes, bannedFrom } = await open();
  const first = await enter('lobby');
  await enter('lobby', AWAY);
  edge.close(first);
  expect(changes()).toEqual([1, 0]);
  expect(await bannedFrom()).toBe(AWAY);
});

it('a ban has no address that the player used for a moment', async () => {
  const { edge, enter, changes, bannedFrom } = await open();
  await enter('lobby');
  edge.close(await enter('lobby', AWAY));
  expect(changes()).toEqual([1, 0]);
  expect(await bannedFrom()).toBe(HOME);
});

it('a ban of who has left has the address of their last connection', async () => {
  const { edge, enter, clock, bannedFrom } = await open();
  const first = await enter('lobby');
  const last = await enter('lobby', AWAY);
  for (const client of [first, last]) edge.close(client);
  await clock.advance(1_000);
  expect(await bannedFrom()).toBe(AWAY);
});

it('a proxy that says a player anew without an address takes none away', async () => {
  const { proxy, bannedFrom } = await open();
  const home = proxy().connect();
  home.enter(STEVE, 'lobby');
  home.join({ ...STEVE, ip: '' }, 'lobby');
  expect(await bannedFrom()).toBe(STEVE.ip);
});

it('a second connection from another address takes no place in a full network, and none is refused for it', async () => {
  const { network, edge, enter, clock, kicked, place } = await open();
  const first = await enter('lobby');
  await network.proxy.update({ maxPlayers: 1 });
  const second = await enter('arena', AWAY, edge, 'STEVE');
  edge.close(first);
  await network.proxy.update({ maintenance: true });
  await clock.advance(1_000);
  const third = await enter('lobby', HOME, edge, 'STEVE');
  expect(await place()).toBe('lobby');
  edge.close(third);
  expect([kicked, edge.players, network.players.onlineCount]).toMatchObject([[], [second], 1]);
});

it('who is thrown out of one edge for another stays on that one, from whatever addresses they came', async () => {
  const { network, clock, edge, enter, kicked, place } = await open();
  await enter('lobby');
  await enter('arena', AWAY);
  const other = new LinkedEdge('edge-2', clock, ({ name }) => kicked.push(name));
  other.link(network);
  await enter('lobby', '203.0.113.7', other);
  expect([edge.players.length, other.players.length, kicked.length]).toEqual([0, 1, 2]);
  expect([await place(), network.players.onlineCount]).toEqual(['lobby', 1]);
});
