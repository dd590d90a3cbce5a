import { expect, it } from 'vitest';
import { openFixture } from '../../network-fixture.ts';
import { testPlayer, testPlayers } from '../../test-players.ts';

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

it('moves nobody whom the server only lists, and offers them no way back', async () => {
  const { network, clock, proxy, backend } = await openFixture({
    reboot: { countdownSeconds: 0, force: true },
  });
  const home = proxy().connect();
  const hub = backend('hub').connect({ type: 'HUB', maxPlayers: 10 });
  const [ann, ben, cem] = testPlayers(3);
  if (ann === undefined || ben === undefined || cem === undefined) throw new Error('people are missing');
  const game = backend('game').connect({ players: [] });
  for (const one of [ann, ben]) home.enter(one);
  game.session.report({ players: [ann.uuid, ben.uuid] });
  await clock.advance(3_000);
  const evil = backend('evil').connect({ players: [ann.uuid, ben.uuid] });
  home.enter(cem, 'evil');
  await clock.advance(20_000);
  await network.servers.restart('evil');
  await clock.advance(20_000);
  expect(evil.reboots).toHaveLength(1);
  evil.drop();
  // Shown elsewhere by now, so that the way back could be offered.
  hub.session.report({ players: [ann.uuid] });
  evil.return();
  await clock.advance(1_000);
  expect(home.sends.map(({ uuid }) => uuid)).toEqual([cem.uuid]);
  expect([...home.messages, ...hub.offers, ...game.offers].map(({ uuid }) => uuid)).toEqual([cem.uuid]);
  // The server that holds them moves them, wherever they are shown.
  evil.session.report({ players: [] });
  evil.session.report({ players: [ann.uuid, ben.uuid] });
  await network.servers.restart('game');
  await clock.advance(20_000);
  expect(home.sends.map(({ uuid }) => uuid)).toEqual([cem.uuid, ann.uuid, ben.uuid]);
});

it('moves a player who arrives late on a server that its proxy does not name, once the server holds them', async () => {
  const { network, clock, proxy, backend } = await openFixture({ reboot: { countdownSeconds: 0 } });
  const home = proxy().connect();
  backend('hub').connect({ type: 'HUB', maxPlayers: 10 });
  const game = backend('game').connect({ players: [] });
  const late = testPlayer(1);
  home.enter(late);
  game.session.report({ players: [late.uuid] });
  await clock.advance(0);
  await network.servers.restart('game');
  await clock.advance(0);
  expect(home.sends).toEqual([]);
  await clock.advance(5_000);
  expect(home.sends).toEqual([{ uuid: late.uuid, server: 'hub' }]);
  game.session.report({ players: [] });
  await clock.advance(0);
  expect(game.reboots).toHaveLength(1);
});
