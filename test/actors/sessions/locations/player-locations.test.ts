import { afterEach, beforeEach, expect, it } from 'vitest';
import { type NetworkFixture, openFixture } from '../../network-fixture.ts';
import { testPlayer } from '../../test-players.ts';

const ANN = testPlayer(1, 'Ann');

let fixture: NetworkFixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture.network.close());

async function whereIsAnn(): Promise<string | null> {
  await fixture.clock.advance(0);
  return (await fixture.network.players.detail(ANN.uuid)).server || null;
}

function joinsWithoutPlace(): void {
  const proxy = fixture.proxy().connect();
  proxy.session.login(ANN);
  proxy.session.join({ ...ANN, server: null });
}

it('a player whose proxy knows no servers is on the server that lists them, and follows from list to list', async () => {
  const lobby = fixture.backend('lobby').connect({ players: [] });
  const arena = fixture.backend('arena').connect({ players: [] });
  joinsWithoutPlace();
  expect(await whereIsAnn()).toBeNull();
  lobby.session.report({ players: [ANN.uuid] });
  expect(await whereIsAnn()).toBe('lobby');
  // On both for a moment: the new one arrives before the old one leaves.
  arena.session.report({ players: [ANN.uuid] });
  expect(await whereIsAnn()).toBe('arena');
  lobby.session.report({ players: [] });
  expect(await whereIsAnn()).toBe('arena');
  // Or the old one leaves first.
  arena.session.report({ players: [] });
  lobby.session.report({ players: [ANN.uuid] });
  expect(await whereIsAnn()).toBe('lobby');
});

it('a server that listed the player before they came online counts', async () => {
  fixture.backend('lobby').connect({ players: [ANN.uuid] });
  joinsWithoutPlace();
  expect(await whereIsAnn()).toBe('lobby');
});

it('a proxy that names the server is not contradicted', async () => {
  const arena = fixture.backend('arena').connect({ players: [] });
  const proxy = fixture.proxy().connect();
  proxy.session.login(ANN);
  proxy.session.join({ ...ANN, server: 'lobby' });
  arena.session.report({ players: [ANN.uuid] });
  expect(await whereIsAnn()).toBe('lobby');
});

it('a player who left and joined again is looked up again', async () => {
  const lobby = fixture.backend('lobby').connect({ players: [ANN.uuid] });
  joinsWithoutPlace();
  expect(await whereIsAnn()).toBe('lobby');
  fixture.proxy().connect();
  lobby.session.report({ players: [] });
  const proxy = fixture.proxy('proxy-2').connect();
  proxy.session.login(ANN);
  proxy.session.join({ ...ANN, server: null });
  expect(await whereIsAnn()).toBeNull();
});

it('an unknown address does not replace a known one', async () => {
  const proxy = fixture.proxy().connect();
  proxy.session.login(ANN);
  proxy.session.join({ ...ANN, server: null });
  await fixture.clock.advance(61_000);
  proxy.session.leave(ANN.uuid);
  await fixture.clock.advance(61_000);
  proxy.session.join({ ...ANN, ip: '', server: null });
  await fixture.clock.advance(61_000);
  expect(await fixture.storage.players.lastAddress(ANN.uuid)).toBe(ANN.ip);
});

it('a proxy that names the server where a list had the player before is not contradicted from then on', async () => {
  const arena = fixture.backend('arena').connect({ players: [] });
  fixture.backend('lobby').connect({ players: [ANN.uuid] });
  const proxy = fixture.proxy().connect();
  proxy.session.login(ANN);
  proxy.session.join({ ...ANN, server: null });
  proxy.session.switch(ANN.uuid, 'lobby');
  arena.session.report({ players: [ANN.uuid] });
  expect(await whereIsAnn()).toBe('lobby');
});

it('a player is shown where they are held again, when another server that listed them lets go or is gone', async () => {
  const lobby = fixture.backend('lobby').connect({ players: [] });
  const evil = fixture.backend('evil').connect({ players: [] });
  joinsWithoutPlace();
  lobby.session.report({ players: [ANN.uuid] });
  await fixture.clock.advance(3_000);
  evil.session.report({ players: [ANN.uuid] });
  expect(await whereIsAnn()).toBe('evil');
  evil.session.report({ players: [] });
  expect(await whereIsAnn()).toBe('lobby');
  evil.session.report({ players: [ANN.uuid] });
  expect(await whereIsAnn()).toBe('evil');
  evil.drop();
  await fixture.clock.advance(10_000);
  expect(await whereIsAnn()).toBe('lobby');
});

it('a player whom nobody holds is shown on the last server that began to list them, of those that still do', async () => {
  const servers = ['lobby', 'arena', 'game'].map((name) => fixture.backend(name).connect({ players: [] }));
  joinsWithoutPlace();
  for (const { session } of servers) {
    session.report({ players: [ANN.uuid] });
    await fixture.clock.advance(1_000);
  }
  expect(await whereIsAnn()).toBe('game');
  servers[2]?.session.report({ players: [] });
  expect(await whereIsAnn()).toBe('arena');
  await fixture.network.servers.remove('arena');
  expect(await whereIsAnn()).toBe('lobby');
});

it('a player goes on being shown on the server whose newer process lists them', async () => {
  const lobby = fixture.backend('lobby').connect({ players: [] });
  const arena = fixture.backend('arena').connect({ players: [] });
  joinsWithoutPlace();
  for (const { session } of [lobby, arena]) session.report({ players: [ANN.uuid] });
  arena.return({ players: [ANN.uuid] });
  expect(await whereIsAnn()).toBe('arena');
});

it('lists move a player also while the connection of their proxy is lost', async () => {
  const lobby = fixture.backend('lobby').connect({ players: [] });
  const arena = fixture.backend('arena').connect({ players: [] });
  const proxy = fixture.proxy().connect();
  proxy.enter(ANN);
  lobby.session.report({ players: [ANN.uuid] });
  proxy.drop();
  arena.session.report({ players: [ANN.uuid] });
  expect(await whereIsAnn()).toBe('arena');
  proxy.connect();
  expect(await whereIsAnn()).toBe('arena');
});
