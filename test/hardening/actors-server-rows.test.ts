import { expect, it } from 'vitest';
import { openFixture } from '../actors/network-fixture.ts';
import { profileOf } from '../actors/profiles.ts';

it('goes on listening to the agent of a server that could not be removed', async () => {
  const { network, storage, backend } = await openFixture();
  const game = backend('game').connect();
  storage.faults.next('servers.remove', 'before');
  await expect(network.servers.remove('game')).rejects.toMatchObject({ code: 'storage_unavailable' });
  expect(game.closes).toEqual(['the server was not removed']);
  game.drop();
  game.connect({ state: 'RUNNING' });
  expect(network.servers.get('game').state).toBe('RUNNING');
});

it('does not bring a removed server back with a write that was under way', async () => {
  const { network, clock, storage, backend } = await openFixture();
  const game = backend('game').connect();
  await clock.advance(0);
  storage.faults.next('servers.save', { delayMs: 100 });
  game.session.report({ gameName: 'bedwars' });
  const removed = network.servers.remove('game');
  await clock.advance(1000);
  await removed;
  expect([...storage.rows.servers.keys()]).toEqual([]);
});

it('writes what changed while it was being written', async () => {
  const { clock, storage, backend } = await openFixture();
  const game = backend('game').connect();
  await clock.advance(0);
  storage.faults.next('servers.save', { delayMs: 100 });
  game.session.report({ gameName: 'one' });
  await clock.advance(50);
  game.session.report({ gameName: 'two' });
  await clock.advance(1000);
  expect(storage.rows.servers.get('game')?.gameName).toBe('two');
});

it('tries no more writes once the network is closed', async () => {
  const { network, clock, storage, backend } = await openFixture();
  storage.faults.next('servers.save', { delayMs: 100 });
  storage.faults.always('servers.save', 'before');
  backend('game').connect();
  backend('other').connect();
  await network.close();
  await clock.advance(60_000);
  expect(clock.pending).toBe(0);
});

it('keeps the connection of an agent whose server was removed, and listens to it when the server is added again', async () => {
  const { network, clock, backend } = await openFixture();
  const game = backend('game').connect({ state: 'RUNNING' });
  await network.servers.remove('game');
  game.drop();
  game.connect({ state: 'RUNNING' });
  game.closes.length = 0;
  await clock.advance(120_000);
  expect(game.closes).toEqual([]);
  expect(() => network.servers.get('game')).toThrow(expect.objectContaining({ code: 'server_not_found' }));
  await network.servers.add(profileOf('game'));
  expect(game.closes).toEqual(['the server was added again']);
  game.drop();
  game.connect({ state: 'RUNNING' });
  expect(network.servers.get('game').state).toBe('RUNNING');
});
