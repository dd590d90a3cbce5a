import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Uuid } from '../../../src/domain/uuid.ts';
import { offlineUuid } from '../../../src/runtime/offline-uuid.ts';
import { type EdgeFixture, informed, openEdgeFixture, settled } from './edge-fixture.ts';
import { PASSED } from './fake-upstream.ts';
import { GameClient, type LoginOptions, loginBytes, NOTCH } from './game-client.ts';

const uuid = NOTCH as Uuid;
const OTHER = '853c80ef-3c37-49fd-aa49-938b674adae6';
const BY = { via: 'api', name: '', uuid: null } as const;

async function online(fixture: EdgeFixture, name: string, id: string) {
  const client = fixture.login({ name, uuid: id });
  const upstream = await fixture.upstream.next();
  upstream.send(PASSED);
  await client.receive(PASSED.length);
  const before = fixture.edge.vitals().players;
  await settled(() => fixture.edge.vitals().players > before, fixture, 500);
  return { client, upstream };
}

async function snapshotOf(fixture: EdgeFixture): Promise<string> {
  return readFile(join(fixture.folder, 'edge-edge.snapshot'), 'utf8').catch(() => '');
}

it('decides by the last bans and status while the coordinator is away', async () => {
  const fixture = await openEdgeFixture();
  await fixture.network.bans.ban({ uuid, name: 'Notch', time: '1h', reason: 'x' }, BY);
  const { banId } = fixture.network.bans.activeOf(uuid) ?? {};
  await fixture.synced();
  await fixture.stopCoordinator();
  await settled(() => !fixture.edge.isConnected, fixture);
  expect(await fixture.login().refusal()).toBe(`Banned for 1 hour.\nReason: x\nBan id: ${banId}`);
  await online(fixture, 'jeb_', OTHER);
  fixture.clock.push(3_600_000);
  fixture.login();
  await fixture.upstream.next();
});

it('believes no uuid that is made of another name', async () => {
  const fixture = await openEdgeFixture();
  await fixture.network.bans.ban({ uuid, name: 'Mallory', time: 'perma', reason: 'x' }, BY);
  await fixture.synced();
  await fixture.stopCoordinator();
  await settled(() => !fixture.edge.isConnected, fixture);
  await fixture.login({ name: 'Mallory', uuid: offlineUuid('Notch') }).refusal();
  expect(fixture.logged('edge.refused')).toMatchObject({ uuid: offlineUuid('Mallory'), name: 'Mallory' });
});

it('restores them after its own restart from a signed file, and ignores a file that was changed', async () => {
  const fixture = await openEdgeFixture();
  await fixture.network.proxy.update({ preventJoin: true });
  await fixture.synced();
  await fixture.edge.close();
  await fixture.stopCoordinator();
  const snapshot = await snapshotOf(fixture);
  expect(snapshot).toContain('"preventJoin":true');

  const again = await fixture.openAnother();
  expect(await new GameClient(again.port).send(loginBytes()).refusal()).toBe('Closed');
  await again.close();

  await writeFile(
    join(fixture.folder, 'edge-edge.snapshot'),
    snapshot.replace('"preventJoin":true', '"preventJoin":false'),
  );
  const forged = await fixture.openAnother();
  expect(await new GameClient(forged.port).send(loginBytes()).refusal()).toBe('Starting.');
  expect(fixture.logged('edge.snapshot-unusable')).toBeDefined();
});

it.each([
  ['deny', 'Starting.'],
  ['allow', null],
] as const)('without bans and status does as it is configured: %s', async (onUnknown, refusal) => {
  const fixture = await openEdgeFixture({ withCoordinator: false, edge: { onUnknown } });
  const client = fixture.login();
  if (refusal === null) await fixture.upstream.next();
  else expect(await client.refusal()).toBe(refusal);
});

