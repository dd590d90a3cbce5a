import { expect, it } from 'vitest';
import { openFixture } from '../network-fixture.ts';
import { testPlayer } from '../test-players.ts';

it('moves players to the emptiest hub first, by the share of its slots that is taken', async () => {
  const { network, clock, proxy, backend } = await openFixture({ reboot: { countdownSeconds: 0 } });
  const home = proxy().connect();
  backend('small').connect({ type: 'HUB', maxPlayers: 10 });
  backend('large').connect({ type: 'HUB', maxPlayers: 100 });
  backend('full').connect({ type: 'HUB', maxPlayers: 2 });
  backend('game').connect();
  for (const number of [1, 2]) home.enter(testPlayer(number), 'small');
  for (const number of [3, 4, 5]) home.enter(testPlayer(number), 'large');
  for (const number of [6, 7]) home.enter(testPlayer(number), 'full');
  const last = testPlayer(8);
  home.enter(last, 'game');
  await network.servers.restart('game');
  await clock.advance(0);
  expect(home.sends).toEqual([{ uuid: last.uuid, server: 'large' }]);
});

it('counts every move before it chooses the hub of the next player', async () => {
  const { network, clock, proxy, backend } = await openFixture({ reboot: { countdownSeconds: 0 } });
  const home = proxy().connect();
  for (const hub of ['hub-a', 'hub-b']) backend(hub).connect({ type: 'HUB', maxPlayers: 50 });
  backend('game').connect();
  // Three times as many as are moved at once.
  for (let number = 1; number <= 150; number += 1) home.enter(testPlayer(number), 'game');
  await network.servers.restart('game');
  await clock.advance(0);
  const players = new Map(network.servers.all().map((server) => [server.name, server.players]));
  expect(players.get('game')).toBe(0);
  expect(Math.abs((players.get('hub-a') ?? 0) - (players.get('hub-b') ?? 0))).toBeLessThanOrEqual(50);
});
