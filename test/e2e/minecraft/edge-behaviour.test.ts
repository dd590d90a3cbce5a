import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GameClient, offlineUuid, ping, refusalOf } from './game-client.ts';
import { GameServer } from './game-server.ts';
import { type NetworkOptions, TestNetwork } from './network.ts';
import { ProxyReceiver } from './proxy-receiver.ts';

const OLD = '1.8.8';
const NEW = '1.21.11';

let server: GameServer;
const closing: { close(): Promise<void> }[] = [];
beforeEach(async () => {
  server = await GameServer.open();
});
afterEach(async () => {
  for (const one of closing.splice(0).toReversed()) await one.close();
  await server.close();
});

async function opened(options: NetworkOptions = {}): Promise<{ network: TestNetwork; port: number }> {
  const network = await TestNetwork.open(server, options);
  closing.push(network);
  return { network, port: await network.edgePort() };
}

const becomes = (look: () => unknown) => expect.poll(look, { timeout: 20_000, interval: 50 });

test('a player without a free slot is refused with the reason, and the bypass list comes in', async () => {
  const { network, port } = await opened();
  await network.call('PUT', '/proxy/settings', { maxPlayers: 1 });
  const first = new GameClient(port, NEW, 'First');
  await first.playing;
  await becomes(() => network.online()).toHaveLength(1);
  for (const version of [OLD, NEW]) {
    expect(await refusalOf(port, version, 'Second')).toBe('The network is full. Please come back later.');
  }
  await network.call('POST', '/proxy/maintenance-bypass', { player: 'Second' });
  const second = new GameClient(port, OLD, 'Second');
  await second.playing;
  await becomes(() => server.online).toEqual(['First', 'Second']);
  await Promise.all([first.leave(), second.leave()]);
  await becomes(() => network.online()).toEqual([]);
});

test('a ban kicks a player who is online, with its message', async () => {
  const { network, port } = await opened();
  const client = new GameClient(port, NEW, 'Griefer');
  await client.playing;
  await becomes(async () => (await network.findOnline('Griefer'))?.server).toBe('lobby');
  await network.call('POST', '/bans', {
    uuid: offlineUuid('Griefer'),
    name: 'Griefer',
    time: 'perma',
    reason: 'enough',
  });
  expect(await client.left).toMatch(/^You are banned forever\.\nReason: enough\nBan id: \S+$/);
  await becomes(() => network.online()).toEqual([]);
});

test('a player on a server without a connection for kicks is disconnected', async () => {
  const { network, port } = await opened({ env: { PORTCULLIS_SERVERS: '{}' } });
  const client = new GameClient(port, NEW, 'Quiet');
  await client.playing;
  await becomes(() => network.findOnline('Quiet')).toBeDefined();
  await network.call('POST', `/players/${offlineUuid('Quiet')}/kick`, { reason: 'bye' });
  await client.left;
  await becomes(() => server.online).toEqual([]);
  await becomes(() => network.online()).toEqual([]);
});

test('without an upstream players are refused with the reason, and the server list still answers', async () => {
  const { port } = await opened({ env: { PORTCULLIS_EDGE_ROUTES: '{}' } });
  for (const version of [OLD, NEW]) {
    expect(await refusalOf(port, version, 'Early')).toBe(
      'No server is connected yet.\nPlease come back later.',
    );
  }
  expect((await ping(port, NEW)).version.protocol).toBe(774);
});

test('a server that is down is named to players, and one that comes up lets them in', async () => {
  const gone = await ProxyReceiver.open(server.port);
  await gone.close();
  const { port } = await opened({ port: gone.port });
  expect(await refusalOf(port, NEW, 'Early')).toMatch(/^The server cannot be reached at the moment/);
  closing.push(await ProxyReceiver.open(server.port, gone.port));
  const client = new GameClient(port, NEW, 'Early');
  await client.playing;
  await client.leave();
});

describe('the address of the player', () => {
  test.each(['v1', 'v2'] as const)('reaches the server in a PROXY header of %s', async (version) => {
    const receiver = await ProxyReceiver.open(server.port);
    closing.push(receiver);
    const { port } = await opened({ port: receiver.port, env: { PORTCULLIS_EDGE_PROXY_PROTOCOL: version } });
    const client = new GameClient(port, NEW, 'Traced');
    await once(client.client, 'connect');
    const from = `127.0.0.1:${client.localPort}`;
    await client.playing;
    expect(receiver.received).toEqual([{ version, from, to: `127.0.0.1:${port}` }]);
    await client.leave();
  });

  test('is not sent where the server does not expect it', async () => {
    const receiver = await ProxyReceiver.open(server.port);
    closing.push(receiver);
    const { port } = await opened({ port: receiver.port });
    const client = new GameClient(port, NEW, 'Untraced');
    await client.playing;
    expect(receiver.received).toEqual([{ version: 'none', from: '', to: '' }]);
    await client.leave();
  });
});

test('a coordinator that dies and comes back keeps every player online exactly once', async () => {
  const { network, port } = await opened({ apart: true });
  const griefer = offlineUuid('Griefer');
  await network.call('POST', '/bans', { uuid: griefer, name: 'Griefer', time: 'perma', reason: 'enough' });
  const names = ['Ann', 'Bob', 'Cid', 'Dee'];
  const clients = names.map((name, at) => new GameClient(port, at % 2 === 0 ? NEW : OLD, name));
  await Promise.all(clients.map(({ playing }) => playing));
  await becomes(async () => (await network.online()).map(({ name }) => name)).toEqual(names);
  const before = (await network.call('GET', '/players/all')) as { uuid: string; joinedDate: string }[];

  await network.killCoordinator();
  // Meanwhile the edge decides alone.
  expect(await refusalOf(port, NEW, 'Griefer')).toMatch(/^You are banned forever\.\nReason: enough/);
  const late = new GameClient(port, NEW, 'Eve');
  await late.playing;
  expect((await ping(port, NEW)).version.protocol).toBe(774);
  expect(clients.some(({ isGone }) => isGone)).toBe(false);

  await network.startCoordinator();
  const all = [...names, 'Eve'];
  await becomes(async () => (await network.online()).map(({ name }) => name)).toEqual(all);
  expect([...clients, late].some(({ isGone }) => isGone)).toBe(false);
  expect(server.joined.toSorted()).toEqual(all);
  await becomes(async () => (await network.findOnline('Ann'))?.server).toBe('lobby');
  const after = (await network.call('GET', '/players/all')) as { uuid: string; joinedDate: string }[];
  for (const { uuid, joinedDate } of before) {
    expect(after.filter((row) => row.uuid === uuid)).toEqual([expect.objectContaining({ joinedDate })]);
  }
  await Promise.all([...clients, late].map((client) => client.leave()));
  await becomes(() => network.online()).toEqual([]);
});
