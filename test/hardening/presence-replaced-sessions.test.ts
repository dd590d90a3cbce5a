import { expect, it } from 'vitest';
import { openFixture } from '../actors/network-fixture.ts';
import { testPlayer } from '../actors/test-players.ts';

const STEVE = testPlayer(1);
const JOIN = { ...STEVE, server: null };

it('ignores a session whose connection is lost', async () => {
  const { network, proxy } = await openFixture();
  const home = proxy().connect();
  const { session } = home;
  home.drop();
  session.join(JOIN);
  session.sync([{ ...JOIN, joinedAt: 1 }]);
  expect(network.players.onlineCount).toBe(0);
});

it('ignores a session whose process was replaced, so that no player stays online for good', async () => {
  const { network, clock, proxy } = await openFixture();
  const home = proxy().connect();
  const { session } = home;
  home.restart();
  session.join(JOIN);
  session.lost();
  await clock.advance(60_000);
  expect(network.players.onlineCount).toBe(0);
});

it('ignores the session of a game server whose connection is lost or whose process was replaced', async () => {
  const { network, clock, backend } = await openFixture();
  const game = backend('game').connect();
  const sessions = [game.session];
  game.drop();
  game.return();
  sessions.push(game.session);
  game.drop();
  await clock.advance(10_000);
  for (const session of sessions) session.report({ state: 'RUNNING' });
  expect(network.servers.get('game')).toMatchObject({ state: 'OFFLINE', online: false });
});

it('ignores the loss of a connection of a game server that another connection or process has replaced', async () => {
  const { network, clock, backend } = await openFixture();
  const game = backend('game').connect({ state: 'RUNNING' });
  const first = game.session;
  game.connect({ state: 'RUNNING' });
  const second = game.session;
  first.lost();
  await clock.advance(60_000);
  expect(network.servers.get('game').state).toBe('RUNNING');
  expect(network.vitals().connections.backend).toBe(1);
  game.return({ state: 'RUNNING' });
  second.lost();
  first.lost();
  await clock.advance(60_000);
  expect(network.servers.get('game').state).toBe('RUNNING');
  expect(await network.servers.restart('game')).toBe('RUNNING');
});
