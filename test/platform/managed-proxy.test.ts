import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Clock } from '../../src/runtime/clock.ts';
import { openManagedNetwork } from '../../src/commands/roles/open-managed-network.ts';
import { ManagedNetwork } from '../../src/platform/managed-network.ts';
import { ManagedProxy } from '../../src/platform/managed-proxy.ts';
import { ManagedServer } from '../../src/platform/managed-server.ts';
import { KeptLog, SECRET } from '../channel/channel-fixture.ts';
import { type Coordinator, openCoordinator } from '../channel/coordinator-fixture.ts';
import { fastClock } from '../fixtures/test-clock.ts';
import { ManagementServer, SECRET as MANAGEMENT_SECRET } from './msmp/management-server.ts';
import { playerRef } from './recording-listener.ts';

const ANN = playerRef(1, 'Ann');
const ann = { id: ANN.uuid, name: 'Ann' };
const bob = { id: playerRef(2, 'Bob').uuid, name: 'Bob' };

let clock: Clock;
let coordinator: Coordinator;
let velocity: ManagementServer;
let lobby: ManagementServer;
let arena: ManagementServer;
let managed: ManagedNetwork | undefined;
beforeEach(async () => {
  clock = fastClock(10);
  coordinator = await openCoordinator(clock);
  velocity = await ManagementServer.open({ proxy: true });
  lobby = await ManagementServer.open();
  arena = await ManagementServer.open();
});
afterEach(async () => {
  await managed?.close();
  managed = undefined;
  await coordinator.close();
  await Promise.all([velocity.close(), lobby.close(), arena.close()]);
});

const connectionTo = (endpoint: ManagementServer) => ({
  management: { url: endpoint.url, secret: MANAGEMENT_SECRET },
});

/** The proxy, and the game servers unless the test is about the proxy alone. */
function manage({ proxyOnly = false } = {}): ManagedNetwork {
  const profile = { type: 'HUB', gameName: '', maxPlayers: undefined, address: undefined };
  const agent = {
    coordinator: { url: coordinator.url, secret: SECRET },
    version: '1.0.0',
    clock,
    logger: new KeptLog(),
    random: () => 0.5,
  };
  const serverAt = (name: string, endpoint: ManagementServer) =>
    [
      name,
      new ManagedServer({
        name,
        profile,
        rebootCommands: undefined,
        connections: connectionTo(endpoint),
        ...agent,
      }),
    ] as const;
  managed = new ManagedNetwork([
    [
      'velocity',
      new ManagedProxy({
        name: 'velocity',
        platform: 'modern',
        connections: connectionTo(velocity),
        ...agent,
      }),
    ],
    ...(proxyOnly ? [] : [serverAt('lobby', lobby), serverAt('arena', arena)]),
  ]);
  return managed;
}

function online(): string[] {
  const query = { sort: 'name', order: 'asc', search: '', limit: null, offset: 0 } as const;
  const page = coordinator.network.players.online(query);
  return (JSON.parse(Buffer.from(page.bytes).toString()) as { name: string; server: string }[]).map(
    ({ name, server }) => `${name}@${server}`,
  );
}

const onlineBecomes = (...names: string[]) => expect.poll(online, { timeout: 20_000 }).toEqual(names);

test('players are online as the proxy reports them, on the servers that report them', async () => {
  velocity.players = [ann];
  lobby.players = [ann];
  manage();
  await onlineBecomes('Ann@lobby');
  velocity.join(bob);
  await onlineBecomes('Ann@lobby', 'Bob@');
  arena.join(bob);
  await onlineBecomes('Ann@lobby', 'Bob@arena');
  arena.join(ann);
  lobby.leave(ann);
  await onlineBecomes('Ann@arena', 'Bob@arena');
  velocity.leave(ann);
  await onlineBecomes('Bob@arena');
});

test('a kick reaches the player with its message', async () => {
  velocity.players = [ann];
  manage({ proxyOnly: true });
  await onlineBecomes('Ann@');
  await coordinator.network.players.kick(ANN.uuid, 'Go & rest');
  expect(velocity.callsOf('minecraft:players/kick')).toEqual([
    [{ player: { id: ann.id }, message: { literal: 'Go & rest' } }],
  ]);
  await onlineBecomes();
});

test('a banned player is kicked when the proxy reports them, because it requests no admission', async () => {
  manage({ proxyOnly: true });
  await expect.poll(() => coordinator.network.vitals().connections.proxy).toBe(1);
  const { uuid, name } = ANN;
  const author = { via: 'api', name: 'admin', uuid: null } as const;
  await coordinator.network.bans.ban({ uuid, name, time: 'perma', reason: 'griefing' }, author);
  velocity.join(ann);
  await expect.poll(() => velocity.players).toEqual([]);
  expect(velocity.callsOf('minecraft:players/kick')).toEqual([
    [{ player: { id: ann.id }, message: { literal: 'Banned for good: griefing' } }],
  ]);
  await onlineBecomes();
});

test('it cannot move players, and a refused move loses none', async () => {
  velocity.players = [ann];
  lobby.players = [ann];
  manage();
  await onlineBecomes('Ann@lobby');
  await expect
    .poll(() => coordinator.network.servers.all().map(({ state }) => state))
    .toEqual(['IDLE', 'IDLE']);
  await expect(coordinator.network.players.send(ANN.uuid, 'arena')).rejects.toMatchObject({
    code: 'platform_unavailable',
  });
  expect(online()).toEqual(['Ann@lobby']);
});

test('a short loss of the connection ends no session; a proxy that stays away ends all', async () => {
  velocity.players = [ann];
  manage({ proxyOnly: true });
  await onlineBecomes('Ann@');
  const moves: string[] = [];
  coordinator.network.events.subscribe(({ event: { type } }) => {
    if (type.startsWith('player_')) moves.push(type);
  });
  velocity.cut();
  await expect.poll(() => velocity.callsOf('minecraft:server/status').length).toBe(2);
  await expect.poll(() => coordinator.network.vitals().connections.proxy).toBe(1);
  expect(moves).toEqual([]);
  await velocity.close();
  await onlineBecomes();
  expect(moves).toContain('player_leave');
  velocity = await ManagementServer.open({ proxy: true });
});

test('a proxy behind an edge gets connections without an agent: it reports nobody, and kicks', async () => {
  velocity.players = [ann];
  managed = await openManagedNetwork({
    settings: { servers: {}, proxies: { velocity: { ...connectionTo(velocity), behindEdge: true } } },
    dataFolder: '',
    network: coordinator.network,
    coordinator: { url: coordinator.url, secret: SECRET },
    version: '1.0.0',
    clock,
    logger: new KeptLog(),
    random: () => 0.5,
  });
  await expect.poll(() => velocity.callsOf('minecraft:server/status').length).toBe(1);
  expect(await managed.managementOf('velocity')?.kick(ANN, 'bye')).toBe(true);
  expect(coordinator.network.vitals().connections.proxy).toBe(0);
  expect(online()).toEqual([]);
});

test('managed servers and proxies are found by name', () => {
  const network = manage();
  expect(network.managementOf('lobby')).toBeDefined();
  expect(network.managementOf('velocity')).toBeDefined();
  expect(network.managementOf('elsewhere')).toBeUndefined();
});
