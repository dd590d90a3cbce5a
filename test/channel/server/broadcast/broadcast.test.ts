import { afterEach, expect, it } from 'vitest';
import type { ActiveBan } from '../../../../src/actors/network.ts';
import type { NetworkEvent } from '../../../../src/domain/network-event.ts';
import type { ServerDetail } from '../../../../src/domain/resources.ts';
import type { Uuid } from '../../../../src/domain/uuid.ts';
import {
  ALICE,
  greetedAgent,
  hello,
  openAgent,
  type RawAgent,
  type Served,
  serveChannel,
} from '../../channel-fixture.ts';
import { FakeNetwork } from '../../fake-network.ts';

let served: Served;
afterEach(() => served.close());

function server(name: string, more: Partial<ServerDetail> = {}): ServerDetail {
  return {
    name,
    type: 'HUB',
    state: 'IDLE',
    players: 3,
    maxPlayers: 50,
    gameName: '',
    serverId: name,
    online: true,
    canRejoin: false,
    gameData: 'secret map data',
    address: null,
    restart: null,
    ...more,
  };
}

function ban(uuid: string, reason = 'griefing'): ActiveBan {
  return { uuid: uuid as Uuid, name: 'Alice', expires: 0, reason, banId: 'ABCD1234' };
}

const banUpdate = {
  type: 'ban_update',
  data: {
    uuid: ALICE,
    name: 'Alice',
    reason: '',
    bannedDate: '',
    bannedTimes: 1,
    expires: 0,
    active: true,
    permanent: true,
    bannedIp: '',
    action: 'ban',
  },
} as const;

async function bansOf(agent: RawAgent): Promise<{ parts: number; uuids: string[] }> {
  const uuids: string[] = [];
  for (let part = 1; ; part += 1) {
    const frame = await agent.next('bans');
    if (part > 1 || frame['part'] !== undefined) expect(frame['part']).toBe(part);
    uuids.push(...(frame['bans'] as ActiveBan[]).map((entry) => entry.uuid));
    if (frame['last'] !== false) return { parts: part, uuids };
  }
}

it('a proxy is sent status, servers and bans after its welcome', async () => {
  const fake = new FakeNetwork();
  fake.servers = [server('hub-1', { address: '10.0.0.1:25565' }), server('game-1', { type: 'GAME' })];
  fake.bans = [ban(ALICE)];
  served = await serveChannel(fake);
  const proxy = await greetedAgent(served.port, 'proxy');
  expect(await proxy.next('status')).toEqual({ type: 'status', status: fake.status });
  expect((await proxy.next('servers'))['servers']).toEqual([
    { name: 'hub-1', type: 'HUB', address: '10.0.0.1:25565' },
    { name: 'game-1', type: 'GAME', address: null },
  ]);
  expect(await proxy.next('bans')).toEqual({ type: 'bans', version: 7, bans: [ban(ALICE)] });
});

