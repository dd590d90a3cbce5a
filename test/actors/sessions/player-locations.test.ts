import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Bed, openBed } from '../network-fixture.ts';
import { person } from '../people.ts';

const ANN = person(1, 'Ann');

let bed: Bed;
beforeEach(async () => {
  bed = await openBed();
});
afterEach(() => bed.network.close());

async function whereIsAnn(): Promise<string | null> {
  await bed.clock.advance(0);
  return (await bed.network.players.detail(ANN.uuid)).server || null;
}

function joinsWithoutPlace(): void {
  const proxy = bed.proxy().connect();
  proxy.session.login(ANN);
  proxy.session.join({ ...ANN, server: null });
}

test('a player whose proxy knows no servers is where a server lists them, and follows from list to list', async () => {
  const lobby = bed.backend('lobby').connect({ players: [] });
  const arena = bed.backend('arena').connect({ players: [] });
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

test('a server that listed the player before they came online counts', async () => {
  bed.backend('lobby').connect({ players: [ANN.uuid] });
  joinsWithoutPlace();
  expect(await whereIsAnn()).toBe('lobby');
});

test('a proxy that names the server is not contradicted', async () => {
  const arena = bed.backend('arena').connect({ players: [] });
  const proxy = bed.proxy().connect();
  proxy.session.login(ANN);
  proxy.session.join({ ...ANN, server: 'lobby' });
  arena.session.report({ players: [ANN.uuid] });
  expect(await whereIsAnn()).toBe('lobby');
});

test('a player who left and came again is looked up anew', async () => {
  const lobby = bed.backend('lobby').connect({ players: [ANN.uuid] });
  joinsWithoutPlace();
  expect(await whereIsAnn()).toBe('lobby');
  bed.proxy().connect();
  lobby.session.report({ players: [] });
  const proxy = bed.proxy('proxy-2').connect();
  proxy.session.login(ANN);
  proxy.session.join({ ...ANN, server: null });
  expect(await whereIsAnn()).toBeNull();
});

test('an address that nobody knows replaces none that is known', async () => {
  const proxy = bed.proxy().connect();
  proxy.session.login(ANN);
  proxy.session.join({ ...ANN, server: null });
  await bed.clock.advance(61_000);
  proxy.session.leave(ANN.uuid);
  await bed.clock.advance(61_000);
  proxy.session.join({ ...ANN, ip: '', server: null });
  await bed.clock.advance(61_000);
  expect(await bed.storage.players.lastAddress(ANN.uuid)).toBe(ANN.ip);
});
