import { expect, it } from 'vitest';
import {
  type EdgeFixture,
  informed,
  LIMITS,
  openEdgeFixture,
  settled,
} from '../platform/edge/edge-fixture.ts';
import { ENCRYPTION_REQUEST, PASSED } from '../platform/edge/fake-upstream.ts';
import { GameClient, loginBytes } from '../platform/edge/game-client.ts';
import { testPlayer } from '../actors/test-players.ts';

function slots(fixture: EdgeFixture): number {
  return fixture.network.vitals().slotsReserved;
}

/** A login under the name and uuid of a test player, which the upstream has. */
async function begin(fixture: EdgeFixture, number: number) {
  const client = fixture.login(testPlayer(number));
  const upstream = await fixture.upstream.next();
  return { client, upstream };
}

it('110 logins that end before they join leave a network of 100 open for others at once', async () => {
  const fixture = await openEdgeFixture();
  await fixture.network.proxy.update({ maxPlayers: 100 });
  for (let number = 1; number <= 110; number += 1) {
    const { client } = await begin(fixture, number);
    client.socket.destroy();
  }
  await settled(() => slots(fixture) === 0, fixture);
  await begin(fixture, 200);
});

it('releases the slots of clients that are gone before they are admitted', async () => {
  const fixture = await openEdgeFixture();
  for (let number = 1; number <= 20; number += 1) fixture.login(testPlayer(number)).socket.destroySoon();
  await settled(() => fixture.network.vitals().admissions.allowed === 20, fixture);
  await settled(() => slots(fixture) === 0, fixture);
});

it('releases the slot of a player whose server cannot be reached', async () => {
  const fixture = await openEdgeFixture({ edge: { routes: [] } });
  expect(await fixture.login(testPlayer(1)).refusal()).toBe('No server is connected yet.');
  await settled(() => slots(fixture) === 0, fixture);
});

it('releases the slot of a player whom the server refuses', async () => {
  const fixture = await openEdgeFixture();
  const { upstream } = await begin(fixture, 1);
  expect(slots(fixture)).toBe(1);
  upstream.socket.end();
  await settled(() => slots(fixture) === 0, fixture);
});

it('a login that ends keeps the slot for another one of the same player, at this edge or a second', async () => {
  const fixture = await openEdgeFixture();
  const second = await fixture.openAnother({ name: 'second' });
  await informed(second, fixture);
  const owner = await begin(fixture, 1);
  const here = await begin(fixture, 1);
  new GameClient(second.port).send(loginBytes(testPlayer(1)));
  const there = await fixture.upstream.next();
  for (const { socket } of [here.upstream, there]) socket.destroy();
  await settled(() => fixture.edge.vitals().connections === 1, fixture);
  await settled(() => second.vitals().connections === 0, fixture);
  await fixture.synced();
  expect(slots(fixture)).toBe(1);
  owner.client.socket.destroy();
  await settled(() => slots(fixture) === 0, fixture);
});

it('a login that ends after the player has joined with another one cancels nothing', async () => {
  const fixture = await openEdgeFixture();
  const claim = await begin(fixture, 1);
  const owner = await begin(fixture, 1);
  owner.upstream.send(PASSED);
  await settled(() => fixture.network.players.onlineCount === 1, fixture, 500);
  owner.upstream.socket.destroy();
  await settled(() => fixture.network.players.onlineCount === 0, fixture);
  await begin(fixture, 1);
  claim.upstream.socket.destroy();
  await settled(() => fixture.edge.vitals().connections === 1, fixture);
  await fixture.synced();
  expect(slots(fixture)).toBe(1);
});

