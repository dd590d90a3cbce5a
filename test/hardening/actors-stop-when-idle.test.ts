import { expect, it } from 'vitest';
import { openFixture } from '../actors/network-fixture.ts';
import { ADMIN, testPlayer } from '../actors/test-players.ts';

const { uuid, name } = testPlayer(1);

it('stops the actor of an absent player once the command about them is answered', async () => {
  const { network, clock } = await openFixture();
  await network.bans.ban({ uuid, name, time: '1h', reason: 'griefing' }, ADMIN);
  await clock.advance(0);
  expect(network.vitals().actors.player).toBe(0);
  await network.bans.unban(uuid, ADMIN);
  await clock.advance(0);
  expect(network.vitals().actors.player).toBe(0);
});

it('stops it as well when the command was rejected', async () => {
  const { network, clock } = await openFixture();
  await expect(network.bans.unban(uuid, ADMIN)).rejects.toMatchObject({ code: 'player_not_banned' });
  await clock.advance(0);
  expect(network.vitals().actors.player).toBe(0);
});

it('leaves no timer behind for an agent that came with an older epoch', async () => {
  const { network, clock, proxy, backend } = await openFixture();
  const newer = proxy('p');
  const game = backend('game');
  clock.jump(1000);
  newer.restart();
  game.return();
  const before = clock.pending;
  const session = network.agents.attachProxy({ ...newer.identity, epoch: 1 }, newer.client());
  network.agents.attachBackend({ ...game.identity, epoch: 1 }, game.client());
  expect(clock.pending).toBe(before);
  session.join({ ...testPlayer(1), server: null });
  expect(network.players.onlineCount).toBe(0);
});
