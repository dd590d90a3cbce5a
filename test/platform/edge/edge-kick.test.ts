import { expect, it } from 'vitest';
import type { PlayerTarget, ServerManagement } from '../../../src/platform/server-management.ts';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { type EdgeFixture, openEdgeFixture, settled } from './edge-fixture.ts';
import { offlineUuid } from '../../../src/runtime/offline-uuid.ts';
import { PASSED } from './fake-upstream.ts';
import { GameClient, loginBytes, NOTCH } from './game-client.ts';

const uuid = NOTCH as Uuid;

/** A connection to a server that records kicks, and answers them as the test defines. */
function management(
  kick: ServerManagement['kick'],
): ServerManagement & { readonly kicked: [PlayerTarget, string][] } {
  const kicked: [PlayerTarget, string][] = [];
  return {
    kicked,
    kick: (player, message) => {
      kicked.push([player, message]);
      return kick(player, message);
    },
    message: async () => undefined,
    save: async () => undefined,
    stop: async () => undefined,
    players: async () => [],
    close: async () => undefined,
  };
}

async function online(fixture: EdgeFixture) {
  const client = fixture.login();
  const upstream = await fixture.upstream.next();
  upstream.send(PASSED);
  await client.receive(PASSED.length);
  await settled(() => fixture.network.players.onlineCount === 1, fixture, 500);
  return { client, upstream };
}

/** Notch is online at an edge whose only server is managed. */
async function onlineAt(
  fixture: EdgeFixture,
  server: ServerManagement,
  identity: 'online' | 'offline' = 'online',
) {
  const edge = await fixture.openAnother({
    name: 'second',
    identity,
    routes: routesTo('lobby')(fixture),
    managementOf: (name) => (name === 'lobby' ? server : undefined),
  });
  await settled(() => edge.isConnected, fixture);
  const client = new GameClient(edge.port).send(loginBytes());
  const upstream = await fixture.upstream.next();
  upstream.send(PASSED);
  await client.receive(PASSED.length);
  await settled(() => fixture.network.players.onlineCount === 1, fixture, 500);
  return { client, upstream, port: edge.port };
}

function routesTo(name: string) {
  return (fixture: EdgeFixture) => [
    { host: '*', upstreams: [{ name, host: '127.0.0.1', port: fixture.upstream.port }] },
  ];
}

it('closes the connection where no connection to the server is configured, and says that it had no words', async () => {
  const fixture = await openEdgeFixture();
  const { client, upstream } = await online(fixture);
  expect(await fixture.network.players.kick(uuid, 'bye')).toBe(false);
  await Promise.all([client.closed, upstream.ended]);
  expect(fixture.logged('edge.kicked')).toEqual({ event: 'edge.kicked', uuid, name: 'Notch', words: false });
  await settled(() => fixture.network.players.onlineCount === 0, fixture);
});

it('has the server kick with the message, and waits for the end of the connection', async () => {
  let end = (): void => undefined;
  const server = management(async () => {
    end();
    return true;
  });
  const fixture = await openEdgeFixture();
  const { client, upstream } = await onlineAt(fixture, server);
  end = () => upstream.socket.end('kicked with words');
  expect(await fixture.network.players.kick(uuid, 'bye #FF0000')).toBe(true);
  expect(server.kicked).toEqual([[{ name: 'Notch' }, String.raw`bye \#FF0000`]]);
  expect(String(await client.receive(17))).toBe('kicked with words');
});

it('has a server that checks no accounts kick by the uuid that it made of the name', async () => {
  const server = management(async () => false);
  const fixture = await openEdgeFixture({ edge: { identity: 'offline' } });
  const { client } = await onlineAt(fixture, server, 'offline');
  await fixture.network.players.kick(offlineUuid('Notch'), 'bye');
  await client.closed;
  expect(server.kicked).toEqual([[{ uuid: offlineUuid('Notch'), name: 'Notch' }, 'bye']]);
});

it('asks no server that checks no accounts to kick one of two whose names differ by case: a console may kick the other', async () => {
  const server = management(async () => true);
  const fixture = await openEdgeFixture({ edge: { identity: 'offline' } });
  const { client, port } = await onlineAt(fixture, server, 'offline');
  const other = new GameClient(port).send(loginBytes({ name: 'NOTCH' }));
  (await fixture.upstream.next()).send(PASSED);
  await settled(() => fixture.network.players.onlineCount === 2, fixture, 500);
  expect(await fixture.network.players.kick(offlineUuid('NOTCH'), 'bye')).toBe(false);
  await other.closed;
  expect([server.kicked, client.socket.destroyed]).toEqual([[], false]);
});