it('a server that accepts and says nothing holds nobody for longer than the limit, and they read why', async () => {
  const fixture = await openEdgeFixture();
  const clients: GameClient[] = [];
  for (let number = 1; number <= 40; number += 1) clients.push((await begin(fixture, number)).client);
  await settled(() => fixture.edge.vitals().joining === 40, fixture);
  fixture.clock.push(30_000);
  for (const client of clients) expect(await client.refusal()).toBe('Not reachable.');
  await settled(() => fixture.edge.vitals().connections === 0, fixture);
  await settled(() => slots(fixture) === 0, fixture);
  for (const upstream of fixture.upstream.connections) await upstream.ended;
  expect(fixture.edge.vitals().joining).toBe(0);
});

it('beyond the limit of logins under way the oldest is dropped, and no player online', async () => {
  const fixture = await openEdgeFixture({ edge: { limits: { ...LIMITS, joining: 3 } } });
  const online = await begin(fixture, 100);
  online.upstream.send(PASSED);
  await online.client.receive(PASSED.length);
  const oldest = await begin(fixture, 1);
  for (let number = 2; number <= 4; number += 1) await begin(fixture, number);
  expect(await oldest.client.refusal()).toBe('Not reachable.');
  await oldest.upstream.ended;
  expect(fixture.edge.vitals().joining).toBe(3);
  await settled(() => fixture.network.players.onlineCount === 1, fixture, 500);
  expect(fixture.edge.vitals().connections).toBe(4);
});

it('a flood of logins under the name of a player online drops its own, and nobody of another address', async () => {
  const limits = { ...LIMITS, joining: 3 };
  const fixture = await openEdgeFixture({ edge: { trustedProxies: ['127.0.0.0/8'], limits } });
  const loginFrom = async (ip: string, number: number) => {
    const header = Buffer.from(`PROXY TCP4 ${ip} 192.0.2.1 51000 25565\r\n`);
    const client = fixture.connect().send(header, loginBytes(testPlayer(number)));
    return { client, upstream: await fixture.upstream.next() };
  };
  const owner = await loginFrom('198.51.100.1', 1);
  owner.upstream.send(PASSED);
  await settled(() => fixture.network.players.onlineCount === 1, fixture, 500);
  const honest = await loginFrom('198.51.100.2', 2);
  const flood = [await loginFrom('203.0.113.7', 1)];
  while (flood.length < 6) flood.push(await loginFrom('203.0.113.7', 1));
  for (const { client } of flood.slice(0, 4)) await client.closed;
  expect(fixture.edge.vitals().joining).toBe(3);
  honest.upstream.send(PASSED);
  await settled(() => fixture.network.players.onlineCount === 2, fixture, 500);
});

it('writes no refusal between the bytes of a server that has begun to answer', async () => {
  const fixture = await openEdgeFixture();
  const { client, upstream } = await begin(fixture, 1);
  upstream.send(ENCRYPTION_REQUEST);
  await client.receive(ENCRYPTION_REQUEST.length);
  fixture.clock.push(30_000);
  expect(await client.everything()).toEqual(ENCRYPTION_REQUEST);
  await upstream.ended;
});

it('a player whom the server let in is not dropped by the limit of logins', async () => {
  const fixture = await openEdgeFixture();
  const { client, upstream } = await begin(fixture, 1);
  upstream.send(PASSED);
  await client.receive(PASSED.length);
  fixture.clock.push(120_000);
  expect(fixture.edge.vitals().players).toBe(1);
  upstream.send('still here');
  expect(String(await client.receive(10))).toBe('still here');
});

it('a login that only a game server reported, and none let in, is dropped like any other', async () => {
  const fixture = await openEdgeFixture();
  const { client } = await begin(fixture, 1);
  const lobby = fixture.network.agents.attachBackend(
    { name: 'lobby', platform: 'server', version: '1', epoch: 1 },
    { reboot: async () => undefined, announce: () => undefined, close: () => undefined },
  );
  lobby.report({ state: 'IDLE', players: [testPlayer(1).uuid] });
  await settled(() => fixture.edge.vitals().joining === 1, fixture);
  expect(fixture.edge.vitals().players).toBe(0);
  fixture.clock.push(30_000);
  await client.closed;
});