it('a hundred thousand bans come in parts that each fit a frame, in order and complete', async () => {
  const fake = new FakeNetwork();
  const uuids = Array.from(
    { length: 100_000 },
    (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  );
  fake.bans = uuids.map((uuid) => ban(uuid, '🚪'.repeat(20)));
  served = await serveChannel(fake);
  const proxy = await greetedAgent(served.port, 'proxy');
  let longest = 0;
  proxy.socket.on('message', (data) => {
    longest = Math.max(longest, (data as Buffer).length);
  });
  const got = await bansOf(proxy);
  expect(got.uuids).toEqual(uuids);
  expect(got.parts).toBeGreaterThan(100);
  expect(longest).toBeLessThanOrEqual(256 * 1024);
});

it('a backend is sent what menus show after its welcome, and nothing more', async () => {
  const fake = new FakeNetwork();
  fake.servers = [server('hub-1')];
  served = await serveChannel(fake);
  const backend = await greetedAgent(served.port, 'backend');
  const entry = {
    name: 'hub-1',
    type: 'HUB',
    state: 'IDLE',
    players: 3,
    maxPlayers: 50,
    gameName: '',
    canRejoin: false,
  };
  expect(await backend.next('network')).toEqual({
    type: 'network',
    servers: [entry],
    onlinePlayers: 0,
    maxPlayers: 100,
    maintenance: false,
    motd: 'hello',
  });
});

it('a change of who may come in reaches every proxy in the next turn, because one that goes on alone decides by it', async () => {
  served = await serveChannel();
  const proxy = await greetedAgent(served.port, 'proxy');
  served.fake.status.maintenance = true;
  served.fake.emit({ type: 'proxy_update', data: served.fake.status });
  served.clock.advance(0);
  expect(
    await proxy.next('status', (frame) => (frame['status'] as { maintenance: boolean }).maintenance),
  ).toBeDefined();
});

it('a ban and its end reach every proxy in the next turn, because one that goes on alone decides by it', async () => {
  served = await serveChannel();
  const proxies = [await greetedAgent(served.port, 'proxy'), await greetedAgent(served.port, 'proxy')];
  served.fake.bans = [ban(ALICE)];
  served.fake.emit(banUpdate);
  served.clock.advance(0);
  for (const proxy of proxies) {
    expect(await proxy.next('ban.add')).toEqual({ type: 'ban.add', version: 7, ban: ban(ALICE) });
  }
  served.fake.bans = [];
  served.fake.emit(banUpdate);
  served.clock.advance(0);
  for (const proxy of proxies) {
    expect(await proxy.next('ban.remove')).toEqual({ type: 'ban.remove', version: 7, uuid: ALICE });
  }
});

it('that a ban was set on a claim is told only to who knows the feature', async () => {
  const fake = new FakeNetwork();
  fake.bans = [{ ...ban(ALICE), claimed: true }];
  served = await serveChannel(fake);
  const knowing = await openAgent(served.port);
  knowing.send(hello('proxy', { name: 'knowing', features: ['claims'] }));
  expect((await knowing.next('bans'))['bans']).toEqual(fake.bans);
  const older = await openAgent(served.port);
  older.send(hello('proxy', { name: 'older', features: ['cancel', 'identity'] }));
  expect((await older.next('bans'))['bans']).toEqual([ban(ALICE)]);
  fake.emit(banUpdate);
  served.clock.advance(100);
  expect((await knowing.next('ban.add'))['ban']).toEqual(fake.bans[0]);
  expect((await older.next('ban.add'))['ban']).toEqual(ban(ALICE));
});

it('that a ban turned out to be set on a claim, or not, is told without an event', async () => {
  served = await serveChannel();
  const proxy = await openAgent(served.port);
  proxy.send(hello('proxy', { features: ['claims'] }));
  await proxy.next('bans');
  for (const changed of [{ ...ban(ALICE), claimed: true }, ban(ALICE)]) {
    served.fake.bans = [changed];
    for (const listener of served.fake.claimListeners) listener(changed.uuid);
    served.clock.advance(100);
    expect((await proxy.next('ban.add'))['ban']).toEqual(changed);
  }
});

it('a ban is sent once, not again with every later change', async () => {
  served = await serveChannel();
  const proxy = await greetedAgent(served.port, 'proxy');
  served.fake.bans = [ban(ALICE)];
  served.fake.emit(banUpdate);
  served.clock.advance(100);
  await proxy.next('ban.add');
  served.fake.servers = [server('hub-1')];
  served.fake.emit({ type: 'server_update', data: { name: 'hub-1', state: 'IDLE' } });
  served.clock.advance(100);
  await proxy.next('server.add');
  // A frame of the next write: everything of the one before it has arrived by then.
  served.fake.servers = [];
  served.fake.emit({ type: 'server_update', data: { name: 'hub-1', removed: true } });
  served.clock.advance(100);
  await proxy.next('server.remove');
  expect(proxy.frames.filter((frame) => frame.type === 'ban.add')).toEqual([]);
});

it('many events at once cost each agent one update with the differences', async () => {
  const fake = new FakeNetwork();
  fake.servers = [server('hub-1'), server('hub-2'), server('hub-3')];
  served = await serveChannel(fake);
  const backend = await greetedAgent(served.port, 'backend');
  const proxy = await greetedAgent(served.port, 'proxy');
  fake.servers = [server('hub-1'), server('hub-2', { players: 9 })];
  fake.status = { ...fake.status, onlinePlayers: 500 };
  for (let time = 0; time < 500; time += 1) {
    fake.emit({
      type: 'player_join',
      data: { uuid: ALICE, name: 'A', server: 'hub-2', onlinePlayers: time },
    });
  }
  fake.emit({ type: 'server_update', data: { name: 'hub-3', removed: true } });
  served.clock.advance(100);
  served.clock.advance(100);
  expect(await backend.next('network.update')).toMatchObject({
    servers: [{ name: 'hub-2', players: 9 }],
    removed: ['hub-3'],
    onlinePlayers: 500,
  });
  expect(await proxy.next('server.remove')).toEqual({ type: 'server.remove', name: 'hub-3' });
  const { status } = await proxy.next('status');
  expect(status).toMatchObject({ onlinePlayers: 0 });
  expect((await proxy.next('status'))['status']).toMatchObject({ onlinePlayers: 500 });
  expect(backend.frames.filter((frame) => frame.type === 'network.update')).toEqual([]);
});

it('a proxy that knows the feature is sent the number of players alone where nothing else changed', async () => {
  const fake = new FakeNetwork();
  const maintenanceBypass = Array.from({ length: 1_850 }, (_, at) => `Player${at}`);
  fake.status = { ...fake.status, maintenanceBypass };
  served = await serveChannel(fake);
  const [older, newer] = await Promise.all([openAgent(served.port), openAgent(served.port)]);
  older.send(hello('proxy', { name: 'older' }));
  newer.send(hello('proxy', { name: 'newer', features: ['count'] }));
  for (const agent of [older, newer]) await agent.next('bans');
  const change = (status: Partial<typeof fake.status>): void => {
    fake.status = { ...fake.status, ...status };
    fake.emit({ type: 'player_leave', data: { uuid: ALICE, name: 'Alice' } } as never);
    served.clock.advance(100);
  };
  change({ motd: 'first' });
  // Before that each has the one after its welcome.
  for (const agent of [older, newer]) {
    await agent.next('status');
    expect(await agent.next('status')).toMatchObject({ status: { motd: 'first' } });
  }
  change({ onlinePlayers: 1 });
  change({ onlinePlayers: 2, maintenance: true });
  change({ onlinePlayers: 3 });
  expect(await newer.next('status.count')).toEqual({ type: 'status.count', onlinePlayers: 1 });
  expect(await newer.next('status.count')).toEqual({ type: 'status.count', onlinePlayers: 3 });
  expect(newer.frames.filter(({ type }) => type === 'status')).toMatchObject([
    { status: { onlinePlayers: 2, maintenance: true, maintenanceBypass } },
  ]);
  for (const onlinePlayers of [1, 2, 3]) {
    expect(await older.next('status')).toMatchObject({ status: { onlinePlayers, maintenanceBypass } });
  }
  expect(older.frames.filter(({ type }) => type === 'status.count')).toEqual([]);
});

it('a new address reaches proxies as server.add', async () => {
  const fake = new FakeNetwork();
  fake.servers = [server('hub-1')];
  served = await serveChannel(fake);
  const proxy = await greetedAgent(served.port, 'proxy');
  fake.servers = [server('hub-1', { address: 'hub.example:25565' })];
  fake.emit({ type: 'server_update', data: { name: 'hub-1', state: 'IDLE' } });
  served.clock.advance(100);
  expect(await proxy.next('server.add')).toEqual({
    type: 'server.add',
    server: { name: 'hub-1', type: 'HUB', address: 'hub.example:25565' },
  });
});

const serverUpdate = { type: 'server_update', data: {} } as NetworkEvent;

it('the lists are written once for all agents that come within a moment, however many they are', async () => {
  const fake = new FakeNetwork();
  fake.servers = [server('hub-1')];
  const { network } = fake;
  let reads = 0;
  const all = () => {
    reads += 1;
    return network.servers.all();
  };
  served = await serveChannel(fake, { network: { ...network, servers: { ...network.servers, all } } });
  const before = reads;
  for (const name of ['a', 'b', 'c', 'd']) {
    for (const role of ['backend', 'proxy'] as const) {
      const agent = await openAgent(served.port);
      agent.send(hello(role, { name }));
      await agent.next(role === 'backend' ? 'network' : 'servers');
    }
  }
  expect(reads - before).toBe(2);
});

it('an agent that comes before a change was told is told it, and one that comes after has it in its list', async () => {
  const fake = new FakeNetwork();
  served = await serveChannel(fake);
  const come = async (role: 'proxy' | 'backend', name: string) => {
    const agent = await openAgent(served.port);
    agent.send(hello(role, { name }));
    return agent;
  };
  fake.emit(serverUpdate);
  served.clock.advance(60);
  for (const role of ['proxy', 'backend'] as const) await (await come(role, 'early')).next('welcome');
  fake.servers = [server('hub-1')];
  fake.emit(serverUpdate);
  const [proxy, backend] = [await come('proxy', 'late'), await come('backend', 'late')];
  expect((await proxy.next('servers'))['servers']).toEqual([]);
  expect((await backend.next('network'))['servers']).toEqual([]);
  served.clock.advance(40);
  expect(await proxy.next('server.add')).toMatchObject({ server: { name: 'hub-1' } });
  expect(await backend.next('network.update')).toMatchObject({ servers: [{ name: 'hub-1' }] });
  const after = { servers: [{ name: 'hub-1' }] };
  expect(await (await come('proxy', 'after')).next('servers')).toMatchObject(after);
  expect(await (await come('backend', 'after')).next('network')).toMatchObject(after);
});