it('keeps every player online exactly once when the coordinator goes and comes back', async () => {
  const fixture = await openEdgeFixture();
  const notch = await online(fixture, 'Notch', NOTCH);
  const jeb = await online(fixture, 'jeb_', OTHER);
  await settled(() => fixture.network.players.onlineCount === 2, fixture);
  await fixture.stopCoordinator();
  await settled(() => !fixture.edge.isConnected, fixture);
  jeb.client.socket.end();
  await jeb.upstream.ended;
  const dinnerbone = await online(fixture, 'Dinnerbone', '61699b2e-d327-4a01-9f1e-0ea8c3f06bc6');

  await fixture.startCoordinator();
  await settled(() => fixture.edge.isConnected, fixture, 1_000);
  await settled(() => fixture.network.players.onlineCount === 2, fixture);
  expect(await fixture.network.players.detail(uuid)).toMatchObject({ isOnline: true });
  expect(fixture.network.events.counts()).toMatchObject({ player_join: 2, player_leave: 0 });
  for (const { client, upstream } of [notch, dinnerbone]) {
    client.send(Buffer.from('still here'));
    const received = await upstream.receive(client.socket.bytesWritten);
    expect(received.subarray(-10).toString()).toBe('still here');
  }
});

it('kicks players whom the coordinator refuses when it comes back', async () => {
  const fixture = await openEdgeFixture({ edge: { onUnknown: 'allow' }, withCoordinator: false });
  const { client } = await online(fixture, 'Notch', NOTCH);
  await fixture.storage.bans.save(
    { uuid, name: 'Notch', reason: 'x', bannedAt: fixture.clock.now(), expires: 0, ip: '' },
    BY,
  );
  await fixture.startCoordinator();
  await settled(() => fixture.edge.isConnected, fixture, 1_000);
  await client.closed;
  await informed(fixture.edge, fixture);
  expect(await fixture.login().refusal()).toContain('Banned forever.');
});

it('deciding alone in a full network, lets in a player who is online already and no other', async () => {
  const fixture = await openEdgeFixture();
  await fixture.network.proxy.update({ maxPlayers: 1 });
  await online(fixture, 'Notch', NOTCH);
  await fixture.synced();
  await fixture.stopCoordinator();
  await settled(() => !fixture.edge.isConnected, fixture);
  expect(await fixture.login({ name: 'jeb_', uuid: OTHER }).refusal()).toBe('Full');
  fixture.login({ name: 'Notch', uuid: NOTCH });
  await fixture.upstream.next();
});

it('decides alone when the coordinator does not answer in time', async () => {
  const fixture = await openEdgeFixture();
  const { network } = fixture;
  await network.proxy.update({ preventJoin: true });
  // The coordinator runs, but its logins are never answered.
  const attach = network.agents.attachProxy.bind(network.agents);
  Object.assign(network.agents, {
    attachProxy: (...given: Parameters<typeof attach>) => ({
      ...attach(...given),
      login: () => {
        throw new Error('a bug');
      },
    }),
  });
  const second = await fixture.openAnother({ name: 'second' });
  await informed(second, fixture);
  expect(await new GameClient(second.port).send(loginBytes()).refusal()).toBe('Closed');
});

const LOBBY = {
  name: 'lobby',
  type: 'HUB',
  maxPlayers: 10,
  serverId: 'lobby',
  gameName: '',
  gameData: '',
  canRejoin: false,
};

it('whom an edge let in alone since its start is on the server that the route names, once that is known', async () => {
  const fixture = await openEdgeFixture({ withCoordinator: false });
  const { port } = fixture.upstream;
  const to = (name: string | null) => [{ name, host: '127.0.0.1', port }];
  const routes = [
    { host: '*', upstreams: to('lobby') },
    { host: 'unnamed.example', upstreams: to(null) },
  ];
  const edge = await fixture.openAnother({ name: 'second', onUnknown: 'allow', routes });
  const enter = async (login: LoginOptions, count: number): Promise<void> => {
    const client = new GameClient(edge.port).send(loginBytes(login));
    (await fixture.upstream.next()).send(PASSED);
    await client.receive(PASSED.length);
    await settled(() => edge.vitals().players === count, fixture, 500);
  };
  await enter({ name: 'jeb_', uuid: OTHER, host: 'unnamed.example' }, 1);
  await enter({}, 2);
  await fixture.startCoordinator();
  const { network } = fixture;
  await settled(() => network.players.onlineCount === 2, fixture, 500);
  const serverOf = (name: string) => network.players.search(name, 1).players[0]?.server;
  expect([serverOf('Notch'), serverOf('jeb_')]).toEqual(['', '']);
  await network.servers.add({ ...LOBBY, address: `127.0.0.1:${port}` });
  await settled(() => serverOf('Notch') === 'lobby', fixture, 100);
  // Servers say their addresses themselves: who is there already is not found by one that says so later.
  expect(serverOf('jeb_')).toBe('');
});
