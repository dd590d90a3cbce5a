import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Clock } from '../../src/runtime/clock.ts';
import { ManagedNetwork, type ManagedNetworkOptions } from '../../src/platform/managed-network.ts';
import { KeptLog, SECRET } from '../channel/channel-fixture.ts';
import { type Coordinator, openCoordinator } from '../channel/coordinator-fixture.ts';
import { fastClock } from '../fixtures/test-clock.ts';
import { ManagementServer, SECRET as MANAGEMENT_SECRET } from './msmp/management-server.ts';
import { playerRef } from './watched-server.ts';

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

const doorTo = (endpoint: ManagementServer) => ({
  management: { url: endpoint.url, secret: MANAGEMENT_SECRET },
});

function manage(more: Partial<ManagedNetworkOptions> = {}, behindEdge = false): ManagedNetwork {
  const profile = { type: 'HUB', gameName: '', maxPlayers: undefined, address: undefined };
  managed = new ManagedNetwork({
    proxies: [{ name: 'velocity', platform: 'modern', behindEdge, doors: doorTo(velocity) }],
    servers: [
      { name: 'lobby', profile, rebootCommands: undefined, doors: doorTo(lobby) },
      { name: 'arena', profile, rebootCommands: undefined, doors: doorTo(arena) },
    ],
    coordinator: { url: coordinator.url, secret: SECRET },
    version: '1.0.0',
    clock,
    logger: new KeptLog(),
    random: () => 0.5,
    ...more,
  });
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

test('players are online as the proxy has them, and where the servers list them', async () => {
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

test('a kick reaches the player with its words', async () => {
  velocity.players = [ann];
  manage({ servers: [] });
  await onlineBecomes('Ann@');
  await coordinator.network.players.kick(ANN.uuid, 'Go & rest');
  expect(velocity.callsOf('minecraft:players/kick')).toEqual([
    [{ player: { id: ann.id }, message: { literal: 'Go & rest' } }],
  ]);
  await onlineBecomes();
});

test('who is banned is sent away when the proxy tells of them: it asks nobody before', async () => {
  manage({ servers: [] });
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

test('nobody can be moved by it, and nobody is lost by the asking', async () => {
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

test('a connection that breaks for a moment ends no session; a proxy that is gone ends all', async () => {
  velocity.players = [ann];
  manage({ servers: [] });
  await onlineBecomes('Ann@');
  const moves: string[] = [];
  coordinator.network.events.subscribe(({ event }) => void moves.push(event.type));
  velocity.cut();
  await expect.poll(() => velocity.callsOf('minecraft:server/status').length).toBe(2);
  await expect.poll(() => coordinator.network.vitals().connections.proxy).toBe(1);
  expect(moves).toEqual([]);
  await velocity.close();
  await onlineBecomes();
  expect(moves).toContain('player_leave');
  velocity = await ManagementServer.open({ proxy: true });
});

test('a proxy behind the edge reports nobody, and can be asked to kick', async () => {
  velocity.players = [ann];
  const network = manage({ servers: [] }, true);
  await expect.poll(() => velocity.callsOf('minecraft:server/status').length).toBe(1);
  expect(await network.managementOf('velocity')?.kick(ANN, 'bye')).toBe(true);
  expect(coordinator.network.vitals().connections.proxy).toBe(0);
  expect(online()).toEqual([]);
});

test('what is managed is found by its name', () => {
  const network = manage();
  expect(network.managementOf('lobby')).toBeDefined();
  expect(network.managementOf('velocity')).toBeDefined();
  expect(network.managementOf('elsewhere')).toBeUndefined();
});
