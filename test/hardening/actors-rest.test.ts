import { expect, it } from 'vitest';
import { openBed } from '../actors/network-fixture.ts';
import { ADMIN, person } from '../actors/people.ts';

const { uuid, name } = person(1);

it('puts the actor of an absent player to rest once the command about them is answered', async () => {
  const { network, clock } = await openBed();
  await network.bans.ban({ uuid, name, time: '1h', reason: 'griefing' }, ADMIN);
  await clock.advance(0);
  expect(network.vitals().actors.player).toBe(0);
  await network.bans.unban(uuid, ADMIN);
  await clock.advance(0);
  expect(network.vitals().actors.player).toBe(0);
});

it('puts it to rest as well when the command was rejected', async () => {
  const { network, clock } = await openBed();
  await expect(network.bans.unban(uuid, ADMIN)).rejects.toMatchObject({ code: 'player_not_banned' });
  await clock.advance(0);
  expect(network.vitals().actors.player).toBe(0);
});

it('leaves no timer behind for an agent that came with an older epoch', async () => {
  const { network, clock, proxy, backend } = await openBed();
  const newer = proxy('p');
  const game = backend('game');
  clock.jump(1000);
  newer.restart();
  game.return();
  const before = clock.pending;
  const session = network.agents.attachProxy({ ...newer.identity, epoch: 1 }, newer.door());
  network.agents.attachBackend({ ...game.identity, epoch: 1 }, game.door());
  expect(clock.pending).toBe(before);
  session.join({ ...person(1), server: null });
  expect(network.players.onlineCount).toBe(0);
});