it('asks no server to kick who was not let in: whoever it has by that name is somebody else', async () => {
  const server = management(async () => true);
  const fixture = await openEdgeFixture();
  const { client, port } = await onlineAt(fixture, server);
  const waiting = new GameClient(port).send(loginBytes());
  await fixture.upstream.next();
  const kicked = fixture.network.players.kick(uuid, 'bye');
  await waiting.closed;
  await settled(() => client.socket.destroyed, fixture, 200);
  await Promise.all([kicked, client.closed]);
  expect(server.kicked).toHaveLength(1);
});

it.each([
  ['does not know the player', async () => false],
  ['fails', () => Promise.reject(new Error('gone'))],
  ['never answers', () => new Promise<boolean>(() => undefined)],
  ['answers yes and does nothing', async () => true],
] as [string, ServerManagement['kick']][])('closes the connection when the server %s', async (_, kick) => {
  const server = management(kick);
  const fixture = await openEdgeFixture({ edge: { managementOf: () => server } });
  const client = fixture.login();
  const upstream = await fixture.upstream.next();
  upstream.send(PASSED);
  await client.receive(PASSED.length);
  await settled(() => fixture.network.players.onlineCount === 1, fixture, 500);
  // A game server reports the player: from then on kicks go through it.
  seenOn(fixture, 'hub-1');
  await settled(() => fixture.logged('test.seen') !== undefined || server.kicked.length > 0, fixture);
  const kicked = fixture.network.players.kick(uuid, 'bye').then(
    () => fixture.log.push({ event: 'test.kicked' }),
    () => fixture.log.push({ event: 'test.kicked' }),
  );
  await settled(() => fixture.logged('test.kicked') !== undefined, fixture, 200);
  await Promise.all([kicked, client.closed, upstream.ended]);
});

function seenOn(fixture: EdgeFixture, server: string): void {
  const session = fixture.network.agents.attachBackend(
    { name: server, platform: 'server', version: '1', epoch: 1 },
    { reboot: async () => undefined, announce: () => undefined, close: () => undefined },
  );
  session.report({ state: 'IDLE', players: [uuid] });
  fixture.log.push({ event: 'test.seen' });
}

it('counts a player as online on the server that reported them before, where the route names none', async () => {
  const fixture = await openEdgeFixture();
  fixture.login();
  const upstream = await fixture.upstream.next();
  seenOn(fixture, 'hub-1');
  upstream.send(PASSED);
  await settled(() => fixture.network.players.onlineCount === 1, fixture, 500);
  expect(await fixture.network.players.detail(uuid)).toMatchObject({ isOnline: true, server: 'hub-1' });
});

it('reports the server that the connection leads to, where the network knows its address', async () => {
  const fixture = await openEdgeFixture();
  await fixture.network.servers.add({
    name: 'lobby',
    type: 'HUB',
    maxPlayers: 10,
    serverId: 'lobby',
    gameName: '',
    gameData: '',
    canRejoin: false,
    address: `127.0.0.1:${fixture.upstream.port}`,
  });
  await fixture.synced();
  await online(fixture);
  expect(await fixture.network.players.detail(uuid)).toMatchObject({ server: 'lobby' });
});

it('refuses to move players: that takes a proxy', async () => {
  const fixture = await openEdgeFixture();
  await online(fixture);
  seenOn(fixture, 'hub-1');
  seenOn(fixture, 'hub-2');
  await expect(fixture.network.players.send(uuid, 'hub-2')).rejects.toMatchObject({
    code: 'platform_unavailable',
  });
});

it('kicks at once a player who is banned while online', async () => {
  const fixture = await openEdgeFixture();
  const { client } = await online(fixture);
  await fixture.network.bans.ban(
    { uuid, name: 'Notch', time: 'perma', reason: 'x' },
    { via: 'api', name: '', uuid: null },
  );
  await client.closed;
  expect(await fixture.login().refusal()).toContain('Banned forever.');
});
